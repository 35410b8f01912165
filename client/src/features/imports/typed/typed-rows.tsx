import { countOf } from '@shared/figures';
import type { ImportRemark } from '@shared/imports';
import { readTripKind } from '@shared/trips/trip-kinds';
import { ClipboardPaste, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DraftNotice, useLeaving } from '@/components/edit-dialog';
import { FaultList, faultsOf } from '@/components/grid/fault-list';
import { filledRows, isBlank } from '@/components/grid/grid-rows';
import { GridTable } from '@/components/grid/grid-table';
import { LeftOutColumns } from '@/components/grid/left-out-columns';
import { useGrid } from '@/components/grid/use-grid';
import type { GridRows } from '@/components/grid/use-grid-rows';
import { LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button, IconButton } from '@/components/ui/button';
import { useTurn } from '@/lib/hooks/use-download';
import { checkRow, type Known, settleCell } from './check-cells';
import { PasteLinesDialog } from './paste-lines-dialog';
import { columnLabel, notesOn, TRIP_COLUMNS, type TypedField, type TypedRow } from './typed-row';
import { useStoreRows } from './use-store-rows';
import { useTripRules } from './use-trip-rules';

type Rows = GridRows<TypedField, TypedRow>;

type TypedRowsProps = {
  typed: Rows;
  known: Known;
  name: string;
  onStored: (count: number) => void;
  /** Takes the rows back whose trips were taken back; without it they stay away. */
  onTakenBack?: (rows: readonly TypedRow[]) => void;
  /** What an import said about rows that came from one. */
  said?: ReadonlyMap<TypedRow, readonly ImportRemark[]>;
  onLeave: () => void;
};

export function TypedRows({ typed, known, name, said, onStored, onTakenBack, onLeave }: TypedRowsProps) {
  const { rows, draft } = typed;
  const filled = filledRows(rows);
  const [isStrict, setStrict] = useState(said !== undefined);
  const [refusal, setRefusal] = useState('');
  /** Lines to be made rows of; null while no one pastes any. */
  const [lines, setLines] = useState<string | null>(null);
  const { leave, question } = useLeaving(draft, () => {
    setStrict(false);
    onLeave();
  });
  const { isPending, found, odd, submit } = useStoreRows({
    rows,
    known,
    name,
    onTakenBack,
    onStored: () => {
      setStrict(false);
      onStored(filled.length);
      grid.focusCell(0, 'driver');
    },
  });
  const grid = useGrid({
    rules: useTripRules(known, setLines),
    typed,
    isStrict,
    below: (row) => [...notesOn(row), ...(found.get(row) ?? said?.get(row) ?? [])],
    onSubmit: () => setAsked(true),
    onRefuse: setRefusal,
  });
  const [isAsked, setAsked] = useState(false);
  const { frame, active, shown, handlers, events, checked, focusCell } = grid;
  const faults = faultsOf(rows, TRIP_COLUMNS, checked);
  const blocking = odd?.blocking ?? [];
  const them = blocking.length === 1 ? 'it' : 'them';
  const label = useTurn(isPending, 'Logging...');

  // the table of places may come after what was typed; what is being typed is completed when it is left
  const settlePlaces = useEffectEvent(() => {
    const isOpen = (row: TypedRow) => row.postcode === '' && row.suburb !== '' && row.id !== active?.id;
    const settle = (row: TypedRow) => (isOpen(row) ? settleCell(row, 'suburb', known, false) : row);
    typed.change((before) => (before.some(isOpen) ? before.map(settle) : before));
  });
  useEffect(() => {
    if (known.localities) settlePlaces();
  }, [known.localities]);

  // on a phone the keyboard would cover what the screen says; the rows to be fixed have a notice of their own
  const begin = useEffectEvent(() => {
    if (!said && !window.matchMedia('(pointer: coarse)').matches)
      focusCell(Math.max(0, rows.findIndex(isBlank)), 'driver');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft brings other rows
  useEffect(() => begin(), [draft.isRestored]);

  // after the cell that the focus was in is completed
  useEffect(() => {
    if (!isAsked) return;
    setAsked(false);
    setRefusal('');
    const [first] = faults;
    if (filled.length === 0) focusCell(0, 'driver');
    else if (first) {
      setStrict(true);
      focusCell(first.index, first.field);
    } else void submit();
  });

  return (
    <div className="space-y-4">
      {question}
      {lines !== null && (
        <PasteLinesDialog
          initial={lines}
          known={known}
          onRows={grid.takeRows}
          onClose={() => setLines(null)}
        />
      )}
      <DraftNotice draft={draft} />
      {grid.leftOut && (
        <LeftOutColumns
          key={grid.leftOut.columns.map(({ name }) => name).join()}
          labelOf={columnLabel}
          {...grid.leftOut}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the fields is handled here, once for all of them */}
      <div ref={frame} onFocus={events.onFocus} onBlur={events.onBlur} onPaste={events.onPaste}>
        <GridTable
          label="Trips to log"
          columns={TRIP_COLUMNS}
          rows={shown}
          active={active}
          onKeyDown={events.onKeyDown}
          {...handlers}
        />
      </div>
      {refusal && (
        <Alert variant="due" title="Too many rows">
          {refusal}.
        </Alert>
      )}
      {isStrict && <FaultList faults={faults} onGo={({ index, field }) => focusCell(index, field)} />}
      {odd && (
        <Alert variant="due" title="Please look at these rows">
          {blocking.length === 0
            ? 'Some are probably logged already. If they are not, log them anyway.'
            : `${countOf(blocking.length, 'row')} cannot be logged: change or remove ${them}.`}
          {blocking.length > 0 && (
            <Button
              className="mt-2 block"
              onClick={() => typed.change((before) => before.filter((row) => !blocking.includes(row)))}
            >
              Remove {them}
            </Button>
          )}
        </Alert>
      )}
      <Lodged typed={typed} known={known} />
      <div
        data-keep-clear
        className="bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-ground px-4 py-3 roomy-phone:sticky sm:sticky sm:mx-0 sm:px-0"
      >
        <p role="status" className="mr-auto text-sm text-muted">
          {filled.length > 0 && countOf(filled.length, 'trip')}
          {faults.length > 0 && isStrict && (
            <span className="text-danger">, {countOf(faults.length, 'cell')} to fix</span>
          )}
        </p>
        <Button variant="ghost" icon={ClipboardPaste} onClick={() => setLines('')}>
          Paste lines
        </Button>
        <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!typed.canUndo} onClick={typed.undo} />
        <IconButton icon={Redo2} label="Redo (Ctrl+Y)" disabled={!typed.canRedo} onClick={typed.redo} />
        <Button onClick={leave} disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          className="max-sm:w-full"
          pending={isPending}
          pendingLabel={label}
          disabled={filled.length === 0 || blocking.length > 0}
          onClick={() => setAsked(true)}
        >
          Log {filled.length === 0 ? 'trips' : countOf(filled.length, 'trip')}
          {odd && ' anyway'}
        </Button>
      </div>
    </div>
  );
}

function Lodged({ typed, known }: { typed: Rows; known: Known }) {
  const trips = filledRows(typed.rows).flatMap((row) => {
    const { at } = checkRow(row, known);
    return at ? [{ datetime: at, kind: readTripKind(row.kind) }] : [];
  });
  return <LodgedWarning trips={trips} counted />;
}
