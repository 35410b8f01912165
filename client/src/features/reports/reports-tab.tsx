import { PageHeader } from '@/components/ui/page-header';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { AnnualReportCard } from './components/annual-report-card';
import { LodgingCard } from './components/lodging-card';
import { QuarterlyReportCard } from './components/quarterly-report-card';
import { RecordsCard } from './components/records-card';
import { StatCards } from './components/stat-cards';
import { TopLocations } from './components/top-locations';
import { TripsByMonthChart } from './components/trips-by-month-chart';
import { DuePanel, dueFrame } from './due-panel';

/** Figures, and the reports made of them. */
export function ReportsTab() {
  return (
    <>
      <PageHeader title="Reports" />
      <div className="space-y-4 sm:space-y-6">
        <DuePanel
          skeleton={
            <SkeletonGroup label="Loading what is due" className={dueFrame}>
              <div className="h-15 space-y-2 py-2 pl-8 max-sm:h-21">
                <Skeleton className="h-5 max-w-70" />
                <Skeleton className="h-4 max-w-50" />
              </div>
            </SkeletonGroup>
          }
        />
        <StatCards />
        <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
          <QuarterlyReportCard />
          <AnnualReportCard />
        </div>
        <LodgingCard />
        <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
          <TopLocations />
          <RecordsCard />
        </div>
        <TripsByMonthChart />
      </div>
    </>
  );
}
