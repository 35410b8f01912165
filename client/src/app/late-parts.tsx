import { Card } from '@/components/ui/card';
import { type FailedProps, failingQuietly, late, PartFailed } from '@/components/ui/late';
import { PlainToasts } from '@/components/ui/plain-toasts';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';

const lateTab = <Name extends string, Props extends object>(
  ...[file, name, load]: Parameters<typeof late<Name, Props>>
) => late(file, name, load, { skeleton: <TabSkeleton />, Failed: TabFailed });

export const DriversTab = lateTab(
  'drivers-tab',
  'DriversTab',
  () => import('@/features/drivers/drivers-tab'),
);
export const TripHistoryTab = lateTab(
  'trip-history-tab',
  'TripHistoryTab',
  () => import('@/features/trips/history/trip-history-tab'),
);
export const ImportTrips = lateTab(
  'import-trips',
  'ImportTrips',
  () => import('@/features/imports/import-trips'),
);
export const ReportsTab = lateTab(
  'reports-tab',
  'ReportsTab',
  () => import('@/features/reports/reports-tab'),
);
export const TmrForm = lateTab('tmr-form', 'TmrForm', () => import('@/features/tmr-form/tmr-form'));
export const SettingsContents = lateTab(
  'settings-contents',
  'SettingsContents',
  () => import('./settings-contents'),
);
export const ProfileContents = lateTab(
  'profile-contents',
  'ProfileContents',
  () => import('./profile-contents'),
);
export const DuePanel = late('due-panel', 'DuePanel', () => import('@/features/reports/due-panel'), {
  whenIdle: true,
  Failed: failingQuietly('What is due could not be loaded.'),
});
/** Nobody misses it. */
export const PasskeyOffer = late(
  'passkey-offer',
  'PasskeyOffer',
  () => import('@/features/passkeys/passkey-offer'),
  {
    Failed: () => null,
  },
);
/** A tenth of the app's code, so it comes after what a trip is logged with; until then, and without it, toasts are plain. */
export const Toaster = late('toaster', 'Toaster', () => import('@/components/ui/toaster'), {
  whenIdle: true,
  skeleton: <PlainToasts />,
  Failed: PlainToasts,
});

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
