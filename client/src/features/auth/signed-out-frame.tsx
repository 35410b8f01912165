import type { ReactNode } from 'react';
import { BrandLogo } from '@/components/brand-logo';

type SignedOutFrameProps = {
  logo?: string | null;
  title: string;
  children: ReactNode;
};

/** What is shown to who is not signed in: one card below a logo and a heading. */
export const SignedOutFrame = ({ logo, title, children }: SignedOutFrameProps) => (
  <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-8 sm:[@media(height>=56rem)]:py-16">
    <div className="w-full max-w-form rounded-md border border-line bg-surface px-4 py-6 shadow-float sm:p-8">
      <div className="flex flex-col items-center text-center">
        <BrandLogo src={logo} height="h-14" width="w-48" />
        <h1 className="mt-4 text-xl font-semibold text-balance wrap-anywhere max-[22rem]:text-lg">{title}</h1>
      </div>
      {children}
    </div>
  </main>
);
