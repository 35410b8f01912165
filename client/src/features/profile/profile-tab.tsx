import type { BeaHolder, User } from '@shared/holders';
import { UserRound } from 'lucide-react';
import { CompanyLogoCard } from '@/components/company-logo-card';
import { PictureCard } from '@/components/picture-card';
import { PageHeader } from '@/components/ui/page-header';
import { saveProfilePicture, useUser } from './api';
import { AccountCard } from './components/account-card';

type ProfileTabProps = {
  holder: BeaHolder;
  /** Reads the holder anew wherever they are shown. */
  onHolderChanged: () => Promise<void>;
};

const personOf = ({ firstName, lastName, email }: User) =>
  `${[firstName, lastName].filter(Boolean).join(' ')} (${email})`;

/** Who the holder is: pictures and account. */
export function ProfileTab({ holder, onHolderChanged }: ProfileTabProps) {
  const { profilePictureUrl } = holder;
  const { data: user } = useUser();
  return (
    <>
      <PageHeader
        title="Profile Settings"
        description={
          <span className="block max-sm:min-h-10">
            {user ? `Signed in as ${personOf(user)}.` : 'Signed in.'}
          </span>
        }
      />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        <PictureCard
          title="Profile Picture"
          description="Shown in the header, to you alone."
          hint="JPG, PNG or GIF, max 5MB."
          accept="image/jpeg,image/png,image/gif"
          noun="Picture"
          replaceVerb="Change"
          shapes={['crop', 'fit']}
          words={{
            uploaded: 'Profile picture updated successfully',
            uploadFailed: 'Failed to update profile picture',
            removed: 'Profile picture removed successfully',
            removeFailed: 'Failed to remove profile picture',
          }}
          hasPicture={profilePictureUrl !== null}
          current={
            profilePictureUrl ? (
              <img
                src={profilePictureUrl}
                alt="Current profile"
                width="96"
                height="96"
                className="size-24 rounded-full object-cover"
              />
            ) : (
              <span className="grid size-24 place-items-center rounded-full bg-brand-soft text-brand">
                <UserRound aria-hidden="true" className="size-10" />
              </span>
            )
          }
          onSave={async (address) => {
            await saveProfilePicture(address);
            await onHolderChanged();
          }}
        />
        <CompanyLogoCard
          logoUrl={holder.logoUrl}
          replaceVerb="Change"
          hint="PNG, JPG or SVG, max 5MB."
          path="/api/profile/logo"
          onSaved={onHolderChanged}
        />
        <div className="lg:col-span-2">
          <AccountCard holder={holder} onSaved={onHolderChanged} />
        </div>
      </div>
    </>
  );
}
