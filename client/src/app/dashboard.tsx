import { formatCount } from '@shared/figures';
import type { BeaHolder } from '@shared/holders';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ErrorBoundary } from '@/components/ui/lazy-part';
import { TabBar, TabPanel } from '@/components/ui/tabs';
import { InstallInvitation } from '@/features/app-shell/install-invitation';
import { QuarterState } from '@/features/reports/checks/quarter-state';
import { LeftOpenShifts, OpenShift } from '@/features/shifts/open-shifts';
import { ShiftButton } from '@/features/shifts/shift-button';
import { ToDoCard } from '@/features/to-do/to-do-card';
import { ToDoPanel } from '@/features/to-do/to-do-panel';
import { useToDo } from '@/features/to-do/use-to-do';
import { TripDialog } from '@/features/trips/history/trip-dialog';
import { LogTripTab } from '@/features/trips/log-trip/log-trip-tab';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { DashboardHeader } from './dashboard-header';
import { FirstRun } from './first-run/first-run';
import { useFirstRun } from './first-run/use-first-run';
import { CONTENT_ID } from './keys/content-focus';
import {
  DriversTab,
  ProfileTab,
  ReportsTab,
  ScreenFailed,
  SettingsTab,
  TripHistoryTab,
} from './lazy-screens';
import { addressOf, type TabId } from './tabs/tab-address';
import { usePageTitle } from './use-page-title';

type TabContext = {
  holder: BeaHolder;
  openTab: (id: TabId) => void;
  firstRun: ReactNode;
  /** The part of the query string that belongs to the tab. */
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
};

type DashboardTab = {
  id: TabId;
  label: string;
  content: (context: TabContext) => ReactNode;
};

const TABS: readonly DashboardTab[] = [
  {
    id: 'log-trip',
    label: 'Log Trip',
    content: ({ holder, openTab, firstRun }) => (
      <ErrorBoundary fallback={(_error, retry) => <ScreenFailed isLoaded onRetry={retry} />}>
        {firstRun}
        {/* one thing asks for a driver */}
        <LogTripWithDue
          holderId={holder.id}
          entityExpires={holder.authorisationExpires}
          onAddDrivers={firstRun ? undefined : () => openTab('drivers')}
        />
      </ErrorBoundary>
    ),
  },
  {
    id: 'drivers',
    label: 'Drivers',
    content: ({ search, onSearchChange }) => (
      <DriversTab search={search} onOpened={() => onSearchChange('', { replace: true })} />
    ),
  },
  {
    id: 'history',
    label: 'Trip History',
    content: ({ openTab, search, onSearchChange }) => (
      <TripHistoryTab search={search} onSearchChange={onSearchChange} onLogTrip={() => openTab('log-trip')} />
    ),
  },
  {
    id: 'reports',
    label: 'Reports',
    content: ({ holder, search, onSearchChange }) => (
      <ReportsTab
        toDo={<ToDoCard />}
        holderId={holder.id}
        CorrectTrip={TripDialog}
        {...{ search, onSearchChange }}
      />
    ),
  },
  {
    id: 'settings',
    label: 'Settings',
    content: ({ holder }) => <SettingsTab holder={holder} />,
  },
  {
    id: 'profile',
    label: 'Profile',
    content: ({ holder }) => <ProfileTab holder={holder} />,
  },
];

/** The tab named by the query string, by default the first, and the tab's own parameters. */
function readAddress(search: string): { id: TabId; search: string } {
  const params = new URLSearchParams(search);
  const id = TABS.find((tab) => tab.id === params.get('tab'))?.id ?? 'log-trip';
  params.delete('tab');
  return { id, search: params.toString() };
}

type DashboardProps = { holder: BeaHolder; offer?: ReactNode; cameByLogin: boolean };

/** The main screen. A tab that was opened stays mounted, with what was typed and its parameters; `offer` is above every tab. */
export function Dashboard({ holder, offer, cameByLogin }: DashboardProps) {
  const [, navigate] = useLocation();
  const { id: current, search } = readAddress(useSearch());
  const [opened, setOpened] = useState<Partial<Record<TabId, string>>>({});
  if (opened[current] !== search) setOpened({ ...opened, [current]: search });
  const { isShown: isFirstRun, ...firstRun } = useFirstRun(holder, cameByLogin);
  usePageTitle(TABS.find((tab) => tab.id === current)?.label ?? '');

  function openTab(id: TabId) {
    navigate(addressOf(id, opened[id]));
    window.scrollTo(0, 0);
  }

  return (
    <>
      <DashboardHeader holder={holder} onOpenProfile={() => openTab('profile')} />
      <Tabs current={current} onOpen={openTab} />
      <main id={CONTENT_ID} className="mx-auto max-w-page px-4 py-4 sm:py-6">
        {offer}
        {TABS.filter((tab) => opened[tab.id] !== undefined).map((tab) => (
          <TabPanel key={tab.id} tab={tab} selected={tab.id === current}>
            {tab.content({
              holder,
              openTab,
              firstRun: isFirstRun && (
                <FirstRun
                  {...firstRun}
                  isVisible={current === 'log-trip'}
                  onAddDriver={() => navigate(addressOf('drivers', 'driver=new&then=log-trip'))}
                  onImport={() => navigate('/import-trips')}
                  onLookOver={({ key }) => navigate(addressOf('reports', `period=${key}`))}
                  onAddRecipient={() => navigate(addressOf('settings', 'part=recipients'))}
                />
              ),
              search: opened[tab.id] ?? '',
              // a search that settles after the tab was left must not lead back to it
              onSearchChange: (next, options) =>
                tab.id === current
                  ? navigate(addressOf(tab.id, next), options)
                  : setOpened((tabs) => ({ ...tabs, [tab.id]: next })),
            })}
          </TabPanel>
        ))}
      </main>
    </>
  );
}

export function Tabs({ current, onOpen }: { current: TabId; onOpen: (id: TabId) => void }) {
  const count = useToDo().lines.length;
  const waiting = count > 0 ? { count, text: `${formatCount(count)} to do` } : undefined;
  return (
    <nav className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto max-w-page px-4">
        <TabBar
          label="Section"
          tabs={TABS.map((tab) => (tab.id === 'reports' ? { ...tab, waiting } : tab))}
          value={current}
          onChange={onOpen}
        />
      </div>
    </nav>
  );
}

const shift = { Button: ShiftButton, Open: OpenShift, LeftOpen: LeftOpenShifts };

function LogTripWithDue(
  props: Pick<ComponentProps<typeof LogTripTab>, 'holderId' | 'entityExpires' | 'onAddDrivers'>,
) {
  const [hasLogged, setLogged] = useState(false);
  const hasSide = useMediaQuery('(min-width: 80rem)');
  return (
    <>
      <LogTripTab
        {...props}
        onLogged={() => setLogged(true)}
        shift={shift}
        side={
          hasSide && (
            <>
              <QuarterState />
              <ToDoPanel most={3} />
            </>
          )
        }
      />
      {!hasSide && (
        <div className="mx-auto mt-6 max-lg:max-w-form">
          <ToDoPanel most={1} />
        </div>
      )}
      {hasLogged && <InstallInvitation />}
    </>
  );
}
