import { countOf } from '@shared/figures';
import type { ImportPreview, ImportRemark } from '@shared/imports';
import { useState } from 'react';
import { ApiError } from '@/lib/api-client';
import { randomUuid } from '@/lib/random-uuid';
import { toastError, toastOutcome, withUndo } from '@/lib/toast';
import { type ChosenFile, useConfirmImport, usePreviewImport, useUndoImport } from '../api';
import type { Known } from './check-cells';
import { ROWS_COLUMNS, rowsFile } from './rows-file';
import { filledRows, type TypedRow } from './typed-row';

type StoreOptions = {
  rows: readonly TypedRow[];
  known: Known;
  /** What the rows are called among the imports. */
  name: string;
  onStored: () => void;
  /** Takes the rows whose trips were taken back. */
  onTakenBack: ((rows: readonly TypedRow[]) => void) | undefined;
};

/** Rows as they were compared with the stored trips, and the request that stores them. */
type Checked = {
  rows: readonly TypedRow[];
  request: { file: ChosenFile; preview: ImportPreview; key: string };
  found: ReadonlyMap<TypedRow, readonly ImportRemark[]>;
  /** Those that cannot be stored: what they say is stored already, or said twice. */
  inTheWay: readonly TypedRow[];
  /** Whether someone has to look before they are stored. */
  isOdd: boolean;
};

const NOTHING_FOUND: Checked['found'] = new Map();
/** In the file the headings are row 1, and there are no empty rows. */
const HEADINGS = 1;

/** The server's remarks on each row, with the numbers that the grid gives the rows. */
function readPreview(preview: ImportPreview, rows: readonly TypedRow[]): Omit<Checked, 'rows' | 'request'> {
  const filled = filledRows(rows);
  const numberInGrid = (number: number) => {
    const row = filled[number - HEADINGS - 1];
    return row ? rows.indexOf(row) + 1 : number;
  };
  const found = new Map<TypedRow, ImportRemark[]>();
  const inTheWay: TypedRow[] = [];
  for (const { number, status, remarks } of preview.rows) {
    const row = filled[number - HEADINGS - 1];
    if (!row) continue;
    const told = remarks.map(({ kind, text }) => ({
      kind: status === 'ready' ? kind : ('problem' as const),
      text: text.replace(/(?<=\b(?:as|only) row )\d+/g, (digits) => String(numberInGrid(Number(digits)))),
    }));
    if (told.length > 0) found.set(row, told);
    if (status !== 'ready') inTheWay.push(row);
  }
  const isOdd = preview.rows.some(({ remarks }) => remarks.some(({ kind }) => kind === 'check'));
  return { found, inTheWay, isOdd: isOdd || inTheWay.length > 0 };
}

/**
 * Stores the rows of a grid as one import, all or none, after they were compared with the stored trips. Where something is odd, the
 * first call says so and the second stores. A request that is sent again stores nothing twice.
 */
export function useStoreRows({ rows, known, name, onStored, onTakenBack }: StoreOptions) {
  const preview = usePreviewImport();
  const confirm = useConfirmImport();
  const undo = useUndoImport();
  const [last, setLast] = useState<Checked | null>(null);
  const checked = last?.rows === rows ? last : null;

  async function check(): Promise<Checked | undefined> {
    const file = { name, contents: new Blob([rowsFile(filledRows(rows), known)]) };
    try {
      const answer = await preview.mutateAsync({ file, reading: { columns: ROWS_COLUMNS } });
      const now = {
        rows,
        request: { file, preview: answer, key: randomUuid() },
        ...readPreview(answer, rows),
      };
      setLast(now);
      return now;
    } catch (error) {
      toastError(error, 'The rows could not be checked');
      return undefined;
    }
  }

  async function takeBack(id: string, stored: readonly TypedRow[]) {
    const isTakenBack = await toastOutcome(
      undo.mutateAsync(id),
      ({ tripCount }) => ({ title: `${countOf(tripCount, 'trip')} taken back` }),
      'Failed to take the trips back',
    );
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
    /** What someone is to look at before the rows are stored; null where nothing was compared, or nothing is odd. */
    odd: checked?.isOdd ? checked : null,
    async submit() {
      if (preview.isPending || confirm.isPending) return;
      if (checked) {
        if (checked.inTheWay.length === 0) await store(checked);
        return;
      }
      const now = await check();
      if (now && !now.isOdd) await store(now);
    },
  };
}
