import { pictureFile } from '@shared/pictures/pictures';
import { ImageUp, Trash2, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileDrop } from '@/components/ui/file-drop';
import { request } from '@/lib/api-client';
import { toast, toastOutcome, withUndo } from '@/lib/toast';
import { PictureDialog, type PictureShape } from './picture-dialog';
import { pictureFault } from './upload';

type PictureCardProps = {
  title: string;
  description: string;
  hint: string;
  accept: string;
  /** The picture's name in labels: "Logo". */
  noun: string;
  /** The button's verb if there is a picture: "Replace". */
  replaceVerb: string;
  shapes: readonly PictureShape[];
  words: Record<'uploaded' | 'uploadFailed' | 'removed' | 'removeFailed' | 'restored', string>;
  current: ReactNode;
  address: string | null;
  /** Saves an uploaded picture by its address, or null for a removed one. */
  onSave: (address: string | null) => Promise<void>;
};

function PictureCard(props: PictureCardProps) {
  const { hint, accept, noun, replaceVerb, shapes, words, current, address, onSave, ...heading } = props;
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const verb = address ? replaceVerb : 'Upload';

  function choose(chosen: File) {
    const fault = pictureFault(chosen);
    if (fault) toast({ title: 'Error', description: fault, variant: 'destructive' });
    else setFile(chosen);
  }

  async function remove() {
    setRemoving(true);
    const restore = () => toastOutcome(onSave(address), words.restored, words.uploadFailed);
    const removed = () => withUndo(words.removed, restore);
    await toastOutcome(onSave(null), removed, words.removeFailed);
    setRemoving(false);
  }

  return (
    <Card {...heading}>
      <FileDrop
        label={`${noun} file`}
        accept={accept}
        hint={hint}
        icon={ImageUp}
        choose={`${verb} ${noun}`}
        disabled={removing}
        onFile={choose}
        current={current}
      >
        {address && (
          <Button
            variant="ghost"
            icon={Trash2}
            pending={removing}
            pendingLabel="Removing..."
            onClick={remove}
          >
            Remove {noun}
          </Button>
        )}
      </FileDrop>
      {file && (
        <PictureDialog
          title={`${verb} ${noun}`}
          file={file}
          shapes={shapes}
          failed={words.uploadFailed}
          onSave={async (address) => {
            await onSave(address);
            toast({ title: words.uploaded });
          }}
          onClose={() => setFile(undefined)}
        />
      )}
    </Card>
  );
}

type CompanyLogoCardProps = Pick<PictureCardProps, 'hint' | 'replaceVerb'> & {
  logoUrl: string | null;
  /** The API has two calls that do the same, one for each screen (docs/product/running.md#api). */
  path: '/api/bea-holders/logo' | '/api/profile/logo';
  onSaved: () => Promise<void>;
};

export const CompanyLogoCard = ({ logoUrl, path, onSaved, ...texts }: CompanyLogoCardProps) => (
  <PictureCard
    title="Company Logo"
    description="Shown in the header, on the sign-in screen, on reports and in emails."
    {...texts}
    accept="image/png,image/jpeg,image/svg+xml"
    noun="Logo"
    shapes={['original', 'crop', 'fit']}
    words={{
      uploaded: 'Logo uploaded successfully',
      uploadFailed: 'Failed to upload logo',
      removed: 'Logo removed successfully',
      removeFailed: 'Failed to remove logo',
      restored: 'Logo restored',
    }}
    address={logoUrl}
    current={
      logoUrl ? (
        <img
          src={pictureFile(logoUrl, 'document.png')}
          alt="Current logo"
          className="max-h-16 max-w-48 rounded-md object-contain"
        />
      ) : (
        <BrandLogo src={null} height="h-16" width="w-48" />
      )
    }
    onSave={async (address) => {
      const field = path === '/api/profile/logo' ? 'logoURL' : 'logoUrl';
      await request('PUT', path, { [field]: address });
      await onSaved();
    }}
  />
);

type ProfilePictureCardProps = { profilePictureUrl: string | null } & Pick<CompanyLogoCardProps, 'onSaved'>;

export const ProfilePictureCard = ({ profilePictureUrl, onSaved }: ProfilePictureCardProps) => (
  <PictureCard
    title="Profile Picture"
    description="Shown in the header. Only those who sign in see it."
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
          width="64"
          height="64"
          className="size-16 rounded-full object-cover"
        />
      ) : (
        <span className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand forced-colors:border">
          <UserRound className="size-8" />
        </span>
      )
    }
    onSave={async (profilePictureUrl) => {
      await request('PUT', '/api/profile', { profilePictureUrl });
      await onSaved();
    }}
  />
);
