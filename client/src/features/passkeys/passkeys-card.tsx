import { zodResolver } from '@hookform/resolvers/zod';
import { LENGTHS } from '@shared/limits';
import { type Passkey, renamePasskeySchema } from '@shared/passkeys';
import { formatDate, formatDateTime } from '@shared/periods';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { EditDialog } from '@/components/edit-dialog';
import { DeleteDialog, useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { TextField } from '@/components/ui/form/text-field';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { toastOutcome } from '@/lib/toast';
import { explainNotAdded, useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './api';

export function PasskeysCard() {
  const passkeys = usePasskeys();
  const { mutateAsync, isPending } = useAddPasskey();
  const { dialog, open, close } = useRowDialog();
  const add = () => toastOutcome(mutateAsync(), 'Passkey added', explainNotAdded);

  return (
    <Card
      id="passkeys"
      title="Passkeys"
      description="Your fingerprint, face or screen lock signs you in, with nothing to type."
      actions={
        <Button icon={KeyRound} onClick={add} pending={isPending} pendingLabel="Adding...">
          Add a passkey
        </Button>
      }
    >
      <QueryState
        query={passkeys}
        failed="The passkeys could not be loaded"
        skeleton={<ListSkeleton label="Loading passkeys" rows={2} />}
      />
      {passkeys.data?.length === 0 && <p className="text-muted">No passkeys yet.</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line border-y border-line">
          {passkeys.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => open(<RenamePasskeyDialog passkey={passkey} onClose={close} />)}
              onRemove={() => open(<RemovePasskeyDialog passkey={passkey} onClose={close} />)}
            />
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey;
  const used = lastUsedAt ? `last used ${formatDateTime(new Date(lastUsedAt))}` : 'not used yet';
  return (
    <li className="flex items-center justify-between gap-x-4 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name} {isBackedUp && <Badge>Synced to your devices</Badge>}
        </p>
        <p className="text-sm text-muted">
          Added {formatDate(new Date(createdAt))}, {used}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton icon={Pencil} label={`Rename passkey: ${name}`} onClick={onRename} />
        <IconButton icon={Trash2} tone="danger" label={`Remove passkey: ${name}`} onClick={onRemove} />
      </div>
    </li>
  );
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void };

function RenamePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const form = useForm({ resolver: zodResolver(renamePasskeySchema), defaultValues: { name } });
  const { mutateAsync } = useRenamePasskey();
  return (
    <EditDialog
      title="Rename passkey"
      what="passkey"
      form={form}
      draft={{ thing: `passkey-${id}` }}
      save={(typed) => mutateAsync({ id, ...typed })}
      done="Passkey renamed"
      failed="Failed to rename the passkey"
      submitLabel="Save name"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        hint="Such as the device that has it."
        autoComplete="off"
        maxLength={LENGTHS.deviceName}
      />
    </EditDialog>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const { mutateAsync } = useRemovePasskey();
  return (
    <DeleteDialog
      title="Are you sure you want to remove this passkey?"
      name={passkey.name}
      confirmLabel="Remove passkey"
      pendingLabel="Removing..."
      done="Passkey removed"
      failed="Failed to remove the passkey"
      action={() => mutateAsync(passkey)}
      onClose={onClose}
    >
      <p>It signs no one in any more. The device may go on showing it until you delete it there too.</p>
    </DeleteDialog>
  );
}
