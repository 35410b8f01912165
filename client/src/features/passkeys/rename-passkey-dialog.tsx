import { LENGTHS } from '@shared/limits';
import type { Passkey } from '@shared/passkeys';
import { renamePasskeySchema } from '@shared/passkeys';
import { type FormEvent, useState } from 'react';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { toastOutcome } from '@/lib/toast';
import { tellFailure, useRenamePasskey } from './api';

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const [fault, setFault] = useState<string>();
  const { mutateAsync, isPending } = useRenamePasskey();

  async function save(event: FormEvent) {
    event.preventDefault();
    const checked = renamePasskeySchema.safeParse({ name });
    setFault(checked.error?.issues[0]?.message);
    if (!checked.success || isPending) return;
    const renaming = mutateAsync({ id: passkey.id, ...checked.data });
    if (await toastOutcome(renaming, 'Passkey renamed', tellFailure('Failed to rename the passkey')))
      onClose();
  }

  return (
    <Dialog open onClose={onClose} title="Rename passkey">
      <form noValidate onSubmit={save} className="mt-4">
        <Field label="Name" required hint="Such as the device that has it." error={fault}>
          <TextInput
            value={name}
            autoComplete="off"
            maxLength={LENGTHS.deviceName}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <FormActions
          submitLabel="Save name"
          pendingLabel="Saving..."
          pending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
