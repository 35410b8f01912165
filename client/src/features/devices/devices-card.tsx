import type { Device } from '@shared/devices';
import { formatDate, formatDateTime } from '@shared/periods';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { ConfirmAction } from '@/components/ui/dialog';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { request } from '@/lib/api-client';

const queryKey = ['/api/devices'];

/** So many devices are shown at first. */
const SHOWN = 5;

type Leaving = Device | 'others';

/** The devices of everyone who works with this account. */
export function DevicesCard({ onLogout }: { onLogout: () => Promise<void> }) {
  const devices = useQuery<Device[]>({ queryKey, staleTime: 0 });
  const { dialog, open, close } = useRowDialog();
  const signOut = (leaving: Leaving) => open(<SignOutDialog {...{ leaving, onLogout }} onClose={close} />);
  const [showsAll, setShowsAll] = useState(false);
  const hasOthers = devices.data?.some(({ isThisDevice }) => !isThisDevice);

  return (
    <Card
      id="devices"
      title="Where you are signed in"
      description="Sign out any device you do not recognise, then change the password of your email account. Times are in Brisbane time."
      actions={hasOthers && <Button onClick={() => signOut('others')}>Sign out everywhere else</Button>}
    >
      <QueryState
        query={devices}
        failed="The devices could not be loaded"
        skeleton={<ListSkeleton label="Loading devices" />}
      />
      {devices.data && !devices.isError && (
        <ul aria-label="Devices" className="divide-y divide-line border-y border-line">
          {devices.data.slice(0, showsAll ? undefined : SHOWN).map((device) => (
            <DeviceRow key={device.id} device={device} onSignOut={() => signOut(device)} />
          ))}
        </ul>
      )}
      {devices.data && devices.data.length > SHOWN && !showsAll && (
        <Button variant="ghost" className="-ml-4 mt-2" onClick={() => setShowsAll(true)}>
          Show all {devices.data.length}
        </Button>
      )}
      {devices.data && !hasOthers && <p className="mt-4 text-muted">No other device has signed in.</p>}
      {dialog}
    </Card>
  );
}

/** A device's own words, clipped to two lines. */
const TwoLines = ({ children }: { children: ReactNode }) => (
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
        <div className="flex flex-wrap gap-x-3 text-sm text-muted">
          <TwoLines>{address}</TwoLines> <span>{used}</span>{' '}
          {trustedUntil && <span>remembered until {formatDate(new Date(trustedUntil))}</span>}
        </div>
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

function SignOutDialog({ leaving, onLogout, onClose }: SignOutDialogProps) {
  const meta = { awaits: [queryKey], evenIfFailed: true };
  const device = useMutation({
    mutationFn: ({ id }: Device) => request('DELETE', `/api/devices/${id}`),
    meta,
  });
  const others = useMutation({ mutationFn: () => request('POST', '/api/devices/sign-out-others', {}), meta });
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
