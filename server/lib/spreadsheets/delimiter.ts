const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A title of a few lines may stand above the table. */
const MAX_RECORDS = 100;

/**
 * Finds what separates the cells of a CSV file: what most lines have the same number of, and much of it. So neither a title with commas above the table,
 * nor notes or decimal commas within it, decide. csv-parse's own `delimiter_auto` takes any character that is frequent.
 * @param text the beginning of the file
 */
export function delimiterOf(text: string): string {
  const records = countDelimiters(text);
  const scores = DELIMITERS.map((_, index) => {
    const sizes = new Map<number, number>();
    for (const counts of records) {
      const size = counts[index] ?? 0;
      if (size > 0) sizes.set(size, (sizes.get(size) ?? 0) + 1);
    }
    return Math.max(0, ...[...sizes].map(([size, lines]) => size * lines ** 2));
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** How many of each delimiter the first lines have outside of quotation marks. */
function countDelimiters(text: string): number[][] {
  const records: number[][] = [];
  let counts = DELIMITERS.map(() => 0);
  let isQuoted = false;
  let isStart = true;
  for (const letter of text) {
    if (letter === '"' && (isStart || isQuoted)) {
      isQuoted = !isQuoted;
      // the second of two quotation marks opens the cell again
      isStart = true;
      continue;
    }
    if (isQuoted) continue;
    const index = DELIMITERS.indexOf(letter as ',');
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
    const isEnd = letter === '\n' || letter === '\r';
    isStart = index >= 0 || isEnd;
    if (!isEnd) continue;
    records.push(counts);
    counts = DELIMITERS.map(() => 0);
    if (records.length === MAX_RECORDS) return records;
  }
  return [...records, counts];
}
