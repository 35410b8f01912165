/** Longer than any heading. */
export const MAX_HEADING_CHARACTERS = 100;
/** Columns of a sheet that headings are looked for in. */
export const MAX_HEADING_COLUMNS = 100;
/** A title may precede the headings. */
export const MAX_ROWS_ABOVE_HEADINGS = 20;

/** A row with fewer known headings may be a title. */
const FEW_HEADINGS = 3;

/**
 * Makes a function that says which field a heading names; undefined for one that is not known.
 * @param headings what people write over the column of each field, separated by commas @param plain a heading as it is compared
 */
export function headingReader<Field extends string>(
  headings: Iterable<readonly [field: Field, headings: string]>,
  plain: (heading: string) => string,
): (heading: string) => Field | undefined {
  const fields = new Map<string, Field>();
  for (const [field, names] of headings)
    for (const name of names.split(/,\s+/)) if (!fields.has(name)) fields.set(name, field);
  return (heading) => (heading.length > MAX_HEADING_CHARACTERS ? undefined : fields.get(plain(heading)));
}

/**
 * The row of headings and its columns: of the first rows of a sheet the first with half as many known headings as the best has, or the one
 * right below it that has more. So a second table does not hide the first.
 * @param needed how many headings must be known; undefined where no row has so many
 */
export function findHeadings<Columns extends object>(
  rows: readonly (readonly string[])[],
  columnsOf: (headings: readonly string[]) => Columns,
  needed = 0,
): { row: number; columns: Columns } | undefined {
  const read = rows
    .slice(0, MAX_ROWS_ABOVE_HEADINGS + 1)
    .map((cells, row) => ({ row, columns: columnsOf(cells) }));
  const known = (one: { columns: Columns } | undefined) => Object.keys(one?.columns ?? {}).length;
  const most = Math.max(0, ...read.map(known));
  const enough = Math.max(needed, Math.min(most, FEW_HEADINGS), most / 2);
  let found = read.find((one) => known(one) >= enough);
  while (found && known(read[found.row + 1]) > known(found)) found = read[found.row + 1];
  return found;
}

const SUM = /^(grand[\s-]?|sub[\s-]?)?totals?\b|^(sum|average|count)\b/i;

/** Whether a row begins with a word for sums, which stand under a table. */
export const isSum = (cells: readonly string[]): boolean =>
  SUM.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '');
