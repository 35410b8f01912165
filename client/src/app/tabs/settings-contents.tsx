import type { BeaHolder } from '@shared/holders';
import { useAuth } from '@/features/auth/auth-provider';
import { HistoryCard } from '@/features/deliveries/components/history-card';
import { PlannedCard } from '@/features/deliveries/components/planned-card';
import { CompanyLogoCard } from '@/features/pictures/company-logo-card';
import { SettingsTab } from '@/features/settings/settings-tab';
import { useNamedPart } from '../keys/content-focus';

/** The Settings tab with the cards of other features. */
export function SettingsContents({ holder }: { holder: BeaHolder }) {
  const { refreshHolder } = useAuth();
  useNamedPart();
  return (
    <div className="max-w-read">
      <SettingsTab
        deliveries={
          <>
            <PlannedCard />
            <HistoryCard />
          </>
        }
        logo={
          <CompanyLogoCard
            logoUrl={holder.logoUrl}
            replaceVerb="Replace"
            hint="PNG, JPG or SVG, max 5MB, recommended 200x200px."
            path="/api/bea-holders/logo"
            onSaved={refreshHolder}
          />
        }
      />
    </div>
  );
}
