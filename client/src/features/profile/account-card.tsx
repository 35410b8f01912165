import { zodResolver } from '@hookform/resolvers/zod';
import type { BeaHolder, Verification } from '@shared/holders';
import { brisbaneDay, formatDay } from '@shared/periods';
import {
  type ChangeProfile,
  type UpdateProfile,
  updateProfileSchema,
  type VerifyContactEmail,
} from '@shared/profile';
import { expiryText } from '@shared/to-do/expiry';
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { CodeStep, type SentCode } from '@/components/code-step';
import { FormDateField } from '@/components/date-field/date-field';
import {
  ChangedMeanwhileActions,
  DraftNotice,
  useChangedMeanwhile,
  useLeaving,
} from '@/components/edit-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/form/text-field';
import { request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { emptyAsNull } from '@/lib/empty-as-null';
import { useAsked } from '@/lib/hooks/use-asked';
import { queryKeys } from '@/lib/query-keys';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';

const fieldsOf = (holder: BeaHolder) => ({
  holderName: holder.holderName,
  companyName: holder.companyName,
  tradingName: holder.tradingName ?? '',
  contactPerson: holder.contactPerson ?? '',
  contactEmail: holder.contactEmail,
  contactPhone: holder.contactPhone,
  authorisationExpires: holder.authorisationExpires ?? '',
});

const profileFormSchema = z.extend(updateProfileSchema, {
  authorisationExpires: emptyAsNull(updateProfileSchema.shape.authorisationExpires),
});

type ProfileFields = z.input<typeof profileFormSchema>;

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
    hint: 'The contact signs in with this address.',
    ...email,
  },
  // lines up with the email, which has a hint
  { name: 'contactPhone', label: 'Contact Phone', required: true, fieldClass: 'sm:[&>label]:pb-6', ...phone },
];

const EXPIRES = {
  name: 'authorisationExpires',
  label: 'Authorisation Expires',
  hint: 'The last day of your booking entity authorisation.',
} as const;

/** Whether the booking entity authorisation has expired or soon will. */
function ExpiryBadge({ lastDay }: { lastDay: string | null }) {
  const expiry = lastDay && expiryText(lastDay, brisbaneDay(now()));
  return expiry && <Badge tone={expiry.isOver ? 'danger' : 'due'}>{expiry.text}</Badge>;
}

/** Its columns begin where the text of the two cards below does. */
const grid = 'grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:gap-x-18';

const Value = ({ label, hint, children }: { label: string; hint?: ReactNode; children: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <Clipped tall>{children || '–'}</Clipped>
      <span className="block text-sm text-muted empty:hidden">{hint}</span>
    </dd>
  </div>
);

/** A profile that is stored once the code at its new contact email is entered. */
type UnprovedProfile = SentCode & { profile: ChangeProfile };

type AccountProps = { holder: BeaHolder; onSaved: () => Promise<void> };

/** The profile as it is edited, from the button to what the server stored. */
function useProfileEdit({ holder, onSaved }: AccountProps) {
  /** The version of the profile that is edited. */
  const [seen, setSeen] = useState<number>();
  /** The field that editing begins in. */
  const [first, setFirst] = useState<keyof ProfileFields>('holderName');
  const form = useForm({
    resolver: zodResolver(profileFormSchema),
    values: fieldsOf(holder),
    // the holder may be read again while someone types
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useFormDraft(form, { thing: 'profile', version: seen });
  const editing = seen !== undefined || draft.isRestored;
  const meanwhile = useChangedMeanwhile(draft.version);
  const { leave, question } = useLeaving(draft, showStored);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (profile: ChangeProfile) =>
      request<BeaHolder | { verification: Verification }>('PUT', '/api/profile', profile),
    // the last day of the authorisation
    meta: { invalidates: [queryKeys.toDo] },
  });
  const [unproved, setUnproved] = useState<UnprovedProfile>();

  async function save(values: UpdateProfile) {
    if (isPending) return;
    try {
      await store({ ...values, version: meanwhile.version });
    } catch (error) {
      if (!meanwhile.show(error) && !applyServerErrors(form, error))
        toastError(error, 'Failed to update profile');
    }
  }

  /** Stores the profile, unless its new contact email has to be proved first, for which the server has sent a code. */
  async function store(profile: ChangeProfile) {
    const answer = await mutateAsync(profile);
    if ('verification' in answer) setUnproved({ ...answer, profile, sentAt: now().getTime() });
    else await finish();
  }

  useEffect(() => {
    if (seen !== undefined) form.setFocus(first);
  }, [form, seen, first]);

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

  function edit(from: keyof ProfileFields) {
    setFirst(from);
    // what was typed stays
    if (editing) return setSeen(draft.version);
    form.reset(fieldsOf(holder), { keepDirtyValues: false });
    setSeen(holder.version);
  }

  function startOver() {
    setSeen(holder.version);
    draft.startOver();
  }

  return {
    form,
    draft: { ...draft, startOver },
    meanwhile,
    editing,
    isPending,
    unproved,
    question,
    edit,
    save,
    store,
    finish,
    leave,
    showStored,
    giveUp: () => setUnproved(undefined),
  };
}

type FieldsProps = { holder: BeaHolder; form: ReturnType<typeof useProfileEdit>['form'] | undefined };

/** The details of a holder, in fields where there is a form. */
function Fields({ holder, form }: FieldsProps) {
  const beaNumber = (
    <Value label="BEA Number" hint="BEA Number cannot be changed">
      {holder.beaNumber}
    </Value>
  );
  if (form)
    return (
      <div className={grid}>
        <dl>{beaNumber}</dl>
        <FormDateField form={form} {...EXPIRES} />
        {FIELDS.map((field) => (
          <TextField key={field.name} {...field} form={form} />
        ))}
      </div>
    );
  return (
    <dl className={grid}>
      {beaNumber}
      <Value label={EXPIRES.label} hint={<ExpiryBadge lastDay={holder.authorisationExpires} />}>
        {holder.authorisationExpires ? formatDay(holder.authorisationExpires) : ''}
      </Value>
      {FIELDS.map(({ name, label }) => (
        <Value key={name} label={label}>
          {fieldsOf(holder)[name]}
        </Value>
      ))}
    </dl>
  );
}

export function AccountCard({ holder, onSaved }: AccountProps) {
  const profile = useProfileEdit({ holder, onSaved });
  const { form, draft, editing, meanwhile, isPending, showStored, unproved } = profile;
  useAsked('renew', () => profile.edit('authorisationExpires'));
  return (
    <Card
      id="account"
      title="Account Information"
      actions={
        !editing && (
          <Button icon={Pencil} onClick={() => profile.edit('holderName')}>
            Edit Profile
          </Button>
        )
      }
    >
      <form noValidate onSubmit={form.handleSubmit(profile.save)} className="space-y-4">
        <DraftNotice draft={draft} />
        <Fields holder={holder} form={editing ? form : undefined} />
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
            <Button onClick={profile.leave} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={isPending} pendingLabel="Saving...">
              Save Changes
            </Button>
          </div>
        )}
      </form>
      {profile.question}
      {unproved && (
        <ContactCodeDialog
          unproved={unproved}
          onResend={() => profile.store(unproved.profile)}
          onProved={profile.finish}
          onClose={profile.giveUp}
        />
      )}
    </Card>
  );
}

type ContactCodeDialogProps = {
  unproved: UnprovedProfile;
  onResend: () => Promise<void>;
  onProved: () => Promise<void>;
  onClose: () => void;
};

function ContactCodeDialog({ unproved, onResend, onProved, onClose }: ContactCodeDialogProps) {
  const { mutateAsync } = useMutation({
    mutationFn: (proof: VerifyContactEmail) => request('POST', '/api/profile/contact-email/verify', proof),
  });
  const { profile, verification } = unproved;
  return (
    <Dialog
      onClose={onClose}
      title="Check the new contact email"
      description="The contact will sign in with it, so enter the code that was sent there. Nothing is saved until then."
    >
      <div className="mt-4">
        <CodeStep
          sent={unproved}
          submitLabel="Save Changes"
          pendingLabel="Saving..."
          onCode={async (code) => {
            await mutateAsync({ id: verification.id, code, profile });
            await onProved();
          }}
          onResend={onResend}
          onBack={onClose}
        />
      </div>
    </Dialog>
  );
}
