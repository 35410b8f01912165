import { UserRound } from 'lucide-react';
import { request } from '@/lib/api-client';
import { PictureCard } from './picture-card';

type ProfilePictureCardProps = {
  profilePictureUrl: string | null;
  /** Reads the holder again wherever the picture is shown. */
  onSaved: () => Promise<void>;
};

export function ProfilePictureCard({ profilePictureUrl, onSaved }: ProfilePictureCardProps) {
  return (
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
        restored: 'Profile picture restored',
      }}
      address={profilePictureUrl}
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
            <UserRound className="size-10" />
          </span>
        )
      }
      onSave={async (profilePictureUrl) => {
        await request('PUT', '/api/profile', { profilePictureUrl });
        await onSaved();
      }}
    />
  );
}
