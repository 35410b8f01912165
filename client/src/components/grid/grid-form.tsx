import { countOf } from '@shared/figures';
import { clsx } from 'clsx';
import { Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DraftNotice, useLeaving } from '../edit-dialog';
import { Alert } from '../ui/alert';
import { Button, IconButton } from '../ui/button';
import { FaultList } from './fault-list';
import type { GridRow } from './grid-rows';
import { GridTable } from './grid-table';
import { LeftOutColumns } from './left-out-columns';
import type { GridForm as Form } from './use-grid-form';

type GridFormProps<Field extends string, Row extends GridRow<Field>> = {
  form: Form<Field, Row>;
  /** The name of the rows, 'Trips to log', and of one of them, 'trip'. */
  label: string;
  one: string;
  labelOf: (field: Field) => string;
  /** Notices between the grid and the buttons that store it. */
  notices?: ReactNode;
  /** Tools that fill the grid. */
  tools: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  /** Its bar has the colour and the width of the card that it is in. */
  isInCard?: boolean;
  /** Some rows are in the way. */
  isBlocked?: boolean;
  onLeave: () => void;
};

/** A grid with its notices, and the bar that stores its rows. */
export function GridForm<Field extends string, Row extends GridRow<Field>>(props: GridFormProps<Field, Row>) {
  const { form, label, one, labelOf, notices, tools, submitLabel, pendingLabel, isPending } = props;
  const { frame, active, shown, handlers, events, columns, typed, filled, faults, isStrict, refusal } = form;
  const { leave, question } = useLeaving(typed.draft, () => {
    form.rest();
    props.onLeave();
  });
  return (
    <div className="space-y-4">
      {question}
      <DraftNotice draft={typed.draft} />
      {form.leftOut && (
        <LeftOutColumns
          key={form.leftOut.columns.map(({ name }) => name).join()}
          labelOf={labelOf}
          {...form.leftOut}
        />
      )}
      {refusal && (
        <Alert variant="due" title="Too many rows">
          {refusal}.
        </Alert>
      )}
      {isStrict && <FaultList faults={faults} onGo={({ index, field }) => form.focusCell(index, field)} />}
      <div className="mb-2 flex items-center justify-end">
        {tools && <div className="mr-auto -ml-4">{tools}</div>}
        <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!typed.canUndo} onClick={typed.undo} />
        <IconButton icon={Redo2} label="Redo (Ctrl+Y)" disabled={!typed.canRedo} onClick={typed.redo} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the fields is handled here, once for all of them */}
      <div ref={frame} onFocus={events.onFocus} onBlur={events.onBlur} onPaste={events.onPaste}>
        <GridTable
          label={label}
          columns={columns}
          rows={shown}
          active={active}
          isInCard={props.isInCard}
          onKeyDown={events.onKeyDown}
          {...handlers}
        />
      </div>
      {notices}
      <div
        className={clsx(
          'bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-3 border-t max-sm:*:flex-1 border-line px-4 py-3 roomy-phone:sticky sm:sticky',
          props.isInCard ? '-mb-3 bg-surface sm:-mx-6 sm:px-6' : 'bg-ground sm:mx-0 sm:px-0',
        )}
      >
        <p role="status" className="mr-auto text-sm text-muted max-sm:sr-only">
          {filled.length > 0 && countOf(filled.length, one)}
          {faults.length > 0 && isStrict && (
            <>
              , <span className="text-danger">{countOf(faults.length, 'thing')} to fix</span>
            </>
          )}
        </p>
        <Button ref={form.leaveButton} onClick={leave} disabled={isPending}>
          {form.isDone ? 'Done' : 'Cancel'}
        </Button>
        <Button
          variant="primary"
          pending={isPending}
          pendingLabel={pendingLabel}
          disabled={filled.length === 0 || (props.isBlocked ?? false)}
          onClick={form.submit}
        >
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
