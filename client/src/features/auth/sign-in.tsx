import { HOUR_MS } from '@shared/durations';
import { ACCOUNT_INACTIVE, WAITING_FOR_APPROVAL } from '@shared/errors';
import {
  type Login,
  type LoginAnswer,
  loginSchema,
  type Verification,
  verificationSchema,
} from '@shared/holders';
import { pictureFile } from '@shared/pictures/pictures';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { CodeStep, type SentCode } from '@/components/code-step';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ApiError, messageOf, request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { inTab } from '@/lib/storage/storage';
import { type CodeNeeded, sendLogin, useAuth } from './auth-provider';
import { LoginForm } from './login-form';
import { ASKED_CODE, forgetAskedCode, savedLogo } from './remembered';
import { SignedOutFrame } from './signed-out-frame';

type SignInProps = Pick<ComponentProps<typeof LoginForm>, 'known' | 'onCleared' | 'otherWay'> & {
  intro?: ReactNode;
};

/** Longer than a code is good: where the email comes too late, a new code can be sent without typing all again. */
const KEPT_FOR_MS = HOUR_MS;

const askedCodeSchema = z.object({ login: loginSchema, ...verificationSchema.shape, sentAt: z.number() });

type AskedCode = SentCode & { login: Login };

/** Keeps a sign-in over a reload: a phone may drop the tab while its owner reads the email. */
function keepAskedCode(login: Login, verification: Verification): AskedCode {
  const asked = { login, verification, sentAt: now().getTime() };
  inTab.write(ASKED_CODE, JSON.stringify(asked));
  return asked;
}

function readAskedCode(): AskedCode | null {
  const asked = inTab.readAs(ASKED_CODE, askedCodeSchema);
  if (asked && now().getTime() < asked.sentAt + KEPT_FOR_MS) return asked;
  forgetAskedCode();
  return null;
}

/** Why a person whose details may be right cannot sign in for now. */
type Refusal = { title: string; explanation: string };

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const message = error.serverMessage ?? '';
  if (error.code === ACCOUNT_INACTIVE)
    return {
      title: message,
      explanation:
        'Its trips and reports are kept. Ask anyone who runs this service for your company to make it active again.',
    };
  if (error.code === WAITING_FOR_APPROVAL) return { title: 'Waiting for approval', explanation: message };
  return undefined;
}

async function resend({ login, verification: { id } }: AskedCode): Promise<AskedCode> {
  const { verification } = await request<CodeNeeded>('POST', '/api/auth/verify/resend', { id });
  return keepAskedCode(login, verification);
}

type Step =
  | { name: 'form'; typed?: Login; refused?: string }
  | { name: 'code'; asked: AskedCode }
  | { name: 'refused'; typed: Login; refusal: Refusal };

export function SignIn({ intro, known, onCleared, otherWay }: SignInProps) {
  const { signIn } = useAuth();
  const [step, setStep] = useState<Step>(() => {
    const asked = readAskedCode();
    return asked ? { name: 'code', asked } : { name: 'form' };
  });

  async function logIn(details: Login) {
    try {
      const answer = await sendLogin(details, false);
      if ('beaHolder' in answer) signIn(answer.beaHolder, details);
      else setStep({ name: 'code', asked: keepAskedCode(details, answer.verification) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      setStep({ name: 'refused', typed: details, refusal });
    }
  }

  async function submitCode(asked: AskedCode, code: string) {
    try {
      const { id } = asked.verification;
      const { beaHolder } = await request<LoginAnswer>('POST', '/api/auth/verify', { id, code });
      signIn(beaHolder, asked.login);
    } catch (error) {
      const refusal = refusalOf(error);
      const isOver = error instanceof ApiError && error.code === 'unauthorised';
      if (!refusal && !isOver) throw error;
      forgetAskedCode();
      const typed = asked.login;
      setStep(
        refusal
          ? { name: 'refused', typed, refusal }
          : { name: 'form', typed, refused: messageOf(error, '') },
      );
    }
  }

  function goBack(typed: Login) {
    forgetAskedCode();
    setStep({ name: 'form', typed });
  }

  return (
    <>
      {step.name === 'form' && intro}
      <div className="mt-6">
        {step.name === 'form' && (
          <LoginForm
            {...{ known, onCleared, otherWay }}
            typed={step.typed}
            refused={step.refused}
            onLogin={logIn}
          />
        )}
        {step.name === 'code' && (
          <CodeStep
            sent={step.asked}
            submitLabel="Sign In"
            pendingLabel="Signing in..."
            onCode={(code) => submitCode(step.asked, code)}
            onResend={async () => setStep({ name: 'code', asked: await resend(step.asked) })}
            onBack={() => goBack(step.asked.login)}
          />
        )}
        {step.name === 'refused' && <Refused {...step.refusal} onBack={() => goBack(step.typed)} />}
      </div>
    </>
  );
}

type LoginScreenProps = Pick<SignInProps, 'otherWay'> & { onDriver: () => void; demo: ReactNode };

export function LoginScreen({ otherWay, onDriver, demo }: LoginScreenProps) {
  const [logoUrl, setLogoUrl] = useState(savedLogo);
  const auth = useAuth();
  const why = auth.status === 'signed-out' ? auth.why : undefined;
  return (
    <SignedOutFrame logo={logoUrl && pictureFile(logoUrl, 'login.webp')} title="BEA Trip Logging">
      <SignIn
        intro={
          why ? (
            <>
              <Alert variant="destructive" title={why.title} className="mt-6">
                {why.advice}
              </Alert>
              {demo}
            </>
          ) : (
            <div className="mt-1 space-y-1 text-center text-balance text-muted">
              <p>Enter your BEA Number to access the trip logging system</p>
              <p className="text-sm">First time here? Fill in the same form to register.</p>
              <p className="text-sm">
                Driver with a code?{' '}
                <Button variant="ghost" className="-my-2 px-1!" onClick={onDriver}>
                  I drive for someone
                </Button>
              </p>
              {demo}
            </div>
          )
        }
        onCleared={() => setLogoUrl(null)}
        otherWay={otherWay}
      />
    </SignedOutFrame>
  );
}

function Refused({ title, explanation, onBack }: Refusal & { onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="text-center">
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h2>
      <p className="mt-2 text-balance text-muted">{explanation}</p>
      <Button className="mt-6" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}
