import { pictureFile } from '@shared/pictures/pictures';
import { useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import type { OtherWay } from './login-form';
import { savedLogo } from './remembered';
import { SignIn } from './sign-in';

/** The screen for everybody who is not signed in. */
export function LoginScreen({ otherWay }: { otherWay?: OtherWay | undefined }) {
  const [logoUrl, setLogoUrl] = useState(savedLogo);
  return (
    <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-8 sm:py-16">
      <div className="w-full max-w-form rounded-md border border-line bg-surface p-6 shadow-float sm:p-8">
        <div className="flex flex-col items-center text-center">
          <BrandLogo src={logoUrl && pictureFile(logoUrl, 'login.webp')} height="h-14" width="w-48" />
          <h1 className="mt-4 text-xl font-semibold">BEA Trip Logging</h1>
        </div>
        <SignIn
          intro={
            <p className="mt-1 text-center text-balance text-muted">
              Enter your BEA Number to access the trip logging system
            </p>
          }
          onCleared={() => setLogoUrl(null)}
          otherWay={otherWay}
        />
      </div>
    </main>
  );
}
