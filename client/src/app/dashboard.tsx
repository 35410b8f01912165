import type { BeaHolder } from '@shared/holders';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { TabBar, TabPanel } from '@/components/ui/tabs';
import { LogTripTab } from '@/features/trips/log-trip/log-trip-tab';
import { DashboardHeader } from './dashboard-header';
import {
  DriversTab,
  DuePanel,
  ProfileContents,
  ReportsTab,
  SettingsContents,
  TripHistoryTab,
} from './late-parts';
import { usePageTitle } from './use-page-title';

type TabId = 'log-trip' | 'drivers' | 'history' | 'reports' | 'settings' | 'profile';

type TabContext = {
  holder: BeaHolder;
  openTab: (id: TabId) => void;
  /** The part of the query string that belongs to the tab. */
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
};

type DashboardTab = {
  id: TabId;
  label: string;
  /** The late part that the tab shows, if any. */
  part?: { preload: () => void };
  content: (context: TabContext) => ReactNode;
};

const TABS: readonly DashboardTab[] = [
  {
    id: 'log-trip',
    label: 'Log Trip',
    content: ({ holder, openTab }) => (
      <>
        <LogTripTab holderId={holder.id} onAddDrivers={() => openTab('drivers')} />
        <div className="mt-6">
          <DuePanel withLink />
        </div>
      </>
    ),
  },
  { id: 'drivers', label: 'Drivers', part: DriversTab, content: () => <DriversTab /> },
  {
    id: 'history',
    label: 'Trip History',
    part: TripHistoryTab,
    content: ({ openTab, search, onSearchChange }) => (
      <TripHistoryTab search={search} onSearchChange={onSearchChange} onLogTrip={() => openTab('log-trip')} />
    ),
  },
  { id: 'reports', label: 'Reports', part: ReportsTab, content: () => <ReportsTab /> },
  {
    id: 'settings',
    label: 'Settings',
    part: SettingsContents,
    content: ({ holder }) => <SettingsContents holder={holder} />,
  },
  {
    id: 'profile',
    label: 'Profile',
    part: ProfileContents,
    content: ({ holder }) => <ProfileContents holder={holder} />,
  },
];

/** The address of a tab: its id in the query string, except for the first, then the tab's own parameters. */
export const addressOf = (id: TabId, search = '') =>
  `/${id === 'log-trip' ? '' : `?tab=${id}`}${search && `&${search}`}`;

/** The tab named by the query string, by default the first, and the tab's own parameters. */
function readAddress(search: string): { id: TabId; search: string } {
  const params = new URLSearchParams(search);
  const id = TABS.find((tab) => tab.id === params.get('tab'))?.id ?? 'log-trip';
  params.delete('tab');
  return { id, search: params.toString() };
}

/**
 * The main screen. A tab that was opened stays mounted, and keeps what was typed and its parameters.
 * @param offer stands above every tab
 */
export function Dashboard({ holder, offer }: { holder: BeaHolder; offer?: ReactNode }) {
  const [, navigate] = useLocation();
  const { id: current, search } = readAddress(useSearch());
  const [opened, setOpened] = useState<Partial<Record<TabId, string>>>({});
  if (opened[current] !== search) setOpened({ ...opened, [current]: search });
  usePageTitle(TABS.find((tab) => tab.id === current)?.label ?? '');

  function openTab(id: TabId) {
    navigate(addressOf(id, opened[id]));
    window.scrollTo(0, 0);
  }

  return (
    <>
      <DashboardHeader holder={holder} onOpenProfile={() => openTab('profile')} />
      <nav data-keep-clear className="border-b border-line bg-surface">
        <div className="mx-auto max-w-page px-4">
          <TabBar
            label="Section"
            tabs={TABS}
            value={current}
            onChange={openTab}
            onIntent={(id) => TABS.find((tab) => tab.id === id)?.part?.preload()}
          />
        </div>
      </nav>
      <main className="mx-auto max-w-page px-4 py-4 sm:py-6">
        {offer}
        {TABS.filter((tab) => opened[tab.id] !== undefined).map((tab) => (
          <TabPanel key={tab.id} tab={tab} selected={tab.id === current}>
            {tab.content({
              holder,
              openTab,
              search: opened[tab.id] ?? '',
              onSearchChange: (next, options) => navigate(addressOf(tab.id, next), options),
            })}
          </TabPanel>
        ))}
      </main>
    </>
  );
}
