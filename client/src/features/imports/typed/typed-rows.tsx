import { countOf } from '@shared/figures';
import type { ImportRemark } from '@shared/imports/imports';
import { readTripKind } from '@shared/trips/reading/column-words';
import { ClipboardPaste } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { GridForm } from '@/components/grid/grid-form';
import { filledRows } from '@/components/grid/grid-rows';
import { useGridForm } from '@/components/grid/use-grid-form';
import type { GridRows } from '@/components/grid/use-grid-rows';
import { LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { useTurn } from '@/lib/hooks/use-download';
import { checkRow, settleCell, type TripRowContext } from './check-cells';
import { PasteLinesDialog } from './paste-lines-dialog';
import {
  columnLabel,
  FILE_COLUMNS,
  notesOn,
  TRIP_COLUMNS,
  type TypedField,
  type TypedRow,
} from './typed-row';
import { useStoreRows } from './use-store-rows';
import { useTripRules } from './use-trip-rules';

type Rows = GridRows<TypedField, TypedRow>;

/** An import's remarks on rows, and their numbers in the file, by id. */
export type FileRows = {
  said: ReadonlyMap<TypedRow, readonly ImportRemark[]>;
  numbers: ReadonlyMap<number, number>;
};

type TypedRowsProps = {
  typed: Rows;
  known: TripRowContext;
  name: string;
  onStored: (count: number) => void;
  /** Takes the rows back whose trips were taken back; without it they stay away. */
  onTakenBack?: (rows: readonly TypedRow[]) => void;
  /** The file that the rows are from. */
  file?: FileRows;
  onLeave: () => void;
};

export function TypedRows({ typed, known, name, file, onStored, onTakenBack, onLeave }: TypedRowsProps) {
  const { rows } = typed;
  const lastNumber = Math.max(0, ...(file?.numbers.values() ?? []));
  const numberOf = ({ id }: TypedRow, index: number) => file?.numbers.get(id) ?? lastNumber + index + 1;
  /** Pasted lines to make rows of; null without a paste. */
  const [lines, setLines] = useState<string | null>(null);
  const { isPending, found, odd, submit } = useStoreRows({
    rows,
    known,
    name,
    numberOf,
    onTakenBack,
    onStored: () => {
      form.finish();
      onStored(form.filled.length);
    },
  });
  // a cell's own remark says it already
  const saidOf = (row: TypedRow) =>
    checkRow(row, known).findings.length > 0 ? [] : (file?.said.get(row) ?? []);
  const form = useGridForm({
    rules: useTripRules(known, setLines),
    typed,
    columns: file ? FILE_COLUMNS : TRIP_COLUMNS,
    below: (row) => [...notesOn(row), ...(found.get(row) ?? saidOf(row))],
    isToFix: file !== undefined,
    numberOf,
    onSubmit: () => void submit(),
  });
  const { active, filled } = form;
  useLatePlaces(typed, known, active?.id);
  const blocking = odd?.blocking ?? [];

  return (
    <>
      {lines !== null && (
        <PasteLinesDialog
          initial={lines}
          known={known}
          onRows={form.takeRows}
          onCells={(cells) => form.pasteCells(cells)}
          onClose={() => setLines(null)}
        />
      )}
      <GridForm
        form={form}
        label="Trips to log"
        isInCard={file !== undefined}
        one="trip"
        labelOf={columnLabel}
        notices={
          <>
            {odd && (
              <OddRows
                blocking={blocking.length}
                onRemove={() => typed.change((before) => before.filter((row) => !blocking.includes(row)))}
              />
            )}
            <Lodged typed={typed} known={known} />
          </>
        }
        tools={
          file ? undefined : (
            <Button variant="ghost" icon={ClipboardPaste} onClick={() => setLines('')}>
              Paste lines
            </Button>
          )
        }
        submitLabel={`${file ? 'Import' : 'Log'} ${filled.length === 0 ? 'trips' : countOf(filled.length, 'trip')}${odd ? ' anyway' : ''}`}
        pendingLabel={useTurn(isPending, file ? 'Importing...' : 'Logging...')}
        isPending={isPending}
        isBlocked={blocking.length > 0}
        onLeave={onLeave}
      />
    </>
  );
}

/** Completes suburbs where the table of places comes after they were typed; the row that is being typed is completed when it is left. */
function useLatePlaces(typed: Rows, known: TripRowContext, activeId: number | undefined) {
  const settlePlaces = useEffectEvent(() => {
    const isOpen = (row: TypedRow) => row.postcode === '' && row.suburb !== '' && row.id !== activeId;
    const settle = (row: TypedRow) => (isOpen(row) ? settleCell(row, 'suburb', known, false) : row);
    typed.change((before) => (before.some(isOpen) ? before.map(settle) : before));
  });
  useEffect(() => {
    if (known.localities) settlePlaces();
  }, [known.localities]);
}

function OddRows({ blocking, onRemove }: { blocking: number; onRemove: () => void }) {
  const them = blocking === 1 ? 'it' : 'them';
  return (
    <Alert variant="due" title="Please look at these rows">
      {blocking === 0
        ? 'Some are probably logged already. If they are not, log them anyway.'
        : `${countOf(blocking, 'row')} cannot be logged: change or remove ${them}.`}
      {blocking > 0 && (
        <Button className="mt-2 block" onClick={onRemove}>
          Remove {them}
        </Button>
      )}
    </Alert>
  );
}

function Lodged({ typed, known }: { typed: Rows; known: TripRowContext }) {
  const trips = filledRows(typed.rows).flatMap((row) => {
    const { at } = checkRow(row, known);
    return at ? [{ datetime: at, kind: readTripKind(row.kind) }] : [];
  });
  return <LodgedWarning trips={trips} counted />;
}
