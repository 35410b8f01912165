import { type Login, loginSchema } from '@shared/holders';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { ApiError, messageOf } from '@/lib/api-client';
import { forgetHolder, forgetLogin, savedLogin } from './remembered';
import { useAuth } from './use-auth';

const empty: Login = {
  beaNumber: '',
  holderName: '',
  companyName: '',
  contactEmail: '',
  contactPhone: '',
  rememberMe: false,
};

/** Sign In is disabled until these are filled in; the schema requires the full name (docs/product.md#login). */
const needed = {
  beaNumber: 'BEA Number',
  companyName: 'Company Name',
  contactEmail: 'Contact Email',
  contactPhone: 'Contact Phone',
} as const;
const neededNames = Object.keys(needed) as (keyof typeof needed)[];

const listed = new Intl.ListFormat('en-AU', { type: 'conjunction' });

type TextName = Exclude<keyof Login, 'rememberMe'>;
type FieldErrors = Partial<Record<string, string>>;

/** The first thing wrong with each field, from a schema's issues or a server's details. */
function errorsByField(
  faults: readonly { path: string | readonly PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of faults)
    errors[String(typeof path === 'string' ? path : path[0])] ??= message;
  return errors;
}

/**
 * The five details that sign a holder in or register one, filled in from the saved login. It does not use the form
 * library, which would add a seventh to the first screen's code.
 * @param known the details to fill in without a saved login
 * @param onCleared called after the saved details were cleared
 */
export function LoginForm({ known = empty, onCleared }: { known?: Login; onCleared?: () => void }) {
  const { login } = useAuth();
  const [loaded, setLoaded] = useState(savedLogin);
  const [values, setValues] = useState<Login>(loaded ? { ...loaded, rememberMe: true } : known);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = neededNames.filter((name) => !values[name].trim()).map((name) => needed[name]);

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
      await login(details.data);
    } catch (error) {
      const faults =
        error instanceof ApiError ? error.details?.filter(({ path }) => path in values) : undefined;
      if (faults?.length) setErrors(errorsByField(faults));
      else setFailure(messageOf(error, 'Login failed. Please try again.'));
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

  const text = (name: TextName) => ({
    name,
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setValues((all) => ({ ...all, [name]: target.value })),
  });

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
      <Field label="BEA Number" required error={errors.beaNumber}>
        <TextInput
          {...text('beaNumber')}
          autoComplete="username"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Field label="Your Full Name" required error={errors.holderName}>
        <TextInput {...text('holderName')} autoComplete="name" autoCapitalize="words" />
      </Field>
      <Field label="Company Name" required error={errors.companyName}>
        <TextInput {...text('companyName')} autoComplete="organization" autoCapitalize="words" />
      </Field>
      <Field label="Contact Email" required error={errors.contactEmail}>
        <TextInput {...text('contactEmail')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label="Contact Phone" required error={errors.contactPhone}>
        <TextInput {...text('contactPhone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Checkbox
        label="Remember me on this device"
        name="rememberMe"
        checked={values.rememberMe}
        onChange={({ target }) => setValues((all) => ({ ...all, rememberMe: target.checked }))}
      />
      {failure && <Alert variant="destructive">{failure}</Alert>}
      <div>
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
          className="text-center text-sm text-balance text-muted not-empty:mt-2"
        >
          {missing.length > 0 && `Still missing: ${listed.format(missing)}`}
        </p>
      </div>
    </form>
  );
}
