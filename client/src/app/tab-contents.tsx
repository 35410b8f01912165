import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';

/** The parts of the app that are fetched when they are first shown. */
export const loadDriversTab = () =>
  import('@/features/drivers/drivers-tab').then((module) => module.DriversTab);
export const loadTripHistoryTab = () =>
  import('@/features/trips/history/trip-history-tab').then((module) => module.TripHistoryTab);
export const loadImportTrips = () =>
  import('@/features/imports/import-trips').then((module) => module.ImportTrips);
export const loadReportsTab = () =>
  import('@/features/reports/reports-tab').then((module) => module.ReportsTab);
/** Fetched when there is nothing else to do; where it cannot be, the dashboard does without. */
export const loadDuePanel = () =>
  whenIdle()
    .then(() => import('@/features/reports/due-panel'))
    .then(
      (module) => module.DuePanel,
      () => () => null,
    );
export const loadTmrForm = () => import('@/features/tmr-form/tmr-form').then((module) => module.TmrForm);
export const loadSettingsTab = () => import('./settings-contents').then((module) => module.SettingsContents);
export const loadProfileTab = () => import('./profile-contents').then((module) => module.ProfileContents);

/** Once the screen is drawn and answers; Safari does not say when it is idle. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });

/** The rough shape of a tab on its way: heading, then a surface. */
export function TabSkeleton() {
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
