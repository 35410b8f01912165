import type { WhosePhone } from '@shared/phones';
import { useEffect, useRef, useState } from 'react';
import { CodeField, useCode } from '@/components/code-step';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf, request } from '@/lib/api-client';
import { useAuth } from './auth-provider';
import { othersText, sendOthers } from './others-waiting';
import { SignedOutFrame } from './signed-out-frame';

type PhoneSignInProps = {
  /** The code that a link carried; without one it is typed. */
  code?: string | undefined;
  onDone: () => void;
  onBack: () => void;
};

/** Makes this browser a driver's own phone, after it has asked whose (docs/product/phones.md#codes). */
export function PhoneSignIn({ code, onDone, onBack }: PhoneSignInProps) {
  const [found, setFound] = useState<{ code: string; whose: WhosePhone }>();
  if (found) return <UsePhone {...found} onDone={onDone} onBack={onBack} />;
  const ask = async (typed: string) =>
    setFound({
      code: typed,
      whose: await request<WhosePhone>('POST', '/api/auth/phone/whose', { code: typed }),
    });
  return <TypeCode given={code} onCode={ask} onBack={onBack} />;
}

type TypeCodeProps = {
  given: string | undefined;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

function TypeCode({ given, onCode, onBack }: TypeCodeProps) {
  const code = useCode({ given, onCode });
  return (
    <SignedOutFrame title="I drive for someone">
      <form noValidate onSubmit={code.submitTyped} className="mt-6 space-y-4">
        <CodeField code={code} hint="8 digits, from the office or from your other phone." />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={code.pending === 'code'}
          pendingLabel="Looking it up..."
        >
          Continue
        </Button>
        <Button variant="ghost" className="w-full" onClick={onBack}>
          Back
        </Button>
      </form>
    </SignedOutFrame>
  );
}

type UsePhoneProps = { code: string; whose: WhosePhone; onDone: () => void; onBack: () => void };

function UsePhone({ code, whose, onDone, onBack }: UsePhoneProps) {
  const { driverName, companyName } = whose;
  const auth = useAuth();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOffice = auth.status === 'signed-in';
  const likely = useRef<HTMLButtonElement>(null);
  // the office that tries its own link must not be signed out by Enter
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is signed in decides which button it is
  useEffect(() => likely.current?.focus(), [isOffice]);

  async function use() {
    setPending(true);
    setFailure(undefined);
    try {
      const others = await sendOthers(auth, whose);
      if (others.length === 0) {
        await auth.becomePhone(code);
        return onDone();
      }
      setFailure(
        `${othersText(others)} here. Send, correct or discard first what waits. Someone of the office can do so too, by signing in here.`,
      );
    } catch (error) {
      setFailure(messageOf(error, 'This phone could not be set up. Please try again.'));
    }
    setPending(false);
  }

  return (
    <SignedOutFrame title={`This is ${driverName}'s phone for ${companyName}: use it?`}>
      <div className="mt-4 space-y-4">
        <p className="text-center text-balance text-muted">
          It logs the trips and shifts of {driverName}, and shows nothing else of {companyName}.
        </p>
        {isOffice && (
          <Alert variant="due" title={`This signs ${auth.beaHolder.companyName} out here`}>
            Open the link on the driver's phone instead.
          </Alert>
        )}
        {failure && <Alert variant="destructive">{failure}</Alert>}
        <Button
          ref={isOffice ? undefined : likely}
          variant="primary"
          className="w-full"
          pending={isPending}
          pendingLabel="Setting up..."
          onClick={() => void use()}
        >
          Use this phone
        </Button>
        <Button
          ref={isOffice ? likely : undefined}
          variant="ghost"
          className="w-full disabled:bg-transparent"
          disabled={isPending}
          onClick={onBack}
        >
          Not now
        </Button>
      </div>
    </SignedOutFrame>
  );
}
