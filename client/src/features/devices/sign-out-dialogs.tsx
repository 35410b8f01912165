import type { Device } from '@shared/devices';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { useSignOutDevice, useSignOutOthers } from './api';

type SignOutDeviceDialogProps = { device: Device; onLogout: () => Promise<void>; onClose: () => void };

/** Signs one device out; for this one it is the usual logout. */
export function SignOutDeviceDialog({ device, onLogout, onClose }: SignOutDeviceDialogProps) {
  const { mutateAsync } = useSignOutDevice();
  const [pending, setPending] = useState(false);
  const { name, isThisDevice } = device;

  async function signOut() {
    setPending(true);
    const leaving = isThisDevice ? onLogout() : mutateAsync(device);
    const isDone = await toastOutcome(
      leaving,
      isThisDevice ? undefined : `${name} was signed out`,
      'Failed to sign out',
    );
    setPending(false);
    if (isDone) onClose();
  }

  return (
    <ConfirmDialog
      open
      title={isThisDevice ? 'Sign out on this device?' : `Sign out ${name}?`}
      description={
        isThisDevice
          ? 'You leave Trip Log now. The next sign-in here has to be proved again.'
          : 'Anyone who uses it is signed out at their next step, and has to prove themselves to sign in again.'
      }
      confirmLabel="Sign out"
      pendingLabel="Signing out..."
      pending={pending}
      onConfirm={signOut}
      onCancel={onClose}
    />
  );
}

export function SignOutOthersDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, isPending } = useSignOutOthers();

  async function signOut() {
    const leaving = mutateAsync();
    if (await toastOutcome(leaving, 'Signed out everywhere else', 'Failed to sign out')) onClose();
  }

  return (
    <ConfirmDialog
      open
      title="Sign out everywhere else?"
      description="Everybody who works with this account on another device is signed out at their next step, and has to prove themselves to sign in again. This device stays signed in."
      confirmLabel="Sign out everywhere else"
      pendingLabel="Signing out..."
      pending={isPending}
      onConfirm={signOut}
      onCancel={onClose}
    />
  );
}
