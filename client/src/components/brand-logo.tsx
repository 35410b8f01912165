import { clsx } from 'clsx';
import { useState } from 'react';

/** The company's own logo at `src`, or the app's where there is none or it cannot be loaded. Give it a height. */
export function BrandLogo({ src, className }: { src: string | null | undefined; className: string }) {
  const [missing, setMissing] = useState<string>();
  return src && src !== missing ? (
    <img
      src={src}
      alt="Company Logo"
      onError={() => setMissing(src)}
      className={clsx('max-w-48 rounded-md object-contain', className)}
    />
  ) : (
    <img src="/favicon.svg" alt="Trip Log" width="48" height="48" className={clsx('w-auto', className)} />
  );
}
