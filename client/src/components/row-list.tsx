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

type DeleteDialogProps = Omit<
  ComponentProps<typeof ConfirmAction>,
  'description' | 'pendingLabel' | 'done'
> & {
  pendingLabel?: string;
  name: ReactNode;
  /** The consequences, in paragraphs. */
  children: ReactNode;
  done: string;
  /** Brings the row back, and its messages. */
  undo?: [restore: () => Promise<unknown>, done: string, failed: string];
};

/** Deletes a row after a question; Undo takes it back. */
export function DeleteDialog({ name, children, done, undo, ...question }: DeleteDialogProps) {
  return (
    <ConfirmAction
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{name}</p>
          <div className="mt-2 space-y-2">{children}</div>
        </>
      }
      pendingLabel="Deleting..."
      done={undo ? () => withUndo(done, () => toastOutcome(undo[0](), undo[1], undo[2])) : done}
      {...question}
    />
  );
}
