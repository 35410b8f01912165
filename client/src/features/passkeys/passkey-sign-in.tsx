import { MINUTE_MS } from '@shared/durations';
import type { BeaHolder, LoginAnswer } from '@shared/holders';
import type { PasskeySignIn as Start } from '@shared/passkeys';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf, request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { settlePasskeyOffer } from './passkeys-are-possible';

/** Options are good for five minutes; a login screen may stay open for longer. */
const RENEW_MS = 4 * MINUTE_MS;

type PasskeySignInProps = {
  rememberMe: boolean;
  onSignedIn: (beaHolder: BeaHolder, rememberMe: boolean) => Promise<void>;
};

type Try = { inField: boolean; at: number };

/** Offers passkeys in the BEA Number field while the browser can, and again before the options are too old. */
function useFieldOffer(current: RefObject<Try | undefined>, onOffer: () => void, onCancel: () => void) {
  const offerInField = useEffectEvent(onOffer);
  const stop = useEffectEvent(onCancel);

  useEffect(() => {
    let isHere = true;
    const offer = async () => {
      const canOffer = await browserSupportsWebAuthnAutofill();
      // never in place of what the button has begun
      const isFree = !current.current || current.current.inField;
      if (canOffer && isHere && isFree) offerInField();
    };
    const cancel = () => {
      current.current = undefined;
      stop();
      WebAuthnAbortService.cancelCeremony();
    };
    const offerAgain = ({ target }: FocusEvent) => {
      const isField = target instanceof HTMLInputElement && target.autocomplete.endsWith('webauthn');
      if (isField && !current.current) void offer();
    };
    void offer();
    // only where someone may see it: each is a request that counts
    const renew = () => {
      const isOld = current.current?.inField && now().getTime() - current.current.at >= RENEW_MS;
      if (isOld && document.visibilityState === 'visible') void offer();
    };
    const renewing = setInterval(renew, 10_000);
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener('visibilitychange', renew, { signal });
    // another way of signing in begins
    document.addEventListener('submit', cancel, { signal });
    document.addEventListener('focusin', offerAgain, { signal });
    return () => {
      isHere = false;
      clearInterval(renewing);
      end.abort();
      cancel();
    };
  }, [current]);
}

/** Signs in with a passkey: by its button, or by the suggestions of the BEA Number field, for which the browser waits. */
export function PasskeySignIn({ rememberMe, onSignedIn }: PasskeySignInProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState('');
  /** A new try makes the one before void. */
  const current = useRef<Try>(undefined);
  // someone may tick it while the browser waits
  const remember = useRef(rememberMe);
  useEffect(() => {
    remember.current = rememberMe;
  }, [rememberMe]);

  async function attempt(inField: boolean) {
    const own = { inField, at: now().getTime() };
    current.current = own;
    const isVoid = () => current.current !== own;
    let isChosen = false;
    try {
      const { id, options } = await request<Start>('POST', '/api/auth/passkey/options');
      if (isVoid()) return;
      const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField });
      // two answers of one passkey that cross each other look like those of a copy
      if (isVoid()) return;
      isChosen = true;
      // the button waits for what was chosen in the field too
      setPending(true);
      const payload = { id, response, rememberMe: remember.current };
      const { beaHolder } = await request<LoginAnswer>('POST', '/api/auth/passkey', payload);
      settlePasskeyOffer('has one');
      await onSignedIn(beaHolder, payload.rememberMe);
    } catch (error) {
      if (isVoid()) return;
      current.current = undefined;
      setPending(false);
      // failures in the background, before a person has chosen, are not shown
      if (inField && !isChosen) return;
      if (error instanceof WebAuthnError) setNote('No passkey was used.');
      else setFailure(messageOf(error, 'The passkey could not be checked. Please try again.'));
    }
  }

  useFieldOffer(
    current,
    () => void attempt(true),
    () => setPending(false),
  );

  async function choose() {
    setFailure(undefined);
    setNote('');
    setPending(true);
    await attempt(false);
  }

  return (
    <div className="space-y-2">
      <Button
        variant="ghost"
        icon={KeyRound}
        className="w-full"
        onClick={choose}
        pending={pending}
        pendingLabel="Waiting for your device..."
      >
        Sign in with a passkey
      </Button>
      {failure && <Alert variant="destructive">{failure}</Alert>}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {note}
      </p>
    </div>
  );
}
