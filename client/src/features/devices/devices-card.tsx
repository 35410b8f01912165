import type { Device } from '@shared/devices';
import { formatDate, formatDateTime } from '@shared/periods';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/dialog';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { request } from '@/lib/api-client';

const queryKey = ['/api/devices'];

/** The devices of everyone who works with this account. */
export function DevicesCard({ onLogout }: { onLogout: () => Promise<void> }) {
  const devices = useQuery<Device[]>({ queryKey, staleTime: 0 });
  const [leaving, setLeaving] = useState<Device | 'others' | null>(null);
  const hasOthers = devices.data?.some(({ isThisDevice }) => !isThisDevice);

  return (
    <Card
      id="devices"
      title="Where you are signed in"
      description="Sign out any device you do not recognise, and change the password of the contact email."
      actions={hasOthers && <Button onClick={() => setLeaving('others')}>Sign out everywhere else</Button>}
    >
      <QueryState
        query={devices}
        failed="The devices could not be loaded"
        skeleton={<SkeletonGroup label="Loading devices" bars={['h-16', 'h-16']} />}
      />
      {devices.data && !devices.isError && (
        <ul aria-label="Devices" className="divide-y divide-line border-y border-line">
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} onSignOut={() => setLeaving(device)} />
          ))}
        </ul>
      )}
      {devices.data && !hasOthers && <p className="mt-4 text-muted">No other device has signed in.</p>}
      {leaving && <SignOutDialog leaving={leaving} onLogout={onLogout} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { name, address, isThisDevice, isSignedIn, trustedUntil } = device;
  const used = formatDateTime(new Date(device.lastUsedAt));
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 py-3 max-sm:flex-wrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {name}
          {isThisDevice && <Badge tone="success">This device</Badge>}
          {!isSignedIn && <Badge>Signed out</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          Network address {address}, last used {used} Brisbane time
        </p>
        {trustedUntil && (
          <p className="text-sm text-muted">Remembered until {formatDate(new Date(trustedUntil))}</p>
        )}
      </div>
      <Button
        className="shrink-0"
        aria-label={`Sign out: ${name}, ${isThisDevice ? 'this device' : `last used ${used}`}`}
        onClick={onSignOut}
      >
        Sign out
      </Button>
    </li>
  );
}

type SignOutDialogProps = { leaving: Device | 'others'; onLogout: () => Promise<void>; onClose: () => void };

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
        description="Everyone who works with this account on another device is signed out at their next step, and has to prove themselves to sign in again. This device stays signed in."
        confirmLabel="Sign out everywhere else"
        action={() => others.mutateAsync()}
        done="Signed out everywhere else"
      />
    );
  const { name, isThisDevice } = leaving;
  return (
    <ConfirmAction
      {...shared}
      title={isThisDevice ? 'Sign out on this device?' : `Sign out ${name}?`}
      description={
        isThisDevice
          ? 'You leave Trip Log now. The next sign-in here has to be proved again.'
          : 'Anyone who uses it is signed out at their next step, and has to prove themselves to sign in again.'
      }
      confirmLabel="Sign out"
      action={() => (isThisDevice ? onLogout() : device.mutateAsync(leaving))}
      done={isThisDevice ? undefined : `${name} was signed out`}
    />
  );
}
