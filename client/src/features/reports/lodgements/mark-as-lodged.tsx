import { countOf, formatCount } from '@shared/figures';
import type { Period } from '@shared/reports/report-periods';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import type { usePortalProgress } from '../portal/portal-cells';
import { LodgeDialog } from './lodge-dialog';

type MarkAsLodgedProps = {
  period: Period;
  progress: ReturnType<typeof usePortalProgress>;
  /** Whether it is the next step. */
  isNext: boolean;
  /** Whether the figures were copied at once, without a tick. */
  isCopied?: boolean;
  className?: string;
};

/** Marks a period as lodged. Where only some of its figures are ticked as copied, it asks whether TMR has the others too. */
export function MarkAsLodged({ period, progress, isNext, isCopied, className }: MarkAsLodgedProps) {
  const { ticks, cells, copied, isDone } = progress;
  const [open, setOpen] = useState<'question' | 'lodging'>();
  const isHalfCopied = copied > 0 && !isDone && !isCopied;
  function haveAll() {
    ticks.tick(cells);
    setOpen('lodging');
  }
  return (
    <>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        className={className}
        onClick={() => setOpen(isHalfCopied ? 'question' : 'lodging')}
      >
        Mark as lodged
      </Button>
      {open === 'question' && (
        <Dialog
          question
          title="Does TMR have all the figures?"
          description={`${formatCount(copied)} of ${countOf(cells.length, 'cell')} are ticked as copied.`}
          onClose={() => setOpen(undefined)}
        >
          <DialogActions>
            <Button onClick={() => setOpen(undefined)}>Not yet</Button>
            <Button variant="primary" onClick={haveAll}>
              Yes, all of them
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {open === 'lodging' && <LodgeDialog period={period} onClose={() => setOpen(undefined)} />}
    </>
  );
}
