import { clsx } from 'clsx';
import { useState } from 'react';

type BrandLogoProps = {
  src: string | null | undefined;
  height: string;
  /** The width of the company's own logo, kept free until it is there: its shape is unknown before. */
  width: string;
  className?: string;
};

/** The company's own logo at `src`, or the app's if it is missing or cannot be loaded. */
export function BrandLogo({ src, height, width, className }: BrandLogoProps) {
  const [missing, setMissing] = useState<string>();
  const isOwn = Boolean(src) && src !== missing;
  return (
    <img
      // React sets the address twice, and Firefox would load at the first, break off and load again
      loading="lazy"
      src={isOwn && src ? src : '/favicon.svg'}
      alt={isOwn ? 'Company Logo' : 'Trip Log'}
      width="48"
      height="48"
      onError={() => isOwn && src && setMissing(src)}
      className={clsx('object-contain', isOwn && 'rounded-md', height, src ? width : 'w-auto', className)}
    />
  );
}
