import type { BeaHolder } from '@shared/holders';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { addressOf } from './dashboard';
import { DashboardHeader } from './dashboard-header';
import { DriversTab, ImportTrips, ProfileContents, TmrForm } from './late-parts';
import { useHolderChanged } from './use-holder-changed';
import { usePageTitle } from './use-page-title';

type ScreenProps = { holder: BeaHolder };

/** A tab's contents at their own path. */
function Screen({ holder, title, children }: ScreenProps & { title: string; children: ReactNode }) {
  const [, navigate] = useLocation();
  usePageTitle(title);
  return (
    <>
      <DashboardHeader holder={holder} onOpenProfile={() => navigate('/profile')} />
      <main className="mx-auto max-w-page px-4 py-4">
        <Link href="/" className={buttonClass('ghost', 'mb-2 -ml-4')}>
          <ArrowLeft className="size-4" />
          Back to Dashboard
        </Link>
        {children}
      </main>
    </>
  );
}

export function DriversScreen({ holder }: ScreenProps) {
  return (
    <Screen holder={holder} title="Drivers">
      <DriversTab />
    </Screen>
  );
}

export function ImportTripsScreen({ holder }: ScreenProps) {
  const [, navigate] = useLocation();
  return (
    <Screen holder={holder} title="Import trips">
      <ImportTrips onShowTrips={() => navigate(addressOf('history'))} />
    </Screen>
  );
}

export function ProfileScreen({ holder }: ScreenProps) {
  const onHolderChanged = useHolderChanged();
  return (
    <Screen holder={holder} title="Profile">
      <ProfileContents holder={holder} onHolderChanged={onHolderChanged} />
    </Screen>
  );
}

export function TmrFormScreen({ holder }: ScreenProps) {
  const year = new URLSearchParams(useSearch()).get('year');
  return (
    <Screen holder={holder} title="TMR Form F5320">
      <TmrForm holder={holder} year={year} />
    </Screen>
  );
}
