import { BOUNCES_TO_MARK, type Recipient, type UpdateRecipient } from '@shared/deliveries/recipients';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Checkbox } from '@/components/ui/form/checkbox';
import { QueryState } from '@/components/ui/states/query-state';
import { oneAfterAnother, SkeletonGroup } from '@/components/ui/states/skeleton';
import { toastOutcome } from '@/lib/toast';
import { AddRecipientForm } from './add-recipient-form';
import { useChangeRecipient, useRecipients } from './api';
import { RemoveRecipientDialog } from './remove-recipient-dialog';

/** Email Configuration: who gets which report. */
export function RecipientsCard() {
  const recipients = useRecipients();
  const [doomed, setDoomed] = useState<Recipient | null>(null);
  return (
    <Card
      id="recipients"
      title="Email Configuration"
      description="Who gets your reports by email, and which."
    >
      <div className={oneAfterAnother}>
        <QueryState
          query={recipients}
          failed="The recipients could not be loaded"
          skeleton={<SkeletonGroup label="Loading recipients" bars={['h-10', 'h-10']} />}
        />
        {recipients.data?.length === 0 && <p className="text-muted">No one gets reports by email yet.</p>}
        {recipients.data && recipients.data.length > 0 && (
          <ul aria-label="Email recipients" className="divide-y divide-line border-y border-line">
            {recipients.data.map((recipient) => (
              <RecipientRow key={recipient.id} recipient={recipient} onRemove={() => setDoomed(recipient)} />
            ))}
          </ul>
        )}
        <AddRecipientForm />
      </div>
      {doomed && <RemoveRecipientDialog recipient={doomed} onClose={() => setDoomed(null)} />}
    </Card>
  );
}

const FLAGS = [
  ['quarterlyReports', 'Quarterly'],
  ['annualReports', 'Annual'],
] as const;

function RecipientRow({ recipient, onRemove }: { recipient: Recipient; onRemove: () => void }) {
  const { mutateAsync } = useChangeRecipient();
  const { email } = recipient;

  const change = (changes: UpdateRecipient) =>
    toastOutcome(
      mutateAsync({ id: recipient.id, changes }),
      'Email settings updated successfully',
      'Failed to update email settings',
    );

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
            onChange={({ target }) => change({ [flag]: target.checked })}
          />
        ))}
        <IconButton icon={Trash2} tone="danger" label={`Remove recipient: ${email}`} onClick={onRemove} />
      </fieldset>
    </li>
  );
}
