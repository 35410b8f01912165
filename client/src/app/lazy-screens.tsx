import type { ComponentType } from 'react';
import { Card } from '@/components/ui/card';
import { type FailedProps, failingQuietly, lazyPart, PartFailed } from '@/components/ui/lazy-part';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';

const lazyScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, { skeleton: <ScreenSkeleton />, Failed: ScreenFailed });

export const DriversTab = lazyScreen(() => import('./tabs/drivers-tab').then((file) => file.DriversTab));
export const DriverPage = lazyScreen(() => import('./pages/driver-page').then((file) => file.DriverPage));
export const VehiclePage = lazyScreen(() => import('./pages/vehicle-page').then((file) => file.VehiclePage));
export const TripHistoryTab = lazyScreen(() =>
  import('@/features/trips/history/trip-history-tab').then((file) => file.TripHistoryTab),
);
export const ReportsTab = lazyScreen(() =>
  import('@/features/reports/reports-tab').then((file) => file.ReportsTab),
);
export const SettingsTab = lazyScreen(() => import('./tabs/settings-tab').then((file) => file.SettingsTab));
export const ProfileTab = lazyScreen(() => import('./tabs/profile-tab').then((file) => file.ProfileTab));
export const ImportTrips = lazyScreen(() =>
  import('@/features/imports/import-trips').then((file) => file.ImportTrips),
);
export const ImportRoster = lazyScreen(() =>
  import('@/features/rosters/import-roster').then((file) => file.ImportRoster),
);
export const LogSeveral = lazyScreen(() =>
  import('@/features/imports/typed/log-several').then((file) => file.LogSeveral),
);
export const HoursScreen = lazyScreen(() =>
  import('@/features/shifts/hours-screen').then((file) => file.HoursScreen),
);
export const WeekScreen = lazyScreen(() =>
  import('@/features/shifts/week/week-screen').then((file) => file.WeekScreen),
);
export const F5320Form = lazyScreen(() =>
  import('@/features/reports/f5320/f5320-form').then((file) => file.F5320Form),
);
export const AreasScreen = lazyScreen(() =>
  import('@/features/reports/areas/areas-screen').then((file) => file.AreasScreen),
);
export const AssumedScreen = lazyScreen(() =>
  import('@/features/vehicles/assumed-screen').then((file) => file.AssumedScreen),
);
export const PortalScreen = lazyScreen(() =>
  import('@/features/reports/portal/portal-screen').then((file) => file.PortalScreen),
);
export const ChartsScreen = lazyScreen(() =>
  import('@/features/reports/statistics/charts-screen').then((file) => file.ChartsScreen),
);
export const RecordsScreen = lazyScreen(() =>
  import('@/features/reports/records/records-screen').then((file) => file.RecordsScreen),
);
export const Palette = lazyPart(() => import('./palette/palette').then((file) => file.Palette), {
  Failed: failingQuietly('Search could not be loaded.'),
});

function ScreenSkeleton() {
  return (
    <SkeletonGroup label="Loading">
      <Skeleton className="mb-6 h-7 w-48" />
      <div className="space-y-4 rounded-md border border-line bg-surface p-4 sm:p-6">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </SkeletonGroup>
  );
}

export function ScreenFailed(props: FailedProps) {
  return (
    <Card>
      <PartFailed {...props} />
    </Card>
  );
}
