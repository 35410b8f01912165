import type { BeaHolder } from '@shared/holders';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { loadLocalities } from '@/features/trips/trip-form/localities';
import { DashboardHeader } from './dashboard-header';
import { CONTENT_ID } from './keys/content-focus';
import { DriversTab, F5320Form, ImportTrips, LogSeveral, ProfileTab } from './lazy-parts';
import { addressOf } from './tabs/tab-address';
import { usePageTitle } from './use-page-title';

type ScreenProps = {
  holder: BeaHolder;
  title: string;
  content: (context: {
    holder: BeaHolder;
    query: URLSearchParams;
    open: (path: string) => void;
  }) => ReactNode;
};

export const SCREENS: readonly (Omit<ScreenProps, 'holder'> & { path: string })[] = [
  { path: '/drivers', title: 'Drivers', content: () => <DriversTab /> },
  {
    path: '/import-trips',
    title: 'Import trips',
    content: ({ open }) => (
      <ImportTrips loadLocalities={loadLocalities} onShowTrips={() => open(addressOf('history'))} />
    ),
  },
  {
    path: '/log-several',
    title: 'Log several',
    content: ({ open }) => <LogSeveral loadLocalities={loadLocalities} onLeave={() => open('/')} />,
  },
  { path: '/profile', title: 'Profile', content: ({ holder }) => <ProfileTab holder={holder} /> },
  {
    path: '/tmr-form',
    title: 'TMR Form F5320',
    content: ({ holder, query }) => <F5320Form holder={holder} year={query.get('year')} />,
  },
];

export function Screen({ holder, title, content }: ScreenProps) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  usePageTitle(title);
  return (
    <>
      <DashboardHeader holder={holder} onOpenProfile={() => navigate('/profile')} />
      <main id={CONTENT_ID} className="mx-auto max-w-page px-4 py-4">
        <Link href="/" className={buttonClass('ghost', 'mb-2 -ml-4')}>
          <ArrowLeft className="size-4" />
          Back to Dashboard
        </Link>
        {content({ holder, query, open: navigate })}
      </main>
    </>
  );
}
