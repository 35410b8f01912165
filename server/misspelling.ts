/** Names as long as this may have two faults: in shorter ones two letters make another word. */
const LONG = 13;

/**
 * The fewest letters that are put in, left out, replaced or swapped with their neighbour to make one text of another (the
 * optimal string alignment distance).
 */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= from.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(i - 1, j - 1) + Number(from[i - 1] !== to[j - 1]);
      const areSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = areSwapped ? at(i - 2, j - 2) + 1 : replaced;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(from.length, to.length);
}

/** Whether a name looks like another one with a typing error in it; "DATABSE_URL" for "DATABASE_URL". */
export const isMisspelling = (name: string, meant: string): boolean =>
  distance(name.toUpperCase(), meant) <= (meant.length < LONG ? 1 : 2);
