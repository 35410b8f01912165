import { countOf } from '@shared/figures';
import type { ImportPreview, ImportRemark, StoreTyped, TripImport } from '@shared/imports/imports';
import { useState } from 'react';
import { filledRows } from '@/components/grid/grid-rows';
import { ApiError } from '@/lib/api-client';
import { randomUuid } from '@/lib/random-uuid';
import { toastError, toastOutcome, withUndo } from '@/lib/toast';
import { usePreviewTyped, useStoreTyped, useUndoImport } from '../api';
import { rowsToStore, type TripRowContext } from './check-cells';
import type { TypedRow } from './typed-row';

type StoreOptions = {
  rows: readonly TypedRow[];
  known: TripRowContext;
  name: string;
  numberOf: (row: TypedRow, index: number) => number;
  onStored: () => void;
  onTakenBack: ((rows: readonly TypedRow[]) => void) | undefined;
};

/** Rows as they were compared with the stored trips, and the request that stores them. */
type Checked = {
  rows: readonly TypedRow[];
  request: { key: string; typed: StoreTyped };
  found: ReadonlyMap<TypedRow, readonly ImportRemark[]>;
  /** The rows that cannot be stored: their trips are stored already, or typed twice. */
  blocking: readonly TypedRow[];
  isOdd: boolean;
};

const NOTHING_FOUND: Checked['found'] = new Map();

function readPreview(
  preview: ImportPreview,
  rows: ReadonlyMap<number, TypedRow>,
): Omit<Checked, 'rows' | 'request'> {
  const found = new Map<TypedRow, ImportRemark[]>();
  const blocking: TypedRow[] = [];
  for (const { number, status, remarks } of preview.rows) {
    const row = rows.get(number);
    if (!row) continue;
    if (status !== 'ready') blocking.push(row);
    if (remarks.length > 0)
      found.set(row, status === 'ready' ? remarks : remarks.map(({ text }) => ({ kind: 'problem', text })));
  }
  const isOdd = preview.rows.some(({ remarks }) => remarks.some(({ kind }) => kind === 'check'));
  return { found, blocking, isOdd: isOdd || blocking.length > 0 };
}

/** Stores rows as one import, all or nothing; where something is odd, only the second call stores. */
export function useStoreRows({ rows, known, name, numberOf, onStored, onTakenBack }: StoreOptions) {
  const preview = usePreviewTyped();
  const confirm = useStoreTyped();
  const undo = useUndoImport();
  const [last, setLast] = useState<Checked | null>(null);
  const checked = last?.rows === rows ? last : null;

  async function check() {
    const typed = { rows: rowsToStore(rows, known, numberOf) };
    try {
      const answer = await preview.mutateAsync(typed);
      const request = {
        key: randomUuid(),
        typed: { ...typed, fileName: name, tripCount: answer.counts.ready },
      };
      const numbered = new Map(rows.map((row, index) => [numberOf(row, index), row]));
      const now = { rows, request, ...readPreview(answer, numbered) };
      setLast(now);
      return now;
    } catch (error) {
      toastError(error, 'The rows could not be checked');
    }
  }

  async function takeBack(id: string, stored: readonly TypedRow[]) {
    const done = ({ tripCount }: TripImport) => ({ title: `${countOf(tripCount, 'trip')} removed` });
    const isTakenBack = await toastOutcome(undo.mutateAsync(id), done, 'Failed to undo');
    if (isTakenBack) onTakenBack?.(filledRows(stored));
  }

  async function store({ request, rows: stored }: Checked) {
    const isStored = await toastOutcome(
      confirm.mutateAsync(request),
      ({ id, tripCount }) => withUndo(`${countOf(tripCount, 'trip')} logged`, () => takeBack(id, stored)),
      (error) => {
        // a trip or a driver was changed since: the rows are compared again
        if (error instanceof ApiError) setLast(null);
        toastError(error, 'Failed to log the trips');
      },
    );
    if (!isStored) return;
    setLast(null);
    onStored();
  }

  return {
    isPending: preview.isPending || confirm.isPending,
    found: last?.found ?? NOTHING_FOUND,
    /** Odd rows to look at before the rows are stored; null without any, or before the comparison. */
    odd: checked?.isOdd ? checked : null,
    async submit() {
      if (preview.isPending || confirm.isPending) return;
      const now = checked ?? (await check());
      // the check showed the odd rows already
      if (now && (checked ? now.blocking.length === 0 : !now.isOdd)) await store(now);
    },
  };
}
