import type { PlannedDeliveries } from '@shared/deliveries/deliveries';
import { formatDateTime } from '@shared/periods';
import { Send } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { Checkbox } from '@/components/ui/form/checkbox';
import { QueryState } from '@/components/ui/states/query-state';
import { toastOutcome } from '@/lib/toast';
import { useChangeReminders, usePlannedDeliveries, useSend } from './api';
import { deliveryTitle, sentToast } from './delivery-text';

type Planned = PlannedDeliveries['planned'][number];

const columns: Column<Planned>[] = [
  { header: 'When', cell: ({ at }) => formatDateTime(new Date(at)) },
  { header: 'What', cell: deliveryTitle, inCardTitle: true },
  {
    header: 'To',
    cell: ({ recipients }) =>
      recipients.length > 0 ? recipients.map((email) => <Clipped key={email}>{email}</Clipped>) : 'No one',
  },
];

/** The next emails, and a test email. */
export function PlannedCard() {
  const planned = usePlannedDeliveries();
  const sendTest = useSend();
  const reminders = useChangeReminders();

  const test = () => toastOutcome(sendTest.mutateAsync('test'), sentToast, 'Failed to send the test email');

  return (
    <Card
      id="next-mails"
      title="Next emails"
      description="Reports go out on the first day after their period, reminders a week before the due date."
      actions={
        <Button icon={Send} pending={sendTest.isPending} pendingLabel="Sending..." onClick={test}>
          Send a test email
        </Button>
      }
    >
      {planned.data?.transport === 'outbox' && (
        <Alert title="Email is only written to disk" className="mb-4">
          No mail server is set up for this installation, so no one receives anything. Anyone who runs it can
          set SMTP_URL.
        </Alert>
      )}
      <QueryState
        query={planned}
        failed="The next emails could not be loaded"
        skeleton={<DataTableSkeleton label="Loading the next emails" rows={4} />}
      />
      {planned.data && !planned.isError && (
        <>
          <DataTable
            caption="Next emails, earliest first"
            columns={columns}
            rows={planned.data.planned}
            rowKey={({ kind }) => kind}
            cardTitle={deliveryTitle}
          />
          <Checkbox
            className="mt-4"
            label="Remind me a week before a due date, unless the report is marked as lodged"
            checked={reminders.isPending ? reminders.variables : planned.data.reminders}
            disabled={reminders.isPending}
            onChange={({ target }) =>
              void toastOutcome(
                reminders.mutateAsync(target.checked),
                'Email settings updated successfully',
                'Failed to update email settings',
              )
            }
          />
        </>
      )}
    </Card>
  );
}
