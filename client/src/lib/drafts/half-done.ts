import { use, useEffect, useState } from 'react';
import { useAskBeforeLeaving } from '../hooks/use-window-event';
import { DraftOwner } from './use-form-draft';

const drops: (() => void)[] = [];

/** Drops what every screen keeps: the memory of a page outlives an app that is taken off it. */
export function forgetHalfDone(): void {
  for (const drop of drops) drop();
}

/** Work of a screen that is not stored yet outlives a look at another screen; closing the page asks first. */
export function keepHalfDone<Work>() {
  let kept: { owner: string; work: Work } | undefined;
  /** For a screen that is left at once. */
  const drop = (): void => {
    kept = undefined;
  };
  drops.push(drop);
  return {
    /** What whoever is signed in left here. */
    useLeft(): Work | undefined {
      const owner = use(DraftOwner);
      const [left] = useState(() => (kept?.owner === owner ? kept.work : undefined));
      return left;
    },
    useKept(work: Work | undefined): void {
      const owner = use(DraftOwner);
      useEffect(() => {
        kept = work && { owner, work };
      }, [owner, work]);
      useAskBeforeLeaving(work !== undefined);
    },
    drop,
  };
}
