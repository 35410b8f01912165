import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Offer } from '@/components/ui/offer';
import { toastOutcome } from '@/lib/toast';
import { explainNotAdded, useAddPasskey } from './api';
import { mayOfferPasskey, settlePasskeyOffer } from './passkeys-are-possible';

/** Offers to make a passkey after a sign-in with what was typed, where the device itself can keep one. */
export function PasskeyOffer() {
  const [isShown, setShown] = useState(false);
  const { mutateAsync, isPending } = useAddPasskey();

  useEffect(() => {
    void platformAuthenticatorIsAvailable().then((can) => setShown(can && mayOfferPasskey()));
  }, []);

  async function add() {
    await toastOutcome(mutateAsync(), 'Passkey added. Next time it signs you in', explainNotAdded);
    setShown(mayOfferPasskey());
  }

  function decline() {
    settlePasskeyOffer('declined');
    setShown(false);
  }

  if (!isShown) return null;
  return (
    <Offer
      icon={KeyRound}
      title="Sign in faster next time"
      className="mb-4 sm:mb-6"
      onDecline={decline}
      isBusy={isPending}
      action={
        <Button onClick={add} pending={isPending} pendingLabel="Creating...">
          Create a passkey
        </Button>
      }
    >
      <p>With a passkey, your fingerprint, face or screen lock signs you in. There is nothing to type.</p>
    </Offer>
  );
}
