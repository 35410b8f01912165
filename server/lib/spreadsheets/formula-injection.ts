/** What a spreadsheet takes for a formula when a cell begins with it, full-width signs too (docs/product/import-export.md#export). */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * The text as a spreadsheet's cell may hold it: what would be read as a formula gets an apostrophe, which says that it is
 * text. So does what looks as if it had one already, so that restoreText undoes exactly this.
 */
export const neutraliseText = (text: string) => (formula.test(text) ? `'${text}` : text);

/** The text that neutraliseText was given. */
export const restoreText = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
