import type { BeaHolder } from '@shared/holders';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { ActivityCard } from '@/features/activity/activity-card';
import { useAuth } from '@/features/auth/auth-provider';
import { CalendarCard } from '@/features/calendar/calendar-card';
import { HistoryCard, PlannedCard } from '@/features/deliveries/mail-cards';
import { PreferencesCard, RecipientsCard } from '@/features/deliveries/recipient-cards';
import { LayoutsCard } from '@/features/imports/layouts/layouts-card';
import { CompanyLogoCard } from '@/features/pictures/picture-cards';
import { useNamedPart } from '@/lib/hooks/use-named-part';

/** The first two cards are next to each other on a desk, and as high while they load. */
const besideOnDesks = 'max-lg:[&>:has(.animate-late)~*]:hidden';

export function SettingsTab({ holder }: { holder: BeaHolder }) {
  const { refreshHolder } = useAuth();
  useNamedPart();
  return (
    <>
      <PageHeader title="Settings" offline="You're offline. Changes need the internet." />
      <div className={clsx('grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-2', besideOnDesks)}>
        <CompanyLogoCard
          logoUrl={holder.logoUrl}
          replaceVerb="Replace"
          hint="PNG, JPG or SVG, max 5MB, recommended 200x200px."
          path="/api/bea-holders/logo"
          onSaved={refreshHolder}
        />
        <PreferencesCard />
        <div className={clsx('space-y-4 sm:space-y-6 lg:col-span-2', oneAfterAnother)}>
          <YourDataCard />
          <LayoutsCard />
          <ActivityCard />
          <RecipientsCard />
          <PlannedCard />
          <HistoryCard />
          <CalendarCard />
        </div>
      </div>
    </>
  );
}

const YourDataCard = () => (
  <Card
    id="your-data"
    title="Your data"
    description="Your profile, drivers, trips, recipients and who changed what, in one ZIP file."
    actions={
      // a link, so that the browser writes the file as it comes, however large
      <a href="/api/export/everything" download className={buttonClass()}>
        <Download className="size-4" />
        Export everything
      </a>
    }
  />
);
