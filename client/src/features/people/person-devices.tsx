import type { Device } from '@shared/devices';
import { countOf } from '@shared/figures';
import type { Person } from '@shared/people';
import { formatDate, formatDateTime } from '@shared/periods';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { ConfirmAction } from '@/components/ui/dialog';
import { Folded } from '@/components/ui/folded';
import { useSignOutDevice, useSignOutOthers } from './api';
import { nameOf } from './person-dialogs';

/** So many devices of a person are shown at first. */
const SHOWN = 5;

export type Leaving = Device | 'others';

type PersonDevicesProps = {
  person: Person;
  /** The last used first; undefined before they are known. */
  devices: Device[] | undefined;
  onSignOut: (device: Device) => void;
};

/** The devices that a person signed in on: one's own are shown, those of others are folded away. */
export function PersonDevices({ person, devices, onSignOut }: PersonDevicesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (!devices) return null;
  if (devices.length === 0) return <p className="text-sm text-muted">Not signed in on any device.</p>;
  const used = devices.reduce((last, { lastUsedAt }) => (lastUsedAt > last ? lastUsedAt : last), '');
  return (
    <Folded
      open={person.isYou}
      summary={`${countOf(devices.length, 'device')}, last used ${formatDateTime(new Date(used))}`}
    >
      <ul aria-label={`Devices of ${nameOf(person)}`} className="divide-y divide-line pl-5">
        {devices.slice(0, showsAll ? undefined : SHOWN).map((device) => (
          <DeviceRow key={device.id} device={device} onSignOut={() => onSignOut(device)} />
        ))}
      </ul>
      {devices.length > SHOWN && !showsAll && (
        <Button variant="ghost" className="ml-1" onClick={() => setShowsAll(true)}>
          Show all {devices.length}
        </Button>
      )}
    </Folded>
  );
}

/** What people or a device said, clipped to two lines. */
export const TwoLines = ({ children }: { children: ReactNode }) => (
  <Clipped tall lines={2}>
    {children}
  </Clipped>
);

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { name, address, isThisDevice, isSignedIn, trustedUntil } = device;
  const used = formatDateTime(new Date(device.lastUsedAt));
  const verb = isSignedIn ? 'Sign out' : 'Forget';
  return (
    <li className="flex items-start justify-between gap-x-2 py-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <TwoLines>{name}</TwoLines>
          {isThisDevice && <Badge tone="success">This device</Badge>}
          {!isSignedIn && <Badge>Signed out</Badge>}
        </div>
        <p className="text-sm wrap-anywhere text-muted">
          {[address, used, trustedUntil && `remembered until ${formatDate(new Date(trustedUntil))}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {(isSignedIn || trustedUntil) && (
        <Button
          variant="ghost"
          className="-mr-2 shrink-0 px-2!"
          aria-label={`${verb}: ${name}, ${isThisDevice ? 'this device' : `last used ${used}`}`}
          onClick={onSignOut}
        >
          {verb}
        </Button>
      )}
    </li>
  );
}

type SignOutDialogProps = { leaving: Leaving; onLogout: () => Promise<void>; onClose: () => void };

export function SignOutDialog({ leaving, onLogout, onClose }: SignOutDialogProps) {
  const device = useSignOutDevice();
  const others = useSignOutOthers();
  const shared = { pendingLabel: 'Signing out...', failed: 'Failed to sign out', onClose };
  if (leaving === 'others')
    return (
      <ConfirmAction
        {...shared}
        title="Sign out everywhere else?"
        description="Everyone who uses this account on another device will be signed out and will have to sign in again. This device stays signed in."
        confirmLabel="Sign out everywhere else"
        action={() => others.mutateAsync()}
        done="Signed out everywhere else"
      />
    );
  const { name, isThisDevice, isSignedIn } = leaving;
  if (!isSignedIn)
    return (
      <ConfirmAction
        title={`Forget ${name}?`}
        description="It is already signed out. The next sign-in on it will need a code or a passkey."
        confirmLabel="Forget"
        pendingLabel="Forgetting..."
        action={() => device.mutateAsync(leaving)}
        done={`${name} was forgotten`}
        failed="Failed to forget the device"
        onClose={onClose}
      />
    );
  return (
    <ConfirmAction
      {...shared}
      title={isThisDevice ? 'Sign out on this device?' : `Sign out ${name}?`}
      description={
        isThisDevice
          ? 'You will leave Trip Log. To come back, sign in again.'
          : 'The person who uses it will be signed out and will have to sign in again.'
      }
      confirmLabel="Sign out"
      action={() => (isThisDevice ? onLogout() : device.mutateAsync(leaving))}
      done={isThisDevice ? undefined : `${name} was signed out`}
    />
  );
}
