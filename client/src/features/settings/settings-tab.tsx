import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { ActivityCard } from './components/activity-card';
import { PreferencesCard } from './components/preferences-card';
import { RecipientsCard } from './components/recipients-card';
import { YourDataCard } from './components/your-data-card';

type SettingsTabProps = { logo: ReactNode; deliveries: ReactNode };

/** How the app works for the holder: logo, report emails, their data. */
export function SettingsTab({ logo, deliveries }: SettingsTabProps) {
  return (
    <>
      <PageHeader title="Settings" offline="Offline: changes need the network." />
      <div className={clsx('grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2', oneAfterAnother)}>
        {logo}
        <PreferencesCard />
        <div className={clsx('space-y-4 sm:space-y-6 lg:col-span-2', oneAfterAnother)}>
          <RecipientsCard />
          {deliveries}
          <YourDataCard />
          <ActivityCard />
        </div>
      </div>
    </>
  );
}
