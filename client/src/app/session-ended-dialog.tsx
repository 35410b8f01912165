import type { BeaHolder } from '@shared/holders';
import { Dialog } from '@/components/ui/dialog';
import { useAuth } from '@/features/auth/auth-provider';
import { LoginForm } from '@/features/auth/login-form';

/** Lets a holder whose session has ended sign in again on top of the page, so that nothing typed is lost. */
export function SessionEndedDialog({ open, holder }: { open: boolean; holder: BeaHolder }) {
  const { dismissSessionEnd } = useAuth();
  const { beaNumber, holderName, companyName, contactEmail, contactPhone } = holder;
  return (
    <Dialog
      open={open}
      onClose={dismissSessionEnd}
      title="Your session has ended"
      description="Sign in again to carry on. What you typed is still here."
    >
      <div className="mt-4">
        <LoginForm
          known={{ beaNumber, holderName, companyName, contactEmail, contactPhone, rememberMe: false }}
        />
      </div>
    </Dialog>
  );
}
