import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { ActivityCard } from './components/activity-card';
import { PreferencesCard } from './components/preferences-card';
import { RecipientsCard } from './components/recipients-card';
import { YourDataCard } from './components/your-data-card';

type SettingsTabProps = { logo: ReactNode; deliveries: ReactNode };

/** How the app works for the holder: logo, report e-mails, their data. */
export function SettingsTab({ logo, deliveries }: SettingsTabProps) {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        {logo}
        <PreferencesCard />
        <div className="space-y-4 sm:space-y-6 lg:col-span-2">
          <RecipientsCard />
          {deliveries}
          <YourDataCard />
          <ActivityCard />
        </div>
      </div>
    </>
  );
}
