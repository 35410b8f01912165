import type { BeaHolder } from '@shared/holders';
import { Dialog } from '@/components/ui/dialog';
import { useAuth } from '@/features/auth/auth-provider';
import { SignIn } from '@/features/auth/sign-in';

/**
 * Lets a holder whose session has ended sign in again on top of the page, so that nothing typed is lost. The e-mail that the
 * sign-in depends on is left out: whoever sits before the open screen has to know it.
 */
export function SessionEndedDialog({ open, holder }: { open: boolean; holder: BeaHolder }) {
  const { dismissSessionEnd } = useAuth();
  const { beaNumber, holderName, companyName, contactPhone } = holder;
  return (
    <Dialog
      open={open}
      onClose={dismissSessionEnd}
      title="Your session has ended"
      description="Sign in again to carry on. What you typed is still here."
    >
      <SignIn
        known={{ beaNumber, holderName, companyName, contactEmail: '', contactPhone, rememberMe: false }}
      />
    </Dialog>
  );
}
