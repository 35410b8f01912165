import { brisbaneDay } from '@shared/periods';
import { type LodgementList, quarterToAskAbout } from '@shared/reports/lodgements';
import { type Period, periodAt } from '@shared/reports/report-periods';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { queryKeys } from '@/lib/query-keys';
import { rememberNotLodged, useReadiness } from '../api';
import { agoText } from '../coming-up/coming-up-text';
import { readinessText } from '../period-state';
import { LodgeDialog } from './lodge-dialog';

/** The quarter with trips that only the holder knows to be lodged or not, if there is one; `isLoading` until that is known. */
export function useAskedQuarter(list: LodgementList | undefined) {
  const now = useNow();
  const asked = list && quarterToAskAbout(now, list);
  const { data, isPending } = useReadiness(asked ?? periodAt('quarterly', now), asked !== undefined);
  return { asked: data && data.tripCount > 0 ? asked : undefined, isLoading: !!asked && isPending };
}

type AskedQuarterProps = {
  period: Period;
  /** Shows the quarter, with what there is to check in it. */
  onShow?: () => void;
  /** The check of the quarter's panel says the same already. */
  isShown?: boolean;
};

/** Asks once whether a quarter was lodged elsewhere (docs/product/reports.md#lodgements). */
export function AskedQuarter({ period, onShow, isShown = false }: AskedQuarterProps) {
  const client = useQueryClient();
  const today = brisbaneDay(useNow());
  const [isLodging, setLodging] = useState(false);
  const { data: readiness } = useReadiness(period);

  function answerNotYet() {
    client.setQueryData<LodgementList>(
      queryKeys.lodgements,
      (list) => list && rememberNotLodged(list, period),
    );
    onShow?.();
  }

  return (
    <div className="@container rounded-md border border-transparent bg-brand-soft p-4 print:border-line print:bg-transparent sm:px-6">
      <div className="flex flex-col gap-3 @form:flex-row @form:items-center @form:justify-between">
        <div>
          <p className="font-semibold">
            Have you lodged <span className="whitespace-nowrap">{period.label.replace(/ \d{4}/, '')}?</span>
          </p>
          <p className="text-sm text-muted">
            It was due <span className="font-semibold text-danger">{agoText(period.dueDay, today)}</span>,
            before you registered here.
          </p>
          {readiness && !isShown && (
            <p className={clsx('text-sm', readiness.questions > 0 ? 'font-semibold text-due' : 'text-muted')}>
              {readiness.questions > 0 && onShow ? (
                <button
                  type="button"
                  className="min-h-11 underline underline-offset-4 pointer-fine:min-h-6 print:no-underline"
                  onClick={onShow}
                >
                  {readinessText(readiness)}
                </button>
              ) : (
                readinessText(readiness)
              )}
            </p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap gap-x-3 gap-y-2 *:whitespace-nowrap max-[22rem]:*:px-3">
          <Button onClick={() => setLodging(true)}>Yes, lodged</Button>
          <Button onClick={answerNotYet}>Not yet</Button>
        </div>
      </div>
      {isLodging && <LodgeDialog period={period} onClose={() => setLodging(false)} />}
    </div>
  );
}
