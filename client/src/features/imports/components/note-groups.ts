import type { ImportRow } from '@shared/imports/imports';

/** Rows from which a note is said once for all. */
const MANY = 4;
const EXAMPLES = 3;

export type NoteGroup = {
  /** As the first row has it. */
  text: string;
  rows: number;
  /** The numbers of the first rows. */
  examples: readonly number[];
  /** Whether the rows' notes differ in a figure or a quoted word. */
  isVaried: boolean;
};

/** A note without what differs from row to row. */
const patternOf = (text: string) => text.replace(/"[^"]*"|\S*\d\S*/g, '…');

/** Says once what many rows have as a note, and leaves it out of them. Problems and checks stay on their rows. */
export function groupNotes(rows: readonly ImportRow[]): { groups: NoteGroup[]; rows: ImportRow[] } {
  const found = new Map<string, { texts: Set<string>; numbers: number[] }>();
  for (const { number, remarks } of rows)
    for (const { kind, text } of remarks) {
      if (kind !== 'note') continue;
      const group = found.get(patternOf(text)) ?? { texts: new Set(), numbers: [] };
      group.texts.add(text);
      group.numbers.push(number);
      found.set(patternOf(text), group);
    }
  const isMany = (text: string) => (found.get(patternOf(text))?.numbers.length ?? 0) >= MANY;
  const groups = [...found.values()]
    .filter(({ numbers }) => numbers.length >= MANY)
    .map(({ texts: [text = '', ...others], numbers }) => ({
      text,
      rows: numbers.length,
      examples: numbers.toSorted((a, b) => a - b).slice(0, EXAMPLES),
      isVaried: others.length > 0,
    }));
  return {
    groups,
    rows: rows.map((row) => ({
      ...row,
      remarks: row.remarks.filter(({ kind, text }) => kind !== 'note' || !isMany(text)),
    })),
  };
}
