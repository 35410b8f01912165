import type { BeaHolder } from '@shared/holders';
import { pictureFile } from '@shared/pictures/pictures';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { BrandLogo } from '@/components/brand-logo';
import { Button } from '@/components/ui/button';
import { useAuth } from '@/features/auth/auth-provider';
import { toastOutcome } from '@/lib/toast';

/** The app's title and the holder, with the buttons for profile and logout. */
export function DashboardHeader({ holder, onOpenProfile }: { holder: BeaHolder; onOpenProfile: () => void }) {
  const name = holder.holderName || 'BEA Holder';
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-page items-center gap-2 px-4 py-px sm:gap-3 sm:py-3">
        <BrandLogo
          src={holder.logoUrl && pictureFile(holder.logoUrl, 'header.webp')}
          height="h-9 sm:h-11"
          width="w-9 min-[22rem]:w-12 sm:w-28"
          className="shrink-0 object-left"
        />
        <div className="min-w-0 grow">
          <h1 className="truncate text-sm font-semibold sm:text-lg">BEA Trip Logging</h1>
          <p className="text-sm text-muted max-sm:sr-only">Booked Entity Authority Management</p>
          <p className="flex gap-x-2 text-sm text-muted sm:hidden">
            <span className="truncate">{name}</span>
            <span className="max-w-3/4 shrink-0 truncate">{holder.beaNumber}</span>
          </p>
        </div>
        <div className="min-w-0 max-w-60 text-right max-sm:hidden">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-sm text-muted">{holder.beaNumber}</p>
        </div>
        <ProfilePictureButton name={name} pictureUrl={holder.profilePictureUrl} onClick={onOpenProfile} />
        <LogoutButton />
      </div>
    </header>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

type ProfilePictureButtonProps = { name: string; pictureUrl: string | null; onClick: () => void };

function ProfilePictureButton({ name, pictureUrl, onClick }: ProfilePictureButtonProps) {
  return (
    <button
      type="button"
      aria-label="Open profile"
      title="Open profile"
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft font-medium text-brand"
    >
      {pictureUrl ? (
        <img
          src={pictureFile(pictureUrl, 'header.webp')}
          alt=""
          width="44"
          height="44"
          className="size-11 rounded-full object-cover"
        />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
    </button>
  );
}

function LogoutButton() {
  const { logout } = useAuth();
  const [pending, setPending] = useState(false);

  async function leave() {
    setPending(true);
    await toastOutcome(logout(), undefined, 'Logout failed');
    setPending(false);
  }

  return (
    <Button
      variant="secondary"
      aria-label="Logout"
      className="shrink-0 max-sm:w-11 max-sm:px-0"
      pending={pending}
      pendingLabel=""
      onClick={leave}
      icon={LogOut}
    >
      <span className="max-sm:hidden">Logout</span>
    </Button>
  );
}
