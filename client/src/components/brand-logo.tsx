import { pictureFile } from '@shared/pictures/pictures';
import { clsx } from 'clsx';
import { useState } from 'react';

type BrandLogoProps = {
  logoUrl: string | null | undefined;
  /** The size that suits the place. */
  file: 'header.webp' | 'login.webp';
  className: string;
};

/**
 * The company's own logo where it has one that can be had, else the app's. Give it a height; a wide logo is fitted in.
 */
export function BrandLogo({ logoUrl, file, className }: BrandLogoProps) {
  const [missing, setMissing] = useState<string>();
  return logoUrl && logoUrl !== missing ? (
    <img
      src={pictureFile(logoUrl, file)}
      alt="Company Logo"
      onError={() => setMissing(logoUrl)}
      className={clsx('max-w-48 rounded-md object-contain', className)}
    />
  ) : (
    <img src="/favicon.svg" alt="Trip Log" width="48" height="48" className={clsx('w-auto', className)} />
  );
}
