import { BOUNCES_TO_MARK, type Recipient, type ReportPreferences } from '@shared/deliveries/recipients';
import { LENGTHS } from '@shared/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { DeleteDialog, useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Checkbox } from '@/components/ui/form/checkbox';
import { TextField } from '@/components/ui/form/text-field';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton, oneAfterAnother, Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { toastError, toastOutcome } from '@/lib/toast';
import {
  toastSettings,
  useAddRecipient,
  useChangeRecipient,
  useRecipients,
  useRemoveRecipient,
  useReportPreferences,
  useRestoreRecipient,
  useSaveReportPreferences,
} from './api';

export function RecipientsCard() {
  const recipients = useRecipients();
  const { dialog, open, close } = useRowDialog();
  return (
    <Card id="recipients" title="Email Configuration" description="Who gets which reports by email.">
      <div className={oneAfterAnother}>
        <QueryState
          query={recipients}
          failed="The recipients could not be loaded"
          skeleton={<ListSkeleton label="Loading recipients" rows={2} />}
        />
        {recipients.data?.length === 0 && <p className="text-muted">No one gets reports by email yet.</p>}
        {recipients.data && recipients.data.length > 0 && (
          <>
            <ul aria-label="Email recipients" className="divide-y divide-line border-y border-line">
              {recipients.data.map((recipient) => (
                <RecipientRow
                  key={recipient.id}
                  recipient={recipient}
                  onRemove={() => open(<RemoveRecipientDialog recipient={recipient} onClose={close} />)}
                />
              ))}
            </ul>
            <SavedAtOnce />
          </>
        )}
        <AddRecipientForm />
      </div>
      {dialog}
    </Card>
  );
}

export const SavedAtOnce = () => <p className="mt-2 text-sm text-muted">Ticks are saved at once.</p>;

const FLAGS = [
  ['quarterlyReports', 'Quarterly'],
  ['annualReports', 'Annual'],
] as const;

function RecipientRow({ recipient, onRemove }: { recipient: Recipient; onRemove: () => void }) {
  const { mutateAsync } = useChangeRecipient();
  const { email } = recipient;

  return (
    <li className="flex items-center justify-between gap-x-6 gap-y-1 py-2 max-sm:flex-wrap">
      <div className="min-w-0 max-sm:w-full">
        <Clipped className="max-w-none!">{email}</Clipped>
        {!recipient.isActive && <Badge>Unsubscribed</Badge>}
        {recipient.bounces >= BOUNCES_TO_MARK && <Badge tone="due">Mail is refused by this address</Badge>}
      </div>
      <fieldset className="flex grow items-center justify-end gap-x-3 max-sm:justify-between sm:shrink-0 sm:gap-x-6">
        <legend className="sr-only">{email}</legend>
        {FLAGS.map(([flag, label]) => (
          <Checkbox
            key={flag}
            label={label}
            checked={recipient[flag]}
            onChange={({ target }) =>
              toastSettings(mutateAsync({ id: recipient.id, changes: { [flag]: target.checked } }))
            }
          />
        ))}
        <IconButton icon={Trash2} tone="danger" label={`Remove recipient: ${email}`} onClick={onRemove} />
      </fieldset>
    </li>
  );
}

/** Adds a recipient, by the button or by Enter. A half-typed address survives a visit to another screen. */
function AddRecipientForm() {
  const form = useForm({ defaultValues: { email: '' } });
  const draft = useFormDraft(form, { thing: 'recipient-new' });
  const { mutateAsync, isPending } = useAddRecipient();

  async function add({ email }: { email: string }) {
    if (isPending) return;
    const address = email.trim();
    if (!address.includes('@')) return toastError(undefined, 'Please enter a valid email address');
    const adding = mutateAsync(address);
    if (!(await toastOutcome(adding, 'Email recipient added successfully', 'Failed to add email recipient')))
      return;
    form.reset();
    draft.forget();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(add)} className="mt-4 flex flex-wrap items-end gap-3">
      <TextField
        form={form}
        name="email"
        label="Add recipient"
        fieldClass="min-w-60 grow"
        type="email"
        inputMode="email"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={LENGTHS.email}
      />
      <Button type="submit" icon={Plus} pending={isPending} pendingLabel="Adding...">
        Add Recipient
      </Button>
    </form>
  );
}

function RemoveRecipientDialog({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
  const { mutateAsync } = useRemoveRecipient();
  const { mutateAsync: restore } = useRestoreRecipient();

  return (
    <DeleteDialog
      title="Are you sure you want to remove this email recipient?"
      name={recipient.email}
      confirmLabel="Remove recipient"
      pendingLabel="Removing..."
      done="Email recipient removed successfully"
      failed="Failed to remove email recipient"
      action={() => mutateAsync(recipient)}
      undo={[() => restore(recipient), 'Email recipient restored', 'Failed to restore email recipient']}
      onClose={onClose}
    >
      <p>Reports will no longer be sent to this address. You can undo this.</p>
    </DeleteDialog>
  );
}

const CHOICES = [
  ['sendQuarterly', 'Send quarterly reports automatically'],
  ['sendAnnual', 'Send annual reports automatically'],
  ['detailedBreakdown', 'Include detailed trip breakdown'],
] as const;

export function PreferencesCard() {
  const preferences = useReportPreferences();
  return (
    <Card
      id="preferences"
      title="Report Delivery Preferences"
      description="What is emailed when a quarter or financial year has ended."
    >
      {/* as high when it fails: on a desk the cards below are there already */}
      <div className="lg:min-h-55 lg:pointer-fine:min-h-45">
        <QueryState
          query={preferences}
          failed="The preferences could not be loaded"
          skeleton={
            <SkeletonGroup label="Loading preferences">
              {CHOICES.map(([name]) => (
                <div key={name} className="flex h-11 items-center pointer-fine:h-8">
                  <Skeleton className="h-5 w-2/3" />
                </div>
              ))}
              <Skeleton className="mt-2 h-5 w-1/2" />
              <Skeleton className="mt-4 h-11 w-36 pointer-fine:h-10" />
            </SkeletonGroup>
          }
        />
        {preferences.isSuccess && <PreferencesForm saved={preferences.data} />}
      </div>
    </Card>
  );
}

function PreferencesForm({ saved }: { saved: ReportPreferences }) {
  const { mutateAsync, isPending } = useSaveReportPreferences();
  const save = (changes: Partial<ReportPreferences> = {}) =>
    toastSettings(mutateAsync({ ...saved, ...changes }));

  return (
    <>
      <div className="flex flex-col items-start">
        {CHOICES.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={saved[name]}
            onChange={({ target }) => save({ [name]: target.checked })}
          />
        ))}
      </div>
      <SavedAtOnce />
      {/* the ticks are stored already: whoever looks for it is told so */}
      <Button className="mt-4" pending={isPending} pendingLabel="Saving..." onClick={() => save()}>
        Save Settings
      </Button>
    </>
  );
}
