import { brisbaneDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { agoText } from '@shared/to-do/due-text';
import { askedText } from '@shared/to-do/to-do';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { useNotLodged } from '../api';
import { LodgeDialog } from './lodge-dialog';

/** Asks once whether a report was lodged elsewhere (docs/product/reports.md#lodgements). */
export function AskedReport({ period }: { period: Period }) {
  const today = brisbaneDay(useNow());
  const [isLodging, setLodging] = useState(false);
  const notLodged = useNotLodged();
  return (
    <div className="@container rounded-md border border-transparent bg-brand-soft p-4 print:border-line print:bg-transparent sm:px-6">
      <div className="flex flex-col gap-3 @form:flex-row @form:items-center @form:justify-between">
        <div>
          <p className="font-semibold text-balance">{askedText(period)}</p>
          <p className="text-sm text-muted">
            It was due <span className="font-semibold text-danger">{agoText(period.dueDay, today)}</span>,
            before you registered here.
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-x-3 gap-y-2 *:whitespace-nowrap max-[22rem]:*:px-3">
          <Button onClick={() => setLodging(true)}>Yes, lodged</Button>
          <Button onClick={() => void notLodged(period)}>Not yet</Button>
        </div>
      </div>
      {isLodging && <LodgeDialog period={period} onClose={() => setLodging(false)} />}
    </div>
  );
}
