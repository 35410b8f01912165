import { zodResolver } from '@hookform/resolvers/zod';
import type { BeaHolder } from '@shared/holders';
import { type UpdateProfile, updateProfileSchema } from '@shared/profile';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';
import { useSaveProfile } from '../api';

const fieldsOf = (holder: BeaHolder) => ({
  holderName: holder.holderName,
  companyName: holder.companyName,
  tradingName: holder.tradingName ?? '',
  contactPerson: holder.contactPerson ?? '',
  contactEmail: holder.contactEmail,
  contactPhone: holder.contactPhone,
});

type AccountCardProps = { holder: BeaHolder; onSaved: () => Promise<void> };

/** Account Information: read, and after Edit Profile changed. */
export function AccountCard({ holder, onSaved }: AccountCardProps) {
  const [editing, setEditing] = useState(false);
  const form = useForm({ resolver: zodResolver(updateProfileSchema), values: fieldsOf(holder) });
  const { errors } = form.formState;
  const { mutateAsync, isPending } = useSaveProfile();

  async function save(profile: UpdateProfile) {
    if (isPending) return;
    try {
      await mutateAsync(profile);
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(error, 'Failed to update profile');
      return;
    }
    await onSaved();
    setEditing(false);
    toast({ title: 'Profile updated successfully' });
  }

  function cancel() {
    form.reset(fieldsOf(holder));
    setEditing(false);
  }

  const text = (name: keyof ReturnType<typeof fieldsOf>) => ({ ...form.register(name), readOnly: !editing });

  return (
    <Card
      title="Account Information"
      actions={
        !editing && (
          <Button
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => {
              setEditing(true);
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
          <Field label="Full Name" required error={errors.holderName?.message}>
            <TextInput {...text('holderName')} autoComplete="name" autoCapitalize="words" />
          </Field>
          <Field label="Company Name" required error={errors.companyName?.message}>
            <TextInput {...text('companyName')} autoComplete="organization" autoCapitalize="words" />
          </Field>
          <Field label="Trading Name" error={errors.tradingName?.message}>
            <TextInput {...text('tradingName')} autoComplete="off" autoCapitalize="words" />
          </Field>
          <Field label="Contact Person" error={errors.contactPerson?.message}>
            <TextInput {...text('contactPerson')} autoComplete="off" autoCapitalize="words" />
          </Field>
          <Field
            label="Contact Email"
            required
            hint={editing && 'You sign in with this address.'}
            error={errors.contactEmail?.message}
          >
            <TextInput {...text('contactEmail')} type="email" inputMode="email" autoComplete="email" />
          </Field>
          <Field label="Contact Phone" required error={errors.contactPhone?.message}>
            <TextInput {...text('contactPhone')} type="tel" inputMode="tel" autoComplete="tel" />
          </Field>
        </div>
        {editing && (
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
    </Card>
  );
}
