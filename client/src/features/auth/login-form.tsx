import { type Login, loginSchema } from '@shared/holders';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { ApiError, messageOf } from '@/lib/api-client';
import { forgetHolder, forgetLogin, savedLogin } from './remembered';

const empty: Login = {
  beaNumber: '',
  holderName: '',
  companyName: '',
  contactEmail: '',
  contactPhone: '',
  rememberMe: false,
};

const FIELDS = [
  {
    name: 'beaNumber',
    label: 'BEA Number',
    autoComplete: 'username webauthn',
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
  },
  { name: 'holderName', label: 'Your Full Name', autoComplete: 'name', autoCapitalize: 'words' },
  { name: 'companyName', label: 'Company Name', autoComplete: 'organization', autoCapitalize: 'words' },
  { name: 'contactEmail', label: 'Contact Email', type: 'email', inputMode: 'email', autoComplete: 'email' },
  { name: 'contactPhone', label: 'Contact Phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
] as const;

/** Sign In is disabled until these are filled in; the schema requires the full name (docs/product/sign-in.md#login). */
const needed = FIELDS.filter(({ name }) => name !== 'holderName');

const listed = (labels: string[]) => new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(labels);

/** On a phone the button that was pressed is at the foot of the screen: the message would push it out of view. */
const scrollIntoView = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

type FieldErrors = Partial<Record<string, string>>;

type Fault = { path: string | readonly PropertyKey[]; message: string };

function errorsByField(faults: readonly Fault[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of faults) errors[path.toString()] ??= message;
  return errors;
}

type LoginFormProps = {
  /** The details to fill in without a saved login; the focus is in the email, which is not among them. */
  known?: Login | undefined;
  /** The details that were typed before; the focus returns to the email. */
  typed?: Login | undefined;
  refused?: string | undefined;
  /** Signs in. What it throws is shown here. */
  onLogin: (login: Login) => Promise<void>;
  onCleared?: (() => void) | undefined;
  /** A way to sign in without the details; it gets whether to remember the holder. */
  otherWay?: ((rememberMe: boolean) => ReactNode) | undefined;
};

/** The details as they are typed, and what became of signing in by them. */
function useLogin({ known = empty, typed, refused, onLogin, onCleared }: LoginFormProps) {
  const [loaded, setLoaded] = useState(savedLogin);
  const [values, setValues] = useState<Login>(typed ?? (loaded ? { ...loaded, rememberMe: true } : known));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(refused);
  const [submitting, setSubmitting] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about where the form was entered
  useEffect(() => {
    if (typed || known !== empty) form.current?.querySelector<HTMLElement>('[name=contactEmail]')?.focus();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are what moves the focus to the first of them
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    const details = loginSchema.safeParse(values);
    if (!details.success) return setErrors(errorsByField(details.error.issues));
    setErrors({});
    setSubmitting(true);
    try {
      await onLogin(details.data);
    } catch (error) {
      const faults =
        error instanceof ApiError ? error.details?.filter(({ path }) => path in values) : undefined;
      if (faults?.length) setErrors(errorsByField(faults));
      else {
        const message = messageOf(error, 'Login failed. Please try again.');
        const isUnknown = error instanceof ApiError && error.status === 401;
        setFailure(isUnknown ? `${message}. Check the BEA Number and the Contact Email.` : message);
      }
    }
    setSubmitting(false);
  }

  function clearSavedData() {
    forgetLogin();
    forgetHolder();
    setLoaded(null);
    setFailure(undefined);
    setErrors({});
    setValues(empty);
    onCleared?.();
  }

  const change = (changes: Partial<Login>) => setValues((all) => ({ ...all, ...changes }));
  return { loaded, values, change, errors, failure, submitting, form, signIn, clearSavedData };
}

/** The five details that sign a holder in or register one. The form library would add a seventh to the first screen's code. */
export function LoginForm(props: LoginFormProps) {
  const { loaded, values, change, errors, failure, submitting, form, signIn, clearSavedData } =
    useLogin(props);
  const missing = needed.filter(({ name }) => !values[name].trim()).map(({ label }) => label);

  return (
    <form ref={form} noValidate onSubmit={signIn} className="space-y-4">
      {loaded && (
        <div className="flex flex-wrap items-center justify-between rounded-md bg-success-soft text-sm">
          <p className="px-4 py-2 text-success">✓ Previous login details loaded</p>
          <Button variant="ghost" onClick={clearSavedData}>
            Clear Saved Data
          </Button>
        </div>
      )}
      {FIELDS.map(({ name, label, ...input }) => (
        <Field
          key={name}
          label={label}
          required
          hint={name === 'contactEmail' && 'Or your own email, if a colleague has added you.'}
          error={errors[name]}
        >
          <TextInput
            {...input}
            name={name}
            value={values[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </Field>
      ))}
      <Checkbox
        label="Remember me on this device"
        className="max-[22rem]:items-start"
        name="rememberMe"
        checked={values.rememberMe}
        onChange={({ target }) => change({ rememberMe: target.checked })}
      />
      <div ref={failure ? scrollIntoView : undefined} className="scroll-my-4">
        {failure && (
          <Alert variant="destructive" className="mb-4">
            {failure}
          </Alert>
        )}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={missing.length > 0}
          pending={submitting}
          pendingLabel="Signing in..."
          aria-describedby="sign-in-missing"
        >
          Sign In
        </Button>
        <p
          id="sign-in-missing"
          role="status"
          className="text-center text-sm text-pretty text-muted not-empty:mt-2"
        >
          {missing.length > 0 && `To sign in, fill in ${listed(missing)}.`}
        </p>
      </div>
      {props.otherWay?.(values.rememberMe)}
    </form>
  );
}
