import { countOf } from '@shared/figures';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DocumentDrawing } from '@/components/ui/drawings';
import { FoldingCard } from '@/components/ui/folding-card';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { NetworkError } from '@/lib/api-client';
import { useNamedPart } from '@/lib/hooks/use-named-part';
import { AnnualReportCard } from './annual-report-card';
import { useLodgements, useStatistics, useTripCount } from './api';
import { cardRow, chartRow } from './card-rows';
import type { CorrectTrip } from './checks/finding-line';
import { ComingUpCard } from './coming-up/coming-up-card';
import { useComingUp } from './coming-up/use-coming-up';
import { DueSection } from './lodgements/due-section';
import { RecordsCard } from './records/records-card';
import { TripsByMonthChart, WaitingChart } from './statistics/charts';
import { PickupAreas } from './statistics/pickup-areas';
import { BusiestDrivers, TopLocations } from './statistics/ranked-cards';
import { StatCards } from './statistics/stat-cards';
import { TmrRequestsCard } from './tmr-requests/tmr-requests-card';
import { LONG_WAITS } from './trips-link';

type ReportsTabProps = { holderId: string; CorrectTrip: CorrectTrip };

export function ReportsTab(props: ReportsTabProps) {
  const due = useLodgements();
  // one fault is one message: without what is due there is no other card
  const isFailed = !due.data && due.isError;
  const isSaidAbove = due.error instanceof NetworkError && !navigator.onLine;
  return (
    <>
      <PageHeader title="Reports" offline="Offline: reports need the network." />
      {isFailed && !isSaidAbove && <QueryState query={due} failed="Reports could not be loaded" />}
      {!isFailed && <Reports {...props} />}
    </>
  );
}

function Reports(props: ReportsTabProps) {
  const { data: figures } = useStatistics();
  const hasRequest = useComingUp().entries.some(({ kind }) => kind === 'request');
  useNamedPart();
  return (
    <>
      <DueSection {...props} />
      <div className="mt-4 sm:mt-6">
        <ComingUpCard />
      </div>
      {figures?.totalTrips === 0 ? <NothingHappened /> : <WhatHappened />}
      {/* paper has the requests that no one has answered */}
      <Question title="Records" className={clsx(!hasRequest && 'print:hidden')}>
        <TmrRequestsCard />
        <div className={clsx(cardRow, 'print:hidden lg:grid-cols-2')}>
          <AnnualReportCard />
          <RecordsCard />
        </div>
      </Question>
    </>
  );
}

const NothingHappened = () => (
  <Question title="What happened?">
    <Card>
      <EmptyState
        drawing={<DocumentDrawing />}
        title="Nothing yet"
        hint="No location data available. Figures, charts and a map of your pickups are shown here after your first trip."
        action={
          <Link href="/" className={buttonClass()}>
            Log a trip
          </Link>
        }
      />
    </Card>
  </Question>
);

const ABOUT_FIGURES = 'Large figures are of all time. Quarters are compared at the same point.';

/** A folded card's note on trips that spoil its average. */
function LongWaitsNote() {
  const count = useTripCount(LONG_WAITS.filters);
  return count > 0 && <Badge tone="due">{countOf(count, 'long wait')}</Badge>;
}

const WhatHappened = () => (
  <Question title="What happened?" hint={ABOUT_FIGURES}>
    <FoldingCard title="Key figures" note={<LongWaitsNote />} description={ABOUT_FIGURES} isBare>
      <StatCards />
    </FoldingCard>
    <div className={chartRow}>
      <TripsByMonthChart />
      <WaitingChart />
      <BusiestDrivers />
    </div>
    <div
      className={clsx(
        cardRow,
        'not-print:min-[48rem]:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]',
      )}
    >
      <PickupAreas />
      {/* on paper the table of pickup areas has them */}
      <div className="*:h-full print:hidden">
        <TopLocations />
      </div>
    </div>
  </Question>
);

type QuestionProps = { title: string; hint?: string; className?: string; children: ReactNode };

const Question = ({ title, hint, className, children }: QuestionProps) => (
  <section className={clsx('mt-8 space-y-2 sm:space-y-6', className)}>
    <div className="break-after-avoid">
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="text-sm text-muted max-sm:not-print:hidden">{hint}</p>}
    </div>
    {children}
  </section>
);
