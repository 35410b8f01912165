/** What the rows of a table, a card and a skeleton have around them. */
export const frame = 'rounded-md border border-line bg-surface print:border-0';
