import { PageHeader } from '@/components/ui/page-header';
import { TripsByMonthChart, WaitingChart } from './charts';
import { PickupAreas } from './pickup-areas';
import { BusiestDrivers } from './ranked-cards';

/** The charts, the drivers with most trips, and the map of pickups (docs/product/reports.md#statistics). */
export const ChartsScreen = () => (
  <>
    <PageHeader title="Charts and map" offline="You're offline. This page needs the internet." />
    <div className="space-y-2 sm:space-y-6">
      {/* the second chart has room for its labels in one line */}
      <div className="grid grid-cols-1 gap-2 sm:gap-6 not-print:min-[48rem]:grid-cols-2 not-print:min-[48rem]:max-xl:*:first:col-span-2 print:grid-cols-2 print:*:break-inside-avoid print:*:last:col-span-2 xl:grid-cols-[minmax(0,11fr)_minmax(0,11fr)_minmax(0,8fr)]">
        <TripsByMonthChart />
        <WaitingChart />
        <BusiestDrivers />
      </div>
      <PickupAreas />
    </div>
  </>
);
