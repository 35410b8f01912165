import { countOf } from '@shared/figures';
import type { CreateShift } from '@shared/shifts/shifts';
import { useRef } from 'react';
import { randomUuid } from '@/lib/random-uuid';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useDeleteShifts, useStoreShifts } from './api';

type Words = {
  done: 'saved' | 'confirmed';
  failed: string;
  undone: (count: number) => string;
  undoFailed: string;
};

/** Stores shifts all or nothing, once however often it is tried, with Undo. @param onUndone called when Undo has removed them */
export function useStoreShiftsOnce({ done, failed, undone, undoFailed }: Words) {
  const { mutateAsync, isPending } = useStoreShifts();
  const remove = useDeleteShifts();
  const last = useRef({ of: '', key: '' });

  async function store(shifts: CreateShift[], onUndone?: () => void): Promise<boolean> {
    if (isPending) return false;
    const of = JSON.stringify(shifts);
    if (last.current.of !== of) last.current = { of, key: randomUuid() };
    async function undo(ids: string[]) {
      const isUndone = await toastOutcome(
        remove.mutateAsync(ids),
        ({ deleted }) => ({ title: undone(deleted) }),
        undoFailed,
      );
      if (isUndone) onUndone?.();
    }
    const isStored = await toastOutcome(
      mutateAsync({ key: last.current.key, shifts }),
      ({ ids, alreadyThere }) => {
        if (ids.length === 0)
          return { title: 'Nothing was saved', description: 'All of these were stored already.' };
        const others = alreadyThere > 0 ? `. ${countOf(alreadyThere, 'shift')} already stored` : '';
        return withUndo(`${countOf(ids.length, 'shift')} ${done}${others}`, () => undo(ids));
      },
      failed,
    );
    // the same hours may be stored again after Undo
    if (isStored) last.current = { of: '', key: '' };
    return isStored;
  }
  return { store, isPending };
}
