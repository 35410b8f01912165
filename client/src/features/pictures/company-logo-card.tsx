import { pictureFile } from '@shared/pictures/pictures';
import type { ComponentProps } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { request } from '@/lib/api-client';
import { PictureCard } from './picture-card';

type CompanyLogoCardProps = Pick<ComponentProps<typeof PictureCard>, 'hint' | 'replaceVerb'> & {
  logoUrl: string | null;
  /** The API has two calls that do the same, one for each screen (docs/product.md#api). */
  path: '/api/bea-holders/logo' | '/api/profile/logo';
  /** Reads the holder again wherever the logo is shown. */
  onSaved: () => Promise<void>;
};

export function CompanyLogoCard({ logoUrl, path, onSaved, ...texts }: CompanyLogoCardProps) {
  return (
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
            className="max-h-24 max-w-48 rounded-md object-contain"
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
}
