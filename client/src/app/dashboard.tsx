import type { BeaHolder } from '@shared/holders';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { TabBar, TabPanel } from '@/components/ui/tabs';
import { LogTripTab } from '@/features/trips/log-trip/log-trip-tab';
import { DashboardHeader } from './dashboard-header';
import { LazyContent, loadAhead } from './lazy-content';
import {
  loadDriversTab,
  loadDuePanel,
  loadProfileTab,
  loadReportsTab,
  loadSettingsTab,
  loadTripHistoryTab,
  TabSkeleton,
} from './tab-contents';
import { useHolderChanged } from './use-holder-changed';
import { usePageTitle } from './use-page-title';

type TabId = 'log-trip' | 'drivers' | 'history' | 'reports' | 'settings' | 'profile';

type TabContext = {
  holder: BeaHolder;
  /** Shows the holder as just saved. */
  onHolderChanged: () => Promise<void>;
  openTab: (id: TabId) => void;
  /** What the address says of the tab's contents. */
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
};

type DashboardTab = {
  id: TabId;
  label: string;
  /** Fetches the contents; a tab without it is there from the start. */
  load?: () => Promise<unknown>;
  content: (context: TabContext) => ReactNode;
};

const TABS: readonly DashboardTab[] = [
  {
    id: 'log-trip',
    label: 'Log Trip',
    content: ({ openTab }) => (
      <>
        <LogTripTab onAddDrivers={() => openTab('drivers')} />
        <div className="mt-6">
          <LazyContent load={loadDuePanel} props={{ withLink: true }} fallback={null} />
        </div>
      </>
    ),
  },
  {
    id: 'drivers',
    label: 'Drivers',
    load: loadDriversTab,
    content: () => <LazyContent load={loadDriversTab} props={{}} fallback={<TabSkeleton />} />,
  },
  {
    id: 'history',
    label: 'Trip History',
    load: loadTripHistoryTab,
    content: ({ openTab, search, onSearchChange }) => (
      <LazyContent
        load={loadTripHistoryTab}
        props={{ search, onSearchChange, onLogTrip: () => openTab('log-trip') }}
        fallback={<TabSkeleton />}
      />
    ),
  },
  {
    id: 'reports',
    label: 'Reports',
    load: loadReportsTab,
    content: () => <LazyContent load={loadReportsTab} props={{}} fallback={<TabSkeleton />} />,
  },
  {
    id: 'settings',
    label: 'Settings',
    load: loadSettingsTab,
    content: ({ holder, onHolderChanged }) => (
      <LazyContent load={loadSettingsTab} props={{ holder, onHolderChanged }} fallback={<TabSkeleton />} />
    ),
  },
  {
    id: 'profile',
    label: 'Profile',
    load: loadProfileTab,
    content: ({ holder, onHolderChanged }) => (
      <LazyContent load={loadProfileTab} props={{ holder, onHolderChanged }} fallback={<TabSkeleton />} />
    ),
  },
];

/** The query part of the address of a tab: nothing for the first, else its name, then what its contents ask for. */
export const addressOf = (id: TabId, search = '') =>
  `/${id === 'log-trip' ? '' : `?tab=${id}`}${search && `&${search}`}`;

/** The tab that the address names, the first unless told, and what it says of the tab's contents. */
function readAddress(search: string): { id: TabId; search: string } {
  const params = new URLSearchParams(search);
  const id = TABS.find((tab) => tab.id === params.get('tab'))?.id ?? 'log-trip';
  params.delete('tab');
  return { id, search: params.toString() };
}

/** The main screen. Its tabs switch in place; a tab once opened keeps what was typed in it and what its address was. */
export function Dashboard({ holder }: { holder: BeaHolder }) {
  const onHolderChanged = useHolderChanged();
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
      <nav className="border-b border-line bg-surface">
        <div className="mx-auto max-w-page px-4">
          <TabBar
            label="Section"
            tabs={TABS}
            value={current}
            onChange={openTab}
            onIntent={(id) => {
              const load = TABS.find((tab) => tab.id === id)?.load;
              if (load) loadAhead(load);
            }}
          />
        </div>
      </nav>
      <main className="mx-auto max-w-page px-4 py-4 sm:py-6">
        {TABS.filter((tab) => opened[tab.id] !== undefined).map((tab) => (
          <TabPanel key={tab.id} tab={tab} selected={tab.id === current}>
            {tab.content({
              holder,
              onHolderChanged,
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
