import type { BeaHolder } from '@shared/holders';
import { useAuth } from '@/features/auth/auth-provider';
import { SignInDialog } from './sign-in-dialog';

/** Lets a holder whose session has ended sign in again on top of the page, so that nothing typed is lost. */
export function SessionEndedDialog({ open, holder }: { open: boolean; holder: BeaHolder }) {
  const { dismissSessionEnd } = useAuth();
  return (
    <SignInDialog
      open={open}
      onClose={dismissSessionEnd}
      title="Your session has ended"
      description="Sign in again to carry on. What you typed is still here."
      holder={holder}
    />
  );
}
