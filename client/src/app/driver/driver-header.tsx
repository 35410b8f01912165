import type { PhoneSession } from '@shared/holders';
import { pictureFile } from '@shared/pictures/pictures';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { IconButton } from '@/components/ui/button';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { NewVersionNotice } from '@/features/app-shell/new-version-notice';
import { useOutboxStatus } from '@/features/outbox/outbox-status';

const ThisPhone = lazyPart(() => import('./this-phone').then((file) => file.ThisPhone), {
  Failed: failingQuietly('This part could not be loaded.'),
});

/** Whose phone it is and for whom, how the outbox stands, and the way to what is about the phone itself. */
export function DriverHeader({ phone }: { phone: PhoneSession }) {
  const [isOpen, setOpen] = useState(false);
  const status = useOutboxStatus();
  const { driver, logoUrl, tradingName, companyName } = phone;
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-page items-center gap-2 px-4 py-0.5 sm:gap-4 sm:py-3">
        <BrandLogo
          src={logoUrl && pictureFile(logoUrl, 'header.webp')}
          height="h-9 sm:h-11"
          width="w-9 min-[22rem]:w-12 sm:w-28"
          className="shrink-0 object-left"
        />
        <div className="min-w-0 grow">
          <h1 className="truncate text-sm font-semibold sm:text-lg">{driver.name}</h1>
          <div className="relative text-sm">
            <p className="truncate text-muted">{tradingName || companyName}</p>
            <div
              role="status"
              className="absolute inset-0 truncate font-medium text-ink not-empty:bg-surface"
            >
              {status || <NewVersionNotice className="absolute inset-0 bg-surface" />}
            </div>
          </div>
        </div>
        <IconButton icon={Smartphone} iconClass="size-5" label="This phone" onClick={() => setOpen(true)} />
      </div>
      {isOpen && <ThisPhone phone={phone} onClose={() => setOpen(false)} />}
    </header>
  );
}
