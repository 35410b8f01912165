import { countOf } from '@shared/figures';
import type { ImportRemark } from '@shared/imports';
import { ClipboardPaste, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DraftNotice, useLeaving } from '@/components/edit-dialog';
import { LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button, IconButton } from '@/components/ui/button';
import { useTurn } from '@/lib/hooks/use-download';
import { LeftOutColumns } from '../components/column-choices';
import type { RowRemarks } from './cell-words';
import { checkRow, type Known } from './check-cells';
import { PasteLinesDialog } from './paste-lines-dialog';
import { TripGrid } from './trip-grid';
import { columnLabel, filledRows, isBlank, TYPED_FIELDS, type TypedField, type TypedRow } from './typed-row';
import { useGrid } from './use-grid';
import { useStoreRows } from './use-store-rows';
import type { TypedRows as Rows } from './use-typed-rows';

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
    known,
    typed,
    isStrict,
    found: said ? new Map([...said, ...found]) : found,
    onSubmit: () => setAsked(true),
    onRefuse: setRefusal,
    onLines: setLines,
  });
  const [isAsked, setAsked] = useState(false);
  const { frame, active, shown, handlers, events, checked, focusCell } = grid;
  const faults = faultsOf(rows, checked);
  const blocking = odd?.blocking ?? [];
  const them = blocking.length === 1 ? 'it' : 'them';
  const label = useTurn(isPending, 'Logging...');

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
        <LeftOutColumns key={grid.leftOut.columns.map(({ name }) => name).join()} {...grid.leftOut} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the fields is handled here, once for all of them */}
      <div ref={frame} onFocus={events.onFocus} onBlur={events.onBlur} onPaste={events.onPaste}>
        <TripGrid rows={shown} active={active} onKeyDown={events.onKeyDown} {...handlers} />
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
            : `${countOf(blocking.length, 'row')} cannot be logged again: change or remove ${them}.`}
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
  const trips = filledRows(typed.rows).flatMap((row) => checkRow(row, known).at ?? []);
  return <LodgedWarning trips={trips} counted />;
}

const SHOWN = 8;

type Fault = { index: number; field: TypedField; text: string };

const faultsOf = (rows: readonly TypedRow[], checked: ReadonlyMap<TypedRow, RowRemarks>): Fault[] =>
  rows.flatMap((row, index) =>
    TYPED_FIELDS.flatMap((field) => {
      const remark = checked.get(row)?.[field];
      return remark?.kind === 'problem' ? [{ index, field, text: remark.text }] : [];
    }),
  );

function FaultList({ faults, onGo }: { faults: readonly Fault[]; onGo: (fault: Fault) => void }) {
  if (faults.length === 0) return null;
  return (
    <Alert variant="destructive" title={`${countOf(faults.length, 'cell')} to fix`}>
      <ul className="mt-1">
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.index} ${fault.field}`}>
            <button
              type="button"
              className="min-h-11 text-left underline pointer-fine:min-h-6"
              onClick={() => onGo(fault)}
            >
              Row {fault.index + 1}, {columnLabel(fault.field).toLowerCase()}
            </button>
            : {fault.text}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p>And {countOf(faults.length - SHOWN, 'more cell')}.</p>}
    </Alert>
  );
}
