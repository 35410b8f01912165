import { MINUTE_MS } from '@shared/durations';
import { countOf } from '@shared/figures';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { isRefusal, messageOf } from '@/lib/api-client';
import { useNow } from '@/lib/clock';
import { codeIn } from '@/lib/code-in-text';

/** A code that is on its way to someone, and when it was sent, in milliseconds since 1970. */
export type SentCode = {
  verification: { id: string; sentTo: string; expiresInSeconds: number };
  sentAt: number;
};

type CodeStepProps = {
  sent: SentCode;
  submitLabel: string;
  pendingLabel: string;
  /** Uses the 8 digits. What it throws is shown here, a refusal under the field; the field keeps its text. */
  onCode: (code: string) => Promise<void>;
  /** Has a new code sent, and passes it on as `sent`. What it throws is shown here. */
  onResend: () => Promise<void>;
  onBack: () => void;
};

const minutes = (count: number) => countOf(count, 'minute');

function ageOf({ verification, sentAt }: SentCode, present: number): string {
  const age = Math.max(0, present - sentAt);
  const left = Math.ceil((verification.expiresInSeconds * 1000 - age) / MINUTE_MS);
  if (left <= 0) return 'The code has expired. Send a new one.';
  const old = Math.floor(age / MINUTE_MS);
  return `Sent ${old ? `${minutes(old)} ago` : 'just now'}. Valid for ${minutes(left)}.`;
}

type CodeOptions = Pick<CodeStepProps, 'onCode'> & {
  /** A change of this, such as a new code, moves the focus to the field. */
  sentAt?: number;
  /** A code that came otherwise than by typing: it is used at once. */
  given?: string | undefined;
};

/** A code as it is typed, and its result. */
export function useCode({ sentAt, given = '', onCode }: CodeOptions) {
  const [text, setText] = useState(given);
  const [pending, setPending] = useState<'code' | 'sending'>();
  const [failure, setFailure] = useState<{ message: string; inField: boolean }>();
  const input = useRef<HTMLInputElement>(null);
  const tried = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure or a new code moves the focus to the field
  useEffect(() => {
    input.current?.focus();
  }, [failure, sentAt]);

  async function attempt(what: 'code' | 'sending', action: () => Promise<void>) {
    setPending(what);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      const fallback = `The code could not be ${what === 'code' ? 'checked' : 'sent'}. Please try again.`;
      // a refusal of what was typed; what else fails has nothing to do with it
      const inField = what === 'code' && isRefusal(error) && error.status !== 429;
      setFailure({ message: messageOf(error, fallback), inField });
    }
    setPending(undefined);
  }

  function submit(code: string) {
    if (pending) return;
    tried.current = code;
    void attempt('code', () => onCode(code));
  }

  function type(typed: string) {
    const code = codeIn(typed);
    setText(code ?? typed);
    // the same digits would be refused again
    if (code && code !== tried.current) submit(code);
  }

  function submitTyped(event: FormEvent) {
    event.preventDefault();
    const code = codeIn(text);
    // a tap right after the last digit sent it: each wrong one counts
    if (code && code === tried.current && failure?.inField) input.current?.focus();
    else if (code) submit(code);
    else setFailure({ message: 'Enter the 8 digits of the code', inField: true });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start
  useEffect(() => {
    if (given && given !== tried.current) submit(given);
  }, []);

  /** Has a new code sent, which is typed anew. */
  const askAgain = (resend: () => Promise<void>) =>
    attempt('sending', async () => {
      await resend();
      tried.current = undefined;
      setText('');
    });

  return { text, type, submitTyped, askAgain, pending, failure, input };
}

type CodeFieldProps = { code: ReturnType<typeof useCode>; hint: ReactNode };

/** The field of a code, and why it was not taken. */
export const CodeField = ({ code: { text, type, pending, failure, input }, hint }: CodeFieldProps) => (
  <>
    <Field label="Code" hint={hint} error={failure?.inField ? failure.message : undefined}>
      <TextInput
        ref={input}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        className="text-lg tracking-widest tabular-nums"
        value={text}
        readOnly={pending === 'code'}
        onChange={({ target }) => type(target.value)}
      />
    </Field>
    {failure?.inField && (
      <p role="alert" className="sr-only">
        {failure.message}
      </p>
    )}
    {failure && !failure.inField && <Alert variant="destructive">{failure.message}</Alert>}
  </>
);

/** Asks for the code of an email, to sign in or to prove another address. It is a form, so never put it into another. */
export function CodeStep(props: CodeStepProps) {
  const { sent, submitLabel, pendingLabel, onCode, onResend, onBack } = props;
  const [resent, setResent] = useState(false);
  const code = useCode({
    sentAt: sent.sentAt,
    onCode: (typed) => {
      setResent(false);
      return onCode(typed);
    },
  });
  const { submitTyped, pending } = code;
  const resend = () => {
    setResent(false);
    return code.askAgain(async () => {
      await onResend();
      setResent(true);
    });
  };
  // a code that has just been sent is younger than the last tick
  const present = Math.max(useNow().getTime(), sent.sentAt);

  return (
    <form noValidate onSubmit={submitTyped} className="space-y-4">
      <p>
        We sent a code to <span className="font-medium wrap-anywhere">{sent.verification.sentTo}</span>
      </p>
      <CodeField code={code} hint={ageOf(sent, present)} />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={pending === 'sending'}
        pending={pending === 'code'}
        pendingLabel={pendingLabel}
      >
        {submitLabel}
      </Button>
      <div>
        <div className="-mx-4 flex flex-wrap justify-between">
          <Button
            variant="ghost"
            className="disabled:bg-transparent"
            onClick={resend}
            disabled={pending === 'code'}
            pending={pending === 'sending'}
            pendingLabel="Sending..."
          >
            Send a new code
          </Button>
          <Button variant="ghost" onClick={onBack}>
            Back
          </Button>
        </div>
        <p role="status" className="text-sm text-success not-empty:mb-2">
          {resent && 'A new code was sent. Earlier ones no longer work.'}
        </p>
        <p className="text-sm text-muted">No email? Look in the spam folder, and check the address.</p>
      </div>
    </form>
  );
}
