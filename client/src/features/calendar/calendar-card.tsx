import { formatDateTime } from '@shared/periods';
import type { CalendarAddress, CalendarState } from '@shared/to-do/calendar';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { request } from '@/lib/api-client';
import { copyText } from '@/lib/copy-text';
import { toastOutcome } from '@/lib/toast';

const queryKey = ['/api/calendar'];
const meta = { awaits: [queryKey], evenIfFailed: true };

/** The secret address of the holder's calendar (docs/product/to-do.md#calendar). */
export function CalendarCard() {
  const state = useQuery<CalendarState>({ queryKey });
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const making = useMutation({ mutationFn: () => request<CalendarAddress>('POST', '/api/calendar'), meta });
  const removal = useMutation({ mutationFn: () => request<void>('DELETE', '/api/calendar'), meta });
  const createdAt = state.data?.createdAt;
  const address = createdAt ? making.data?.address : undefined;

  return (
    <Card
      id="calendar"
      title="Calendar"
      description="Due dates and expiry dates in the calendar on your phone or computer. Anyone with the link can read them."
      actions={
        state.data &&
        !createdAt && (
          <Button
            pending={making.isPending}
            pendingLabel="Creating..."
            onClick={() =>
              void toastOutcome(making.mutateAsync(), undefined, 'Failed to make the calendar address')
            }
          >
            Create calendar link
          </Button>
        )
      }
    >
      <QueryState
        query={state}
        failed="The calendar address could not be loaded"
        skeleton={<SkeletonGroup label="Loading the calendar address" bars={['h-11 w-48']} />}
      />
      {createdAt && !state.isError && (
        <div className="space-y-4">
          {address && <NewAddress address={address} />}
          <p className="text-muted">
            {address
              ? 'It is shown this once. In your calendar, add it as a subscription or “from URL”.'
              : `Made ${formatDateTime(new Date(createdAt))}. An address is shown only when it is made: replace it if you no longer have it.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setAsking('replace')}>Replace address</Button>
            <Button onClick={() => setAsking('remove')}>Remove address</Button>
          </div>
        </div>
      )}
      {asking && (
        <ConfirmAction
          title={asking === 'replace' ? 'Replace the calendar address?' : 'Remove the calendar address?'}
          description="Calendars that use the present address are no longer updated."
          confirmLabel={asking === 'replace' ? 'Replace address' : 'Remove address'}
          pendingLabel={asking === 'replace' ? 'Replacing...' : 'Removing...'}
          action={async () => void (await (asking === 'replace' ? making : removal).mutateAsync())}
          done={() => ({
            title: asking === 'replace' ? 'Calendar address replaced' : 'Calendar address removed',
          })}
          failed={`Failed to ${asking} the calendar address`}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  );
}

const NewAddress = ({ address }: { address: string }) => (
  <div className="flex flex-wrap items-end gap-3">
    <Field label="Calendar address" className="min-w-0 grow">
      <TextInput readOnly value={address} onFocus={({ target }) => target.select()} />
    </Field>
    <Button
      icon={Copy}
      onClick={() =>
        void copyText(address, {
          done: 'The calendar address',
          failed: 'Please select the address and copy it.',
        })
      }
    >
      Copy
    </Button>
  </div>
);
