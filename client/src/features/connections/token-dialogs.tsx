import { zodResolver } from '@hookform/resolvers/zod';
import {
  type CreatedToken,
  type CreateToken,
  createTokenSchema,
  SCOPE_LABELS,
  SCOPES_TEXT,
  TOKEN_SCOPES,
  type Token,
} from '@shared/api/tokens';
import { LENGTHS, TOKEN_DAYS } from '@shared/limits';
import { addDays, brisbaneDay, formatDate, formatDateTime } from '@shared/periods';
import { Copy } from 'lucide-react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { OutsideLink } from '@/components/outside-link';
import { DeleteDialog } from '@/components/row-list';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import { copyText } from '@/lib/copy-text';
import { useCreateToken, useRevokeToken } from './api';

const choices = TOKEN_SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope] }));

export const lastUseText = ({ lastUsedAt }: Token): string =>
  lastUsedAt ? `Last used ${formatDateTime(new Date(lastUsedAt))}.` : 'Not used yet.';

type MakeTokenDialogProps = {
  /** The token whose name and scope are filled in. */
  replaced?: Token | undefined;
  onMade: (made: CreatedToken) => void;
  onClose: () => void;
};

export function MakeTokenDialog({ replaced, onMade, onClose }: MakeTokenDialogProps) {
  const form = useForm({
    resolver: zodResolver(createTokenSchema),
    defaultValues: {
      name: replaced?.name ?? '',
      scope: replaced?.scope,
      expiresOn: addDays(brisbaneDay(now()), TOKEN_DAYS),
    },
  });
  const { mutateAsync } = useCreateToken();
  return (
    <EditDialog
      title={replaced ? 'Replace a token' : 'Make a token'}
      description={
        replaced
          ? 'Give the program the new token, then revoke the old one. Until then both work.'
          : 'A program sends it with each call. The contact gets an email about each new token.'
      }
      what="token"
      form={form}
      draft={{ thing: replaced ? `token-${replaced.id}` : 'token-new' }}
      save={(token) => mutateAsync(token)}
      failed="Failed to make the token"
      submitLabel="Make token"
      pendingLabel="Making..."
      onSaved={onMade}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        hint="The program that will use it. Trips and Activity show this name."
        autoComplete="off"
        maxLength={LENGTHS.tokenName}
      />
      <ScopeField form={form} />
      <FormDateField form={form} name="expiresOn" label="Last day" required />
    </EditDialog>
  );
}

/** Registered after the name, as it stands below it: the first wrong field gets the focus. */
const ScopeField = ({ form }: { form: UseFormReturn<CreateToken> }) => (
  <Field label="What it may do" required hint={SCOPES_TEXT} error={form.formState.errors.scope?.message}>
    <Select none="Choose" choices={choices} {...form.register('scope')} />
  </Field>
);

/** Shows a token, which the server cannot show again. */
export const NewTokenDialog = ({ made, onClose }: { made: CreatedToken; onClose: () => void }) => (
  <Dialog
    title="New token"
    description={
      <span className="wrap-anywhere">
        Copy the token of {made.name} now. Trip Log shows it only once. Treat it like a password.
      </span>
    }
    onClose={onClose}
  >
    <div className="mt-4 flex items-end gap-3">
      <Field label="Token" className="min-w-0 grow">
        <TextArea
          readOnly
          data-first-focus
          value={made.token}
          className="resize-none bg-sunken break-all"
          onFocus={({ target }) => target.select()}
        />
      </Field>
      <Button
        variant="primary"
        icon={Copy}
        onClick={() =>
          void copyText(made.token, {
            done: `The token ${made.name}`,
            failed: 'Please select the token and copy it.',
          })
        }
      >
        Copy
      </Button>
    </div>
    <p className="mt-2">
      <OutsideLink href="/api">How to use it</OutsideLink>
    </p>
    <DialogActions>
      <Button onClick={onClose}>Done</Button>
    </DialogActions>
  </Dialog>
);

export function RevokeTokenDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { mutateAsync } = useRevokeToken();
  return (
    <DeleteDialog
      title="Are you sure you want to revoke this token?"
      name={token.name}
      confirmLabel="Revoke token"
      pendingLabel="Revoking..."
      done={`Token ${token.name} revoked`}
      failed="Failed to revoke the token"
      action={() => mutateAsync(token)}
      onClose={onClose}
    >
      <p>
        Made {formatDate(new Date(token.createdAt))}. {lastUseText(token)}
      </p>
      <p>Calls with this token are refused from now on. Trips that it logged keep its name.</p>
      <p>It cannot be brought back. You can make another one at any time.</p>
    </DeleteDialog>
  );
}
