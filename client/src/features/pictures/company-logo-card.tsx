import { pictureFile } from '@shared/pictures/pictures';
import { BrandLogo } from '@/components/brand-logo';
import { request } from '@/lib/api-client';
import { PictureCard } from './picture-card';

const words = {
  uploaded: 'Logo uploaded successfully',
  uploadFailed: 'Failed to upload logo',
  removed: 'Logo removed successfully',
  removeFailed: 'Failed to remove logo',
};

type CompanyLogoCardProps = {
  logoUrl: string | null;
  replaceVerb: 'Replace' | 'Change';
  hint: string;
  /** The API has two calls that do the same, one for each screen (docs/product.md#api). */
  path: '/api/bea-holders/logo' | '/api/profile/logo';
  /** Reads the holder again wherever the logo is shown. */
  onSaved: () => Promise<void>;
};

/** Shows, changes and removes the company's logo. */
export function CompanyLogoCard({ logoUrl, replaceVerb, hint, path, onSaved }: CompanyLogoCardProps) {
  return (
    <PictureCard
      title="Company Logo"
      description="Shown in the header, on the sign-in screen, on reports and in e-mails."
      hint={hint}
      accept="image/png,image/jpeg,image/svg+xml"
      noun="Logo"
      replaceVerb={replaceVerb}
      shapes={['original', 'crop', 'fit']}
      words={words}
      hasPicture={logoUrl !== null}
      current={
        logoUrl ? (
          <img
            src={pictureFile(logoUrl, 'document.png')}
            alt="Current logo"
            className="max-h-24 max-w-48 rounded-md object-contain"
          />
        ) : (
          <BrandLogo src={null} className="h-16" />
        )
      }
      onSave={async (address) => {
        await request(
          'PUT',
          path,
          path === '/api/profile/logo' ? { logoURL: address } : { logoUrl: address },
        );
        await onSaved();
      }}
    />
  );
}
