import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { toastOutcome, withUndo } from '@/lib/toast';
import { ConfirmAction } from './ui/dialog';

/** The dialog that is open for a row of a list, to be shown next to it. */
export function useRowDialog() {
  const [dialog, open] = useState<ReactNode>(null);
  return { dialog, open, close: () => open(null) };
}

/** Calls `onFound` once the rows are known, with the one that an address names; undefined where there is no such row. */
export function useNamedRow<Row extends { id: string }>(
  id: string | null | undefined,
  { data, isSuccess }: UseQueryResult<Row[]>,
  onFound: (row: Row | undefined) => void,
) {
  const find = useEffectEvent((named: string) => onFound(data?.find((row) => row.id === named)));
  useEffect(() => {
    if (id && isSuccess) find(id);
  }, [id, isSuccess]);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type DeleteDialogProps = Pick<ComponentProps<typeof ConfirmAction>, 'action' | 'alternative' | 'onClose'> & {
  /** The row's noun: 'driver'. */
  what: string;
  verb?: 'delete' | 'remove';
  name: ReactNode;
  /** The consequences, in paragraphs. */
  children: ReactNode;
  confirmLabel?: string;
  /** Brings the row back. */
  restore?: () => Promise<unknown>;
};

/** Deletes a row after a question; Undo takes it back. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { what, verb = 'delete', name, children, restore, ...question } = props;
  const done = `${capital(what)} ${verb}d successfully`;
  const undo = () =>
    restore && toastOutcome(restore(), `${capital(what)} restored`, `Failed to restore ${what}`);
  return (
    <ConfirmAction
      title={`Are you sure you want to ${verb} this ${what}?`}
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{name}</p>
          <div className="mt-2 space-y-2">{children}</div>
        </>
      }
      confirmLabel={`${capital(verb)} ${what}`}
      pendingLabel={`${capital(verb).slice(0, -1)}ing...`}
      done={restore ? () => withUndo(done, undo) : done}
      failed={`Failed to ${verb} ${what}`}
      {...question}
    />
  );
}
