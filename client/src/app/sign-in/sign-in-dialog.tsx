import type { BeaHolder } from '@shared/holders';
import type { ComponentProps } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { SignIn } from '@/features/auth/sign-in';
import { usePasskeySignIn } from './use-passkey-sign-in';

type SignInDialogProps = Pick<ComponentProps<typeof Dialog>, 'open' | 'onClose' | 'title' | 'description'> & {
  holder: BeaHolder;
};

/**
 * Has a holder sign in again on top of the page. The e-mail that the sign-in depends on is left out: whoever sits before the
 * open screen has to know it.
 */
export function SignInDialog({ holder, ...dialog }: SignInDialogProps) {
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
