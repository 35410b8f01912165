import { PageHeader } from '@/components/ui/page-header';
import { AnnualReportCard } from './components/annual-report-card';
import { LodgingCard } from './components/lodging-card';
import { QuarterlyReportCard } from './components/quarterly-report-card';
import { RecordsCard } from './components/records-card';
import { StatCards } from './components/stat-cards';
import { TopLocations } from './components/top-locations';
import { TripsByMonthChart } from './components/trips-by-month-chart';
import { DuePanel } from './due-panel';

/** The figures at a glance, and the documents made of them. */
export function ReportsTab() {
  return (
    <>
      <PageHeader title="Reports" />
      <div className="space-y-4 sm:space-y-6">
        <DuePanel />
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
