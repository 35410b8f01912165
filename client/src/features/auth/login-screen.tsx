import { pictureFile } from '@shared/pictures/pictures';
import { useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { LoginForm } from './login-form';
import { savedLogo } from './remembered';

/** The screen for everybody who is not signed in. */
export function LoginScreen() {
  const [logoUrl, setLogoUrl] = useState(savedLogo);
  return (
    <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-8 sm:py-16">
      <div className="w-full max-w-form rounded-md border border-line bg-surface p-6 shadow-float sm:p-8">
        <div className="mb-6 flex flex-col items-center text-center">
          <BrandLogo src={logoUrl && pictureFile(logoUrl, 'login.webp')} className="h-14" />
          <h1 className="mt-4 text-xl font-semibold">BEA Trip Logging</h1>
          <p className="mt-1 text-balance text-muted">
            Enter your BEA Number to access the trip logging system
          </p>
        </div>
        <LoginForm onCleared={() => setLogoUrl(null)} />
      </div>
    </main>
  );
}
