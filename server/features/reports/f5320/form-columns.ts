/** The rows of a column, [from, to). */
type Column = { from: number; to: number };

/** Even columns grow by so many points at a time, so many times at most, until all rows fit. */
const STEP = 15;
const MOST_STEPS = 8;

/**
 * Assigns rows to columns: as even as can be where all rows fit, else filled to the bottom.
 * @param heights of the rows, in points; `room` is the height of a column
 */
export function layOutColumns(heights: number[], columnCount: number, room: number): Column[] {
  const even = sum(heights) / columnCount;
  const limits = Array.from({ length: MOST_STEPS }, (_, tries) => even + tries * STEP).filter(
    (limit) => limit < room,
  );
  for (const limit of [...limits, room]) {
    const columns = fillColumns(heights, columnCount, limit);
    if (limit === room || columns.at(-1)?.to === heights.length) return columns;
  }
  return [];
}

function fillColumns(heights: number[], columnCount: number, limit: number): Column[] {
  const columns: Column[] = [];
  let from = 0;
  while (columns.length < columnCount && from < heights.length) {
    let to = from + 1;
    let used = heights[from] ?? 0;
    // a row that is taller than a column is drawn anyway, in the first one: its page has the most room
    if (used > limit && columns.length > 0) break;
    while (to < heights.length && used + (heights[to] ?? 0) <= limit + 0.01) {
      used += heights[to] ?? 0;
      to += 1;
    }
    columns.push({ from, to });
    from = to;
  }
  return columns;
}

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
