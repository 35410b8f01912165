import { zodResolver } from '@hookform/resolvers/zod';
import type { BeaHolder, Verification } from '@shared/holders';
import type { ChangeProfile } from '@shared/profile';
import { type UpdateProfile, updateProfileSchema } from '@shared/profile';
import { Pencil } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { CodeStep } from '@/components/code-step';
import { DraftNotice, useLeaving } from '@/components/form-draft';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';
import { useProveContactEmail, useSaveProfile } from './api';

const fieldsOf = (holder: BeaHolder) => ({
  holderName: holder.holderName,
  companyName: holder.companyName,
  tradingName: holder.tradingName ?? '',
  contactPerson: holder.contactPerson ?? '',
  contactEmail: holder.contactEmail,
  contactPhone: holder.contactPhone,
});

type ProfileFields = z.input<typeof updateProfileSchema>;

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

const fieldGrid = 'grid grid-cols-1 items-start gap-4 sm:grid-cols-2';

function Value({ label, hint, children }: { label: string; hint?: string; children: string }) {
  return (
    <div className="sm:first:col-span-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <Clipped className="max-w-none!">{children || '–'}</Clipped>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </dd>
    </div>
  );
}

type AccountCardProps = { holder: BeaHolder; onSaved: () => Promise<void> };

/** Account Information: text until Edit Profile. */
export function AccountCard({ holder, onSaved }: AccountCardProps) {
  /** The version of the profile that is edited. */
  const [seen, setSeen] = useState<number>();
  const form = useForm({
    resolver: zodResolver(updateProfileSchema),
    values: fieldsOf(holder),
    // the holder may be read again while someone types
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useFormDraft(form, { thing: 'profile', version: seen });
  const editing = seen !== undefined || draft.isRestored;
  const meanwhile = useChangedMeanwhile(draft.version);
  const { leave, question } = useLeaving(draft, showStored);
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

  useEffect(() => {
    if (seen !== undefined) form.setFocus('holderName');
  }, [form, seen]);

  async function finish() {
    draft.forget();
    await onSaved();
    stopEditing(form.getValues());
    toast({ title: 'Profile updated successfully' });
    setUnproved(undefined);
  }

  function showStored() {
    stopEditing(fieldsOf(holder));
  }

  function stopEditing(shown: ProfileFields) {
    form.reset(shown, { keepDirtyValues: false });
    meanwhile.forget();
    draft.forget();
    setSeen(undefined);
  }

  function startOver() {
    setSeen(holder.version);
    draft.startOver();
  }

  return (
    <Card
      title="Account Information"
      actions={
        !editing && (
          <Button
            icon={Pencil}
            onClick={() => {
              form.reset(fieldsOf(holder), { keepDirtyValues: false });
              setSeen(holder.version);
            }}
          >
            Edit Profile
          </Button>
        )
      }
    >
      <form noValidate onSubmit={form.handleSubmit(save)} className="space-y-4">
        <DraftNotice draft={{ ...draft, startOver }} />
        <dl className={fieldGrid}>
          <Value label="BEA Number" hint="BEA Number cannot be changed">
            {holder.beaNumber}
          </Value>
          {!editing &&
            FIELDS.map(({ name, label }) => (
              <Value key={name} label={label}>
                {fieldsOf(holder)[name]}
              </Value>
            ))}
        </dl>
        {editing && (
          <div className={fieldGrid}>
            {FIELDS.map((field) => (
              <TextField key={field.name} {...field} form={form} />
            ))}
          </div>
        )}
        {meanwhile.states && (
          <ChangedMeanwhileActions
            what="profile"
            states={meanwhile.states}
            pending={isPending}
            onKeepTheirs={() => {
              showStored();
              void onSaved();
            }}
          />
        )}
        {editing && !meanwhile.states && (
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={leave} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={isPending} pendingLabel="Saving...">
              Save Changes
            </Button>
          </div>
        )}
      </form>
      {question}
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

/** A profile that is stored once the code at its new contact email is entered. */
type UnprovedProfile = { profile: ChangeProfile; verification: Verification; sentAt: number };

/** @param verification the server's answer of just now */
const askedNow = (profile: ChangeProfile, verification: Verification): UnprovedProfile => ({
  profile,
  verification,
  sentAt: now().getTime(),
});

type ContactCodeDialogProps = {
  unproved: UnprovedProfile;
  /** Another code was sent. */
  onAsked: (unproved: UnprovedProfile) => void;
  /** The profile is stored. */
  onProved: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the code that was sent to a new contact email, above the form, which keeps what was typed. */
function ContactCodeDialog({ unproved, onAsked, onProved, onClose }: ContactCodeDialogProps) {
  const save = useSaveProfile();
  const prove = useProveContactEmail();
  const { profile, verification, sentAt } = unproved;

  async function resend() {
    const answer = await save.mutateAsync(profile);
    if ('verification' in answer) onAsked(askedNow(profile, answer.verification));
    else await onProved();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Check the new contact email"
      description="You will sign in with it, so enter the code that was sent there. Nothing is saved before."
    >
      <div className="mt-4">
        <CodeStep
          sent={{ to: verification.sentTo, at: sentAt, goodForSeconds: verification.expiresInSeconds }}
          submitLabel="Save Changes"
          pendingLabel="Saving..."
          onCode={async (code) => {
            await prove.mutateAsync({ id: verification.id, code, profile });
            await onProved();
          }}
          onResend={resend}
          onBack={onClose}
        />
      </div>
    </Dialog>
  );
}
