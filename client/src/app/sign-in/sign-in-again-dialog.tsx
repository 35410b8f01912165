import type { BeaHolder } from '@shared/holders';
import { SignInDialog } from './sign-in-dialog';

type SignInAgainDialogProps = { open: boolean; holder: BeaHolder; onClose: () => void };

/** Asks for a sign-in of just now, before what opens the account to others (docs/product.md#passkeys). */
export const SignInAgainDialog = (props: SignInAgainDialogProps) => (
  <SignInDialog
    {...props}
    title="Sign in again first"
    description="You signed in a while ago. Show that it is still you, then try again."
  />
);
