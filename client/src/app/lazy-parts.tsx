import { Card } from '@/components/ui/card';
import { type FailedProps, failingQuietly, lazyPart, PartFailed } from '@/components/ui/lazy-part';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { PlainToasts } from '@/components/ui/toasts/plain-toasts';
import { firstRunFrame } from './first-run/use-first-run';

const lazyTab = <Name extends string, Props extends object>(
  ...[name, load]: Parameters<typeof lazyPart<Name, Props>>
) => lazyPart(name, load, { skeleton: <TabSkeleton />, Failed: TabFailed });

export const DriversTab = lazyTab('DriversTab', () => import('./tabs/drivers-tab'));
export const TripHistoryTab = lazyTab(
  'TripHistoryTab',
  () => import('@/features/trips/history/trip-history-tab'),
);
export const ImportTrips = lazyTab('ImportTrips', () => import('@/features/imports/import-trips'));
export const LogSeveral = lazyTab('LogSeveral', () => import('@/features/imports/typed/log-several'));
export const HoursScreen = lazyTab('HoursScreen', () => import('@/features/shifts/hours-screen'));
export const WeekScreen = lazyTab('WeekScreen', () => import('@/features/shifts/week/week-screen'));
const SHIFT_BUTTON = <span className="w-31 shrink-0 max-[22rem]:w-24" />;
export const ShiftButton = lazyPart('ShiftButton', () => import('@/features/shifts/shift-button'), {
  whenIdle: true,
  // its width, so that the button next to it stays as it is
  skeleton: SHIFT_BUTTON,
  Failed: () => SHIFT_BUTTON,
});
export const OpenShifts = lazyPart<'OpenShifts', object>(
  'OpenShifts',
  () => import('@/features/shifts/open-shifts'),
  { whenIdle: true, Failed: failingQuietly('The shifts could not be loaded.') },
);
export const ReportsTab = lazyTab('ReportsTab', () => import('@/features/reports/reports-tab'));
export const CorrectTrip = lazyPart('TripDialog', () => import('@/features/trips/history/trip-dialog'), {
  Failed: failingQuietly('The trip could not be opened.'),
});
export const F5320Form = lazyTab('F5320Form', () => import('@/features/reports/f5320/f5320-form'));
export const AreasScreen = lazyTab('AreasScreen', () => import('@/features/reports/areas/areas-screen'));
export const PortalScreen = lazyTab('PortalScreen', () => import('@/features/reports/portal/portal-screen'));
export const WaitingTripDialog = lazyPart(
  'WaitingTripDialog',
  () => import('@/features/trips/outbox/waiting-trip-dialog'),
  { Failed: failingQuietly('The trip could not be opened.') },
);
export const NotFoundScreen = lazyPart('NotFoundScreen', () => import('./not-found-screen'));
export const SettingsTab = lazyTab('SettingsTab', () => import('./tabs/settings-tab'));
export const ProfileTab = lazyTab('ProfileTab', () => import('./tabs/profile-tab'));
export const DuePanel = lazyPart('DuePanel', () => import('@/features/reports/lodgements/due-panel'), {
  whenIdle: true,
  Failed: failingQuietly('The reports that are due could not be loaded.'),
});
export const ComingUpPanel = lazyPart(
  'ComingUpPanel',
  () => import('@/features/reports/coming-up/coming-up-panel'),
  { whenIdle: true, Failed: failingQuietly('Coming up could not be loaded.') },
);
export const FirstRun = lazyPart('FirstRun', () => import('./first-run/first-run'), {
  skeleton: ({ isFolded }) => <div className={firstRunFrame(isFolded)} />,
  Failed: failingQuietly('The first steps could not be loaded.'),
});
export const Palette = lazyPart('Palette', () => import('./palette/palette'), {
  Failed: failingQuietly('Search could not be loaded.'),
});
export const KeysDialog = lazyPart('KeysDialog', () => import('./keys/keys-dialog'), {
  Failed: failingQuietly('The keyboard shortcuts could not be loaded.'),
});
export const QuarterState = lazyPart(
  'QuarterState',
  () => import('@/features/reports/checks/quarter-state'),
  {
    whenIdle: true,
    // its height, so that what is due stays where it is
    skeleton: <div className="h-40" />,
    Failed: failingQuietly('The state of the quarter could not be loaded.'),
  },
);
export const LogoutDialog = lazyPart('LogoutDialog', () => import('./logout-dialog'), {
  Failed: failingQuietly('Signing out could not be loaded.'),
});
/** No one misses it. */
export const PasskeyOffer = lazyPart('PasskeyOffer', () => import('@/features/passkeys/passkey-offer'), {
  Failed: () => null,
});
/** No one misses it. */
export const InstallInvitation = lazyPart(
  'InstallInvitation',
  () => import('@/features/app-shell/install-invitation'),
  { Failed: () => null },
);
/** A session ends long after the app was opened. */
export const SignInDialogs = lazyPart('SignInDialogs', () => import('./sign-in-dialogs'), {
  whenIdle: true,
  Failed: failingQuietly('Signing in again could not be loaded.'),
});
/** No one misses them: they say what the buttons' names say. */
export const Tooltips = lazyPart('Tooltips', () => import('@/components/ui/tooltips'), {
  whenIdle: true,
  Failed: () => null,
});
/** A tenth of the app's code, so it comes after what a trip is logged with; until then, and without it, toasts are plain. */
export const Toaster = lazyPart('Toaster', () => import('@/components/ui/toasts/toaster'), {
  whenIdle: true,
  skeleton: <PlainToasts />,
  Failed: PlainToasts,
});

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
