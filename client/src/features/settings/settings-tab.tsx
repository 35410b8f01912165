import type { BeaHolder } from '@shared/holders';
import type { ReactNode } from 'react';
import { CompanyLogoCard } from '@/components/company-logo-card';
import { PageHeader } from '@/components/ui/page-header';
import { ActivityCard } from './components/activity-card';
import { PreferencesCard } from './components/preferences-card';
import { RecipientsCard } from './components/recipients-card';
import { YourDataCard } from './components/your-data-card';

type SettingsTabProps = {
  holder: BeaHolder;
  /** Reads the holder anew wherever they are shown. */
  onHolderChanged: () => Promise<void>;
  /** The cards of what is sent by e-mail, which are another feature's. */
  deliveries: ReactNode;
};

/** How the app works for the holder: logo, report e-mails, their data. */
export function SettingsTab({ holder, onHolderChanged, deliveries }: SettingsTabProps) {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        <CompanyLogoCard
          logoUrl={holder.logoUrl}
          replaceVerb="Replace"
          hint="PNG, JPG or SVG, max 5MB, recommended 200x200px."
          path="/api/bea-holders/logo"
          onSaved={onHolderChanged}
        />
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
