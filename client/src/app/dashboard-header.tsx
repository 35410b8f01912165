import type { BeaHolder } from '@shared/holders';
import { formatDateTime } from '@shared/periods';
import { pictureFile } from '@shared/pictures/pictures';
import { LogOut, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { Button } from '@/components/ui/button';
import { NewVersionNotice } from '@/features/app-shell/new-version-notice';
import { useOutbox } from '@/features/outbox/outbox';
import { useOutboxStatus } from '@/features/outbox/outbox-status';
import { isOnDevice, isSettled } from '@/features/outbox/waiting-record';
import { useNow } from '@/lib/clock';
import { useIsWide, useMediaQuery } from '@/lib/hooks/use-media-query';
import { toastOutcome } from '@/lib/toast';
import { paletteKeys } from './keys/palette-keys';
import { useOpen } from './keys/shortcuts';
import { LogoutDialog } from './logout-dialog';
import { useLogout } from './use-logout';

export function DashboardHeader({ holder, onOpenProfile }: { holder: BeaHolder; onOpenProfile: () => void }) {
  const name = holder.holderName || 'BEA Holder';
  usePrintedHolder(name, holder.beaNumber);
  const status = useOutboxStatus();
  const isWide = useIsWide();
  const hasRoom = useMediaQuery('(min-width: 80rem)');
  // on a narrow screen it lies over the subtitle, which may have two lines
  const statusLine = (
    <div
      role="status"
      className="min-w-0 text-sm font-medium text-ink max-sm:truncate sm:max-xl:absolute sm:max-xl:inset-0 sm:max-xl:not-empty:bg-surface xl:grow xl:truncate xl:text-right"
    >
      {status || <NewVersionNotice className="max-xl:absolute max-xl:inset-0 max-xl:bg-surface" />}
    </div>
  );
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-page items-center gap-2 px-4 py-0.5 sm:gap-4 sm:py-3 print:items-start">
        <BrandLogo
          src={holder.logoUrl && pictureFile(holder.logoUrl, 'header.webp')}
          height="h-9 sm:h-11"
          width="w-9 min-[22rem]:w-12 sm:w-28"
          className="shrink-0 object-left"
        />
        <div className="min-w-0 max-xl:grow min-[48rem]:shrink-0">
          <h1 className="truncate text-sm font-semibold sm:text-lg">BEA Trip Logging</h1>
          <div className="relative">
            <p className="text-sm text-muted max-sm:sr-only">Booked Entity Authority Management</p>
            {!isWide && !status && (
              <p className="flex gap-x-2 text-sm text-muted">
                <span className="truncate">{name}</span>
                <span className="max-w-1/2 shrink-0 truncate">{holder.beaNumber}</span>
              </p>
            )}
            {!hasRoom && statusLine}
          </div>
        </div>
        {hasRoom && statusLine}
        <PaletteButton />
        <div className="min-w-0 max-w-60 text-right xl:max-w-90 max-sm:hidden print:max-w-128 print:text-sm print:*:wrap-anywhere print:*:whitespace-normal">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-sm text-muted">{holder.beaNumber}</p>
          <PrintedAt />
        </div>
        <ProfilePictureButton name={name} pictureUrl={holder.profilePictureUrl} onClick={onOpenProfile} />
        <LogoutButton isDemo={holder.demoUntil !== null} />
      </div>
    </header>
  );
}

/** Characters that fit on one line twice with the page's number, however wide they are; the first page has the whole. */
const PRINTED_CHARACTERS = 33;

const shortened = (text: string) => {
  const characters = [...text];
  if (characters.length <= PRINTED_CHARACTERS) return text;
  return `${characters.slice(0, PRINTED_CHARACTERS - 1).join('')}…`;
};

/** Says below each printed page whose it is (styles.css): paper may lose its first page. */
function usePrintedHolder(name: string, beaNumber: string) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--printed-holder', JSON.stringify(`${shortened(name)} · ${shortened(beaNumber)}`));
    return () => void style.removeProperty('--printed-holder');
  }, [name, beaNumber]);
}

const PrintedAt = () => <p className="hidden text-sm print:block">Printed {formatDateTime(useNow())}</p>;

/** On a desk alone: without a keyboard nothing is gained over the tabs. */
function PaletteButton() {
  const open = useOpen();
  return (
    <button
      type="button"
      onClick={() => open('palette')}
      className="flex min-h-10 shrink-0 items-center gap-2 rounded-md border border-line px-3 text-sm text-muted transition-colors hover:border-line-strong hover:text-ink max-lg:hidden print:hidden"
    >
      <Search className="size-4" />
      Search or jump to…
      <kbd className="ml-2 font-sans">{paletteKeys()}</kbd>
    </button>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

type ProfilePictureButtonProps = { name: string; pictureUrl: string | null; onClick: () => void };
const ProfilePictureButton = ({ name, pictureUrl, onClick }: ProfilePictureButtonProps) => (
  <button
    type="button"
    aria-label="Open profile"
    data-tooltip="Open profile"
    onClick={onClick}
    className="relative grid size-9 print:hidden shrink-0 after:absolute after:-inset-1 sm:size-11 place-items-center rounded-full bg-brand-soft font-medium text-brand forced-colors:border"
  >
    {pictureUrl ? (
      <img
        src={pictureFile(pictureUrl, 'header.webp')}
        alt=""
        width="44"
        height="44"
        className="size-full rounded-full object-cover"
      />
    ) : (
      <span aria-hidden="true">{initials(name)}</span>
    )}
  </button>
);

/** Trips that are not sent yet stay on the device, and a demo is removed: signing out says so first. */
function LogoutButton({ isDemo }: { isDemo: boolean }) {
  const logout = useLogout();
  const waiting = useOutbox().records.filter((record) => !isSettled(record));
  const [isAsking, setIsAsking] = useState(false);
  const [pending, setPending] = useState(false);

  async function leave() {
    setIsAsking(false);
    setPending(true);
    await toastOutcome(logout(), undefined, 'Logout failed');
    setPending(false);
  }

  return (
    <>
      <Button
        variant="secondary"
        aria-label="Logout"
        data-tooltip="Logout"
        className="relative shrink-0 max-sm:size-9 max-sm:min-h-0! max-sm:px-0 max-sm:after:absolute max-sm:after:-inset-1"
        pending={pending}
        pendingLabel=""
        onClick={() => (isDemo || waiting.length > 0 ? setIsAsking(true) : void leave())}
        icon={LogOut}
      >
        <span className="max-sm:hidden">Logout</span>
      </Button>
      {isAsking && (
        <LogoutDialog
          isDemo={isDemo}
          waiting={waiting}
          isSaved={waiting.every(isOnDevice)}
          onConfirm={() => void leave()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
