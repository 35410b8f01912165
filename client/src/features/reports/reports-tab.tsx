import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DocumentDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { NetworkError } from '@/lib/api-client';
import { useNamedPart } from '@/lib/hooks/use-named-part';
import { useLodgements, useStatistics } from './api';
import type { CorrectTrip } from './checks/finding-line';
import { DueSection } from './lodgements/due-section';
import { RECORDS } from './records/address';
import { TopLocations } from './statistics/ranked-cards';
import { StatCards } from './statistics/stat-cards';

type ReportsTabProps = {
  /** Stands above all. */
  toDo: ReactNode;
  holderId: string;
  /** The part of the query string that belongs to the tab; `period` names the report that is shown. */
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
  CorrectTrip: CorrectTrip;
};

export function ReportsTab({ toDo, search, onSearchChange, ...props }: ReportsTabProps) {
  const due = useLodgements();
  useNamedPart();
  const params = new URLSearchParams(search);
  // an address of before they were moved
  if (params.get('part') === 'tmr-requests') return <Redirect to={RECORDS} replace />;
  // one fault is one message: without what is due there is no other card
  const isFailed = !due.data && due.isError;
  const isSaidAbove = due.error instanceof NetworkError && !navigator.onLine;
  return (
    <>
      <PageHeader
        title="Reports"
        offline="You're offline. This page needs the internet."
        actions={SUB_PAGES.map(({ href, label }) => (
          <Link key={href} href={href} className={buttonClass('ghost', 'max-sm:px-2')}>
            {label}
          </Link>
        ))}
      />
      {isFailed && !isSaidAbove && <QueryState query={due} failed="Reports could not be loaded" />}
      {!isFailed && (
        <>
          <div className="mb-6 sm:mb-8 empty:hidden">{toDo}</div>
          <DueSection
            named={params.get('period') ?? ''}
            onChoose={(period) => onSearchChange(`period=${period}`, { replace: true })}
            {...props}
          />
          <WhatHappened />
        </>
      )}
    </>
  );
}

const SUB_PAGES = [
  { href: '/reports/charts', label: 'Charts and map' },
  { href: RECORDS, label: 'Records' },
];

function WhatHappened() {
  const { data: figures } = useStatistics();
  return (
    <section className="mt-8 space-y-2 sm:space-y-6">
      <div className="break-after-avoid">
        <h2 className="text-lg font-semibold">What happened?</h2>
        {figures?.totalTrips !== 0 && (
          <p className="text-sm text-muted">Big numbers: all time. Quarters: up to the same day.</p>
        )}
      </div>
      {figures?.totalTrips === 0 ? (
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
      ) : (
        <>
          <StatCards />
          <TopLocations />
        </>
      )}
    </section>
  );
}
