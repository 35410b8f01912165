import { zodResolver } from '@hookform/resolvers/zod';
import { LENGTHS } from '@shared/limits';
import { type Passkey, renamePasskeySchema } from '@shared/passkeys';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/form-draft';
import { FormActions } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/form/text-field';
import { useFormDraft } from '@/lib/hooks/use-form-draft';
import { toastOutcome } from '@/lib/toast';
import { tellFailure, useRenamePasskey } from './api';

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { id, name } = passkey;
  const form = useForm({ resolver: zodResolver(renamePasskeySchema), defaultValues: { name } });
  const draft = useFormDraft(form, { thing: `passkey-${id}` });
  const { mutateAsync, isPending } = useRenamePasskey();

  async function save(typed: { name: string }) {
    if (isPending) return;
    const renaming = mutateAsync({ id, ...typed });
    if (!(await toastOutcome(renaming, 'Passkey renamed', tellFailure('Failed to rename the passkey'))))
      return;
    draft.forget();
    onClose();
  }

  return (
    <FormDialog draft={draft} onClose={onClose} title="Rename passkey">
      {(leave) => (
        <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4">
          <TextField
            form={form}
            name="name"
            label="Name"
            required
            hint="Such as the device that has it."
            autoComplete="off"
            maxLength={LENGTHS.deviceName}
          />
          <FormActions
            submitLabel="Save name"
            pendingLabel="Saving..."
            pending={isPending}
            onCancel={leave}
          />
        </form>
      )}
    </FormDialog>
  );
}
