import type { BeaHolder } from '@shared/holders';
import { useAuth } from '@/features/auth/auth-provider';
import { DevicesCard } from '@/features/devices/devices-card';
import { passkeysArePossible } from '@/features/passkeys/passkeys-are-possible';
import { PasskeysCard } from '@/features/passkeys/passkeys-card';
import { CompanyLogoCard } from '@/features/pictures/company-logo-card';
import { ProfilePictureCard } from '@/features/pictures/profile-picture-card';
import { ProfileTab } from '@/features/profile/profile-tab';
import { useNamedPart } from '../keys/content-focus';
import { useLogout } from '../use-logout';

/** The Profile tab with the picture cards of another feature. */
export function ProfileContents({ holder }: { holder: BeaHolder }) {
  const { refreshHolder } = useAuth();
  useNamedPart();
  return (
    <div className="max-w-read">
      <ProfileTab
        holder={holder}
        onHolderChanged={refreshHolder}
        signIn={
          <>
            {passkeysArePossible() && <PasskeysCard />}
            <DevicesCard onLogout={useLogout()} />
          </>
        }
        pictures={
          <>
            <ProfilePictureCard profilePictureUrl={holder.profilePictureUrl} onSaved={refreshHolder} />
            <CompanyLogoCard
              logoUrl={holder.logoUrl}
              replaceVerb="Change"
              hint="PNG, JPG or SVG, max 5MB."
              path="/api/profile/logo"
              onSaved={refreshHolder}
            />
          </>
        }
      />
    </div>
  );
}
