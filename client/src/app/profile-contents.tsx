import { CompanyLogoCard } from '@/features/pictures/company-logo-card';
import { ProfilePictureCard } from '@/features/pictures/profile-picture-card';
import { ProfileTab } from '@/features/profile/profile-tab';
import type { HolderProps } from './settings-contents';

/** The Profile tab with the picture cards of another feature. */
export function ProfileContents({ holder, onHolderChanged }: HolderProps) {
  return (
    <ProfileTab
      holder={holder}
      onHolderChanged={onHolderChanged}
      pictures={
        <>
          <ProfilePictureCard profilePictureUrl={holder.profilePictureUrl} onSaved={onHolderChanged} />
          <CompanyLogoCard
            logoUrl={holder.logoUrl}
            replaceVerb="Change"
            hint="PNG, JPG or SVG, max 5MB."
            path="/api/profile/logo"
            onSaved={onHolderChanged}
          />
        </>
      }
    />
  );
}
