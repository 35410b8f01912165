import { foldText } from '@shared/fold-text';
import type { LucideIcon } from 'lucide-react';

export type PaletteRow = {
  id: string;
  icon: LucideIcon;
  label: string;
  detail?: string;
  /** Other words that it is found by. */
  words?: string;
} & ({ run: () => void } | { /** What it puts into the field instead, to choose from. */ text: string });

export type RowGroup = { title: string; rows: readonly PaletteRow[]; isPending?: boolean };

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The rows that have a word beginning with each of the typed words. */
export function findRows(rows: readonly PaletteRow[], text: string): PaletteRow[] {
  const typed = wordsOf(text);
  return rows.filter(({ label, detail, words }) => {
    const own = wordsOf([label, detail, words].join(' '));
    return typed.every((word) => own.some((other) => other.startsWith(word)));
  });
}
