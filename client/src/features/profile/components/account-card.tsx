import { zodResolver } from '@hookform/resolvers/zod';
import type { BeaHolder } from '@shared/holders';
import { type UpdateProfile, updateProfileSchema } from '@shared/profile';
import { Pencil } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { TextField } from '@/components/ui/text-field';
import { TextInput } from '@/components/ui/text-input';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';
import { useSaveProfile } from '../api';
import { askedNow, ContactCodeDialog, type UnprovedProfile } from './contact-code-dialog';

const fieldsOf = (holder: BeaHolder) => ({
  holderName: holder.holderName,
  companyName: holder.companyName,
  tradingName: holder.tradingName ?? '',
  contactPerson: holder.contactPerson ?? '',
  contactEmail: holder.contactEmail,
  contactPhone: holder.contactPhone,
});

const words = { autoCapitalize: 'words' };
const email = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const;
const phone = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const;

const FIELDS: Omit<ComponentProps<typeof TextField<ReturnType<typeof fieldsOf>>>, 'form'>[] = [
  { name: 'holderName', label: 'Full Name', required: true, autoComplete: 'name', ...words },
  { name: 'companyName', label: 'Company Name', required: true, autoComplete: 'organization', ...words },
  { name: 'tradingName', label: 'Trading Name', autoComplete: 'off', ...words },
  { name: 'contactPerson', label: 'Contact Person', autoComplete: 'off', ...words },
  {
    name: 'contactEmail',
    label: 'Contact Email',
    required: true,
    hint: 'You sign in with this address.',
    ...email,
  },
  { name: 'contactPhone', label: 'Contact Phone', required: true, ...phone },
];

type AccountCardProps = { holder: BeaHolder; onSaved: () => Promise<void> };

/** Account Information: read-only until Edit Profile. */
export function AccountCard({ holder, onSaved }: AccountCardProps) {
  /** The version of the profile that is edited. */
  const [seen, setSeen] = useState<number>();
  const editing = seen !== undefined;
  const meanwhile = useChangedMeanwhile(seen);
  const form = useForm({ resolver: zodResolver(updateProfileSchema), values: fieldsOf(holder) });
  const { mutateAsync, isPending } = useSaveProfile();
  const [unproved, setUnproved] = useState<UnprovedProfile>();

  async function save(values: UpdateProfile) {
    if (isPending) return;
    const profile = { ...values, version: meanwhile.version };
    try {
      const answer = await mutateAsync(profile);
      if ('verification' in answer) setUnproved(askedNow(profile, answer.verification));
      else await finish();
    } catch (error) {
      if (!meanwhile.show(error) && !applyServerErrors(form, error))
        toastError(error, 'Failed to update profile');
    }
  }

  async function finish() {
    await onSaved();
    toast({ title: 'Profile updated successfully' });
    setUnproved(undefined);
    stopEditing();
  }

  function stopEditing() {
    meanwhile.forget();
    setSeen(undefined);
  }

  function cancel() {
    form.reset(fieldsOf(holder));
    stopEditing();
  }

  return (
    <Card
      title="Account Information"
      actions={
        !editing && (
          <Button
            icon={Pencil}
            onClick={() => {
              setSeen(holder.version);
              form.setFocus('holderName');
            }}
          >
            Edit Profile
          </Button>
        )
      }
    >
      <form noValidate onSubmit={form.handleSubmit(save)} className="space-y-4">
        <Field label="BEA Number" hint="BEA Number cannot be changed">
          <TextInput value={holder.beaNumber} readOnly />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {FIELDS.map(({ hint, ...field }) => (
            <TextField key={field.name} {...field} form={form} readOnly={!editing} hint={editing && hint} />
          ))}
        </div>
        {meanwhile.states && (
          <ChangedMeanwhileActions
            what="profile"
            states={meanwhile.states}
            pending={isPending}
            onKeepTheirs={() => onSaved().then(stopEditing)}
          />
        )}
        {editing && !meanwhile.states && (
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={cancel} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={isPending} pendingLabel="Saving...">
              Save Changes
            </Button>
          </div>
        )}
      </form>
      {unproved && (
        <ContactCodeDialog
          unproved={unproved}
          onAsked={setUnproved}
          onProved={finish}
          onClose={() => setUnproved(undefined)}
        />
      )}
    </Card>
  );
}
