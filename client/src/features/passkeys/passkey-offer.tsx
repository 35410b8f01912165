import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { toastOutcome } from '@/lib/toast';
import { tellWhyNotAdded, useAddPasskey } from './api';
import { mayOfferPasskey, settlePasskeyOffer } from './passkeys-are-possible';

/** Offers to make a passkey after a sign-in with what was typed, where the device itself can keep one. */
export function PasskeyOffer() {
  const [isShown, setShown] = useState(false);
  const { mutateAsync, isPending } = useAddPasskey();

  useEffect(() => {
    void platformAuthenticatorIsAvailable().then((can) => setShown(can && mayOfferPasskey()));
  }, []);

  async function add() {
    await toastOutcome(mutateAsync(), 'Passkey added. Next time it signs you in', tellWhyNotAdded);
    setShown(mayOfferPasskey());
  }

  function decline() {
    settlePasskeyOffer('declined');
    setShown(false);
  }

  if (!isShown) return null;
  return (
    <section
      aria-label="Sign in faster next time"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-line bg-brand-soft px-4 py-3 sm:mb-6"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-brand" />
        <div className="min-w-0">
          <h2 className="font-medium">Sign in faster next time</h2>
          <p className="text-sm text-muted">
            With a passkey, your fingerprint, face or screen lock signs you in. There is nothing to type.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:justify-end">
        <Button variant="ghost" onClick={decline} disabled={isPending}>
          Not now
        </Button>
        <Button onClick={add} pending={isPending} pendingLabel="Creating...">
          Create a passkey
        </Button>
      </div>
    </section>
  );
}
