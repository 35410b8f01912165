import type { ComponentType } from 'react';
import { Card } from '@/components/ui/card';
import { type FailedProps, failingQuietly, late, PartFailed } from '@/components/ui/late';
import { PlainToasts } from '@/components/ui/plain-toasts';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';

const lateTab = <Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) =>
  late(name, load, { skeleton: <TabSkeleton />, Failed: TabFailed });

export const DriversTab = lateTab('drivers-tab', () =>
  import('@/features/drivers/drivers-tab').then((module) => module.DriversTab),
);
export const TripHistoryTab = lateTab('trip-history-tab', () =>
  import('@/features/trips/history/trip-history-tab').then((module) => module.TripHistoryTab),
);
export const ImportTrips = lateTab('import-trips', () =>
  import('@/features/imports/import-trips').then((module) => module.ImportTrips),
);
export const ReportsTab = lateTab('reports-tab', () =>
  import('@/features/reports/reports-tab').then((module) => module.ReportsTab),
);
export const TmrForm = lateTab('tmr-form', () =>
  import('@/features/tmr-form/tmr-form').then((module) => module.TmrForm),
);
export const SettingsContents = lateTab('settings-contents', () =>
  import('./settings-contents').then((module) => module.SettingsContents),
);
export const ProfileContents = lateTab('profile-contents', () =>
  import('./profile-contents').then((module) => module.ProfileContents),
);
export const DuePanel = late(
  'due-panel',
  () => import('@/features/reports/due-panel').then((module) => module.DuePanel),
  { whenIdle: true, Failed: failingQuietly('What is due could not be loaded.') },
);
/** A tenth of the app's code, so it comes after what a trip is logged with; until then, and without it, toasts are plain. */
export const Toaster = late(
  'toaster',
  () => import('@/components/ui/toaster').then((module) => module.Toaster),
  { whenIdle: true, skeleton: <PlainToasts />, Failed: PlainToasts },
);

/** The rough shape of a tab: heading, then a surface. */
function TabSkeleton() {
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

function TabFailed(props: FailedProps) {
  return (
    <Card>
      <PartFailed {...props} />
    </Card>
  );
}
