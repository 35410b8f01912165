import type { BeaHolder } from '@shared/holders';
import { formatDay } from '@shared/periods';
import type { Checks } from '@shared/reports/checks';
import { findLodgement, recentPeriods } from '@shared/reports/lodgements';
import { type Period, parsePeriod, periodAt, previousPeriod } from '@shared/reports/report-periods';
import { useState } from 'react';
import { OutsideLink } from '@/components/outside-link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { PageHeader } from '@/components/ui/page-header';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { useNow } from '@/lib/clock';
import { useChecks, useLodgements, usePortalData } from '../api';
import type { CorrectTrip } from '../checks/finding-line';
import { PeriodQuestions } from '../checks/period-questions';
import { QuestionsOutcome, WHAT_WOULD_BE_ASKED } from '../checks/questions';
import { RecordCorrection } from '../lodgements/changes-since';
import { MarkAsLodged } from '../lodgements/mark-as-lodged';
import { StillRunning } from '../period-state';
import { usePortalProgress } from './portal-cells';
import { PortalParts } from './portal-parts';

type PortalScreenProps = {
  holder: BeaHolder;
  /** The key of the period in the address, if there is one. */
  period: string | undefined;
  CorrectTrip: CorrectTrip;
  onChoose: (periodKey: string) => void;
};

/** The data for TMR's portal, in its order, copied cell by cell next to the portal's window (docs/product/reports.md#portal-data). */
export function PortalScreen({ holder, period: asked, CorrectTrip, onChoose }: PortalScreenProps) {
  const now = useNow();
  const lastQuarter = previousPeriod(periodAt('quarterly', now));
  const period = parsePeriod(asked ?? '') ?? lastQuarter;
  const recent = recentPeriods(now);
  const periods = recent.some(({ key }) => key === period.key) ? recent : [...recent, period];
  return (
    <>
      <PageHeader title="Data for TMR's portal" offline="You're offline. This page needs the internet." />
      <Field label="Report" className="max-w-form print:hidden">
        <Select
          value={period.key}
          onChange={({ target }) => onChoose(target.value)}
          choices={periods.map((one) => ({ value: one.key, label: one.label }))}
        />
      </Field>
      <div className="mt-2">
        <StillRunning period={period} />
      </div>
      <PeriodData key={period.key} {...{ holder, period, CorrectTrip }} />
    </>
  );
}

type OfPeriod = Pick<PortalScreenProps, 'CorrectTrip'> & { period: Period };

function ChecksState({ period, CorrectTrip, data }: OfPeriod & { data: Checks | undefined }) {
  const isOver = useNow() >= period.range.to;
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">{WHAT_WOULD_BE_ASKED}</h3>
        {/* the open list begins with it */}
        {data ? (
          !isOpen && <QuestionsOutcome checks={data} />
        ) : (
          <p className="text-muted">The questions could not be loaded.</p>
        )}
        {data && (
          <Button variant="ghost" className="-ml-4" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show the questions'}
          </Button>
        )}
      </div>
      {isOpen && <PeriodQuestions period={period} canBeLodged={isOver} CorrectTrip={CorrectTrip} />}
    </div>
  );
}

const BEAR = 'https://bear.tmr.qld.gov.au';
const GUIDE =
  'https://www.tmr.qld.gov.au/business-industry/taxi-and-limousine/industry-information/industry-regulations/data-keeping-and-reporting/your-guide-to-data-reporting/step-1-getting-started';

/** TMR's rule for signing in (docs/regulator.md#lodging). */
const SigningIn = () => (
  <p className="text-sm text-muted">
    To sign in to TMR's portal, BEAR, you need a Digital ID (myID) of Standard strength or higher, linked to
    your account there. <OutsideLink href={BEAR}>Open BEAR</OutsideLink>{' '}
    <OutsideLink href={GUIDE}>TMR's guide</OutsideLink>
  </p>
);

/** The check and the data appear together, so that neither moves the other. */
function PeriodData({ holder, period, CorrectTrip }: OfPeriod & Pick<PortalScreenProps, 'holder'>) {
  const query = usePortalData(period);
  const checks = useChecks(period);
  const { data } = query;
  const progress = usePortalProgress(holder.id, period, data);
  const signingIn = (
    <div className="mt-3 print:hidden">
      <SigningIn />
    </div>
  );
  if (query.isPending || checks.isPending)
    return (
      <>
        {signingIn}
        <PortalSkeleton />
      </>
    );
  return (
    <>
      {signingIn}
      <div className="mt-3 print:hidden">
        {/* without a query of its own, which would read a failed check again, and hide this meanwhile */}
        <ChecksState period={period} CorrectTrip={CorrectTrip} data={checks.data} />
      </div>
      {data ? (
        <div className="mt-4">
          <PortalParts
            {...{ period, data, progress }}
            action={<NextStep {...{ period, progress }} isCopied />}
          />
          {progress.cells.length > 0 && (
            <div className="mt-6">
              <NextStep {...{ period, progress }} isCopied={progress.isDone} />
            </div>
          )}
        </div>
      ) : (
        <Card className="mt-4">
          <QueryState query={query} failed="The data could not be loaded" />
        </Card>
      )}
    </>
  );
}

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** The check, what is copied, and the first table. */
const PortalSkeleton = () => (
  <SkeletonGroup label="Loading the data" className="mt-3">
    <Skeleton className="h-6 w-70 max-w-full" />
    <div className="mt-6 flex items-center justify-between gap-x-4">
      <Skeleton className="h-6 w-44" />
      <Skeleton className="h-10 w-28" />
    </div>
    <Skeleton className="mt-2 h-1" />
    <div className="mt-8 rounded-md border border-line bg-surface p-3 sm:p-4">
      <Skeleton className="h-6 w-48" />
      <div className="mt-4 divide-y divide-line">
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-3 gap-x-8 py-2.5">
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
          </div>
        ))}
      </div>
    </div>
  </SkeletonGroup>
);

type NextStepProps = { period: Period; progress: ReturnType<typeof usePortalProgress>; isCopied: boolean };

function NextStep({ period, progress, isCopied }: NextStepProps) {
  const isOver = useNow() >= period.range.to;
  const { data: list } = useLodgements();
  if (!list || !isOver) return null;
  const lodged = findLodgement(list.lodgements, period);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {lodged ? (
        <>
          <RecordCorrection period={period} lodgement={lodged} />
          <p className="text-muted">Lodged on {formatDay(lodged.lodgedOn)}.</p>
        </>
      ) : (
        <MarkAsLodged {...{ period, progress }} isNext={isCopied} className="max-sm:w-full" />
      )}
    </div>
  );
}
