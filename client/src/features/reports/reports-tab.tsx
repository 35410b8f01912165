import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { AnnualReportCard, RecordsCard } from './annual-and-records-cards';
import type { CorrectTrip } from './checks/findings';
import { DueSection } from './lodgements/due-section';
import { TripsByMonthChart, WaitingChart } from './statistics/charts';
import { PickupAreas } from './statistics/pickup-areas';
import { BusiestDrivers, TopLocations } from './statistics/ranked-cards';
import { StatCards } from './statistics/stat-cards';

const row = 'grid grid-cols-1 gap-4 sm:gap-6';

export function ReportsTab({ CorrectTrip }: { CorrectTrip: CorrectTrip }) {
  // what follows keeps its place from the start: no one knows before how much is due
  const [isDueSettled, setDueSettled] = useState(false);
  return (
    <>
      <PageHeader title="Reports" offline="Offline: reports need the network." />
      <DueSection CorrectTrip={CorrectTrip} onSettled={setDueSettled} />
      <div hidden={!isDueSettled}>
        <Question title="What happened?" hint="Compared up to the same day of last quarter and of last year.">
          <StatCards />
          <div
            className={clsx(
              row,
              'lg:grid-cols-2 lg:max-xl:*:first:col-span-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]',
            )}
          >
            <TripsByMonthChart />
            <WaitingChart />
            <BusiestDrivers />
          </div>
          <div className={clsx(row, 'lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]')}>
            <PickupAreas />
            <TopLocations />
          </div>
        </Question>
        <Question title="Records" className="print:hidden">
          <div className={clsx(row, 'lg:grid-cols-2')}>
            <AnnualReportCard />
            <RecordsCard />
          </div>
        </Question>
      </div>
    </>
  );
}

type QuestionProps = { title: string; hint?: string; className?: string; children: ReactNode };

const Question = ({ title, hint, className, children }: QuestionProps) => (
  <section className={clsx('mt-8 space-y-4 sm:space-y-6', className)}>
    <div>
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
    {children}
  </section>
);
