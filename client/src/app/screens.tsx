import type { BeaHolder } from '@shared/holders';
import { parsePeriod } from '@shared/reports/report-periods';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { TabPanel } from '@/components/ui/tabs';
import { TripDialog } from '@/features/trips/history/trip-dialog';
import { Tabs } from './dashboard';
import { DashboardHeader } from './dashboard-header';
import { LookOverQuarter } from './first-run/look-over';
import { CONTENT_ID } from './keys/content-focus';
import {
  AreasScreen,
  AssumedScreen,
  ChartsScreen,
  DriverPage,
  DriversTab,
  F5320Form,
  HoursScreen,
  ImportRoster,
  ImportTrips,
  LogSeveral,
  PortalScreen,
  ProfileTab,
  RecordsScreen,
  VehiclePage,
  WeekScreen,
} from './lazy-screens';
import { addressOf, type TabId } from './tabs/tab-address';
import { usePageTitle } from './use-page-title';

type ScreenProps = {
  holder: BeaHolder;
  title: string;
  /** The tab that it belongs to. */
  tab: TabId;
  /** The target of a link above it. */
  back?: { to: TabId; label: string };
  content: (context: {
    holder: BeaHolder;
    query: URLSearchParams;
    /** The named parts of the address. */
    params: Partial<Record<string, string>>;
    open: (path: string) => void;
  }) => ReactNode;
};

const toReports: ScreenProps['back'] = { to: 'reports', label: 'Back to Reports' };
const toDrivers: ScreenProps['back'] = { to: 'drivers', label: 'Back to Drivers' };

export const SCREENS: readonly (Omit<ScreenProps, 'holder'> & { path: string })[] = [
  {
    path: '/areas',
    title: 'Areas',
    tab: 'reports',
    back: toReports,
    content: ({ query }) => <AreasScreen period={parsePeriod(query.get('period') ?? '')} />,
  },
  {
    path: '/assumed-facts',
    title: 'Assumed facts',
    tab: 'drivers',
    back: toDrivers,
    content: () => <AssumedScreen />,
  },
  { path: '/drivers', title: 'Drivers', tab: 'drivers', content: () => <DriversTab /> },
  {
    path: '/drivers/import',
    title: 'Drivers and vehicles from a spreadsheet',
    tab: 'drivers',
    back: toDrivers,
    content: ({ open }) => <ImportRoster onStored={() => open('/?tab=drivers')} />,
  },
  {
    path: '/drivers/:id',
    title: 'Driver',
    tab: 'drivers',
    back: toDrivers,
    content: ({ params: { id = '' } }) => <DriverPage key={id} id={id} />,
  },
  {
    path: '/vehicles/:id',
    title: 'Vehicle',
    tab: 'drivers',
    back: toDrivers,
    content: ({ params: { id = '' } }) => <VehiclePage key={id} id={id} />,
  },
  {
    path: '/import-trips',
    title: 'Import trips',
    tab: 'history',
    back: { to: 'history', label: 'Back to Trip History' },
    content: () => <ImportTrips next={<LookOverQuarter />} />,
  },
  {
    path: '/log-several',
    title: 'Log several',
    tab: 'log-trip',
    content: ({ open }) => <LogSeveral onLeave={() => open('/')} />,
  },
  {
    path: '/hours',
    title: 'Hours',
    tab: 'drivers',
    back: toDrivers,
    content: () => <HoursScreen />,
  },
  {
    path: '/hours/week',
    title: 'Enter a week',
    tab: 'drivers',
    content: ({ open }) => <WeekScreen onLeave={() => open('/hours')} />,
  },
  {
    path: '/profile',
    title: 'Profile',
    tab: 'profile',
    content: ({ holder }) => <ProfileTab holder={holder} />,
  },
  {
    path: '/reports/charts',
    title: 'Charts and map',
    tab: 'reports',
    back: toReports,
    content: () => <ChartsScreen />,
  },
  {
    path: '/reports/records',
    title: 'Records',
    tab: 'reports',
    back: toReports,
    content: () => <RecordsScreen />,
  },
  {
    path: '/tmr-form',
    title: 'TMR Form F5320',
    tab: 'reports',
    back: { to: 'log-trip', label: 'Back to Dashboard' },
    content: ({ holder, query }) => <F5320Form holder={holder} year={query.get('year')} />,
  },
  {
    path: '/portal/:period?',
    title: "Data for TMR's portal",
    tab: 'reports',
    back: toReports,
    content: ({ holder, params, open }) => (
      <PortalScreen
        holder={holder}
        period={params.period}
        CorrectTrip={TripDialog}
        onChoose={(period) => open(`/portal/${period}`)}
      />
    ),
  },
];

export function Screen({ holder, title, tab, back, content }: ScreenProps) {
  const [, navigate] = useLocation();
  const params = useParams();
  const query = new URLSearchParams(useSearch());
  /** Reports goes on with the report that the screen is about. */
  const report = params.period ?? query.get('period');

  function open(path: string) {
    navigate(path);
    window.scrollTo(0, 0);
  }

  return (
    <>
      {/* before its content, which may have a better one */}
      <PageTitle title={title} />
      <DashboardHeader holder={holder} onOpenProfile={() => open('/profile')} />
      <Tabs current={tab} onOpen={(id) => open(addressOf(id))} />
      <main id={CONTENT_ID} className="mx-auto max-w-page px-4 py-4 sm:py-6">
        <TabPanel tab={{ id: tab, label: title }} selected>
          {back && (
            <Link
              href={addressOf(back.to, back.to === 'reports' && report ? `period=${report}` : '')}
              className={buttonClass('ghost', 'mb-2 -ml-4')}
            >
              <ArrowLeft className="size-4" />
              {back.label}
            </Link>
          )}
          {content({ holder, query, params, open })}
        </TabPanel>
      </main>
    </>
  );
}

function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
