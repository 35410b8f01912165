import type { Device } from '@shared/devices';
import { ConfirmAction } from '@/components/ui/dialog';
import { useSignOutDevice, useSignOutOthers } from './api';

type SignOutDeviceDialogProps = { device: Device; onLogout: () => Promise<void>; onClose: () => void };

/** Signs one device out; for this one it is the usual logout. */
export function SignOutDeviceDialog({ device, onLogout, onClose }: SignOutDeviceDialogProps) {
  const { mutateAsync } = useSignOutDevice();
  const { name, isThisDevice } = device;
  return (
    <ConfirmAction
      title={isThisDevice ? 'Sign out on this device?' : `Sign out ${name}?`}
      description={
        isThisDevice
          ? 'You leave Trip Log now. The next sign-in here has to be proved again.'
          : 'Anyone who uses it is signed out at their next step, and has to prove themselves to sign in again.'
      }
      confirmLabel="Sign out"
      pendingLabel="Signing out..."
      action={() => (isThisDevice ? onLogout() : mutateAsync(device))}
      done={isThisDevice ? undefined : `${name} was signed out`}
      failed="Failed to sign out"
      onClose={onClose}
    />
  );
}

export function SignOutOthersDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSignOutOthers();
  return (
    <ConfirmAction
      title="Sign out everywhere else?"
      description="Everybody who works with this account on another device is signed out at their next step, and has to prove themselves to sign in again. This device stays signed in."
      confirmLabel="Sign out everywhere else"
      pendingLabel="Signing out..."
      action={() => mutateAsync()}
      done="Signed out everywhere else"
      failed="Failed to sign out"
      onClose={onClose}
    />
  );
}
