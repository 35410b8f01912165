import type { BeaHolder } from '@shared/holders';
import type { ComponentProps } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useAuth } from '@/features/auth/auth-provider';
import { SignIn } from '@/features/auth/sign-in';
import { usePasskeySignIn } from './signed-out-app';

type SignInDialogsProps = {
  holder: BeaHolder;
  sessionEnded: boolean;
  mustSignInAgain: boolean;
  onClose: () => void;
};

/** Signing in again on top of the page, so that nothing typed is lost (docs/product/sign-in.md#passkeys). */
export function SignInDialogs({ holder, sessionEnded, mustSignInAgain, onClose }: SignInDialogsProps) {
  const { dismissSessionEnd } = useAuth();
  return (
    <>
      {mustSignInAgain && (
        <SignInDialog
          onClose={onClose}
          title="Sign in again first"
          description="You signed in a while ago. Show that it is still you, then try again."
          holder={holder}
        />
      )}
      {sessionEnded && (
        <SignInDialog
          onClose={dismissSessionEnd}
          title="Your session has ended"
          description="Sign in again to carry on. What you typed is still here."
          holder={holder}
        />
      )}
    </>
  );
}

type SignInDialogProps = Pick<ComponentProps<typeof Dialog>, 'onClose' | 'title' | 'description'> & {
  holder: BeaHolder;
};

/** The email that the sign-in depends on is left out: anyone who sits before the open screen has to know it. */
function SignInDialog({ holder, ...dialog }: SignInDialogProps) {
  const otherWay = usePasskeySignIn();
  const { beaNumber, holderName, companyName, contactPhone } = holder;
  return (
    <Dialog {...dialog}>
      <SignIn
        known={{ beaNumber, holderName, companyName, contactEmail: '', contactPhone, rememberMe: false }}
        otherWay={otherWay}
      />
    </Dialog>
  );
}
