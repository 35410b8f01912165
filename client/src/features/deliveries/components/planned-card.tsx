import type { PlannedDeliveries } from '@shared/deliveries/deliveries';
import { formatDateTime } from '@shared/periods';
import { Send } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { ErrorState } from '@/components/ui/error-state';
import { messageOf } from '@/lib/api-client';
import { toast, toastError } from '@/lib/toast';
import { useChangeReminders, usePlannedDeliveries, useSendTest } from '../api';
import { deliveryTitle, sentMessage } from '../delivery-text';

type Planned = PlannedDeliveries['planned'][number];

const columns: Column<Planned>[] = [
  { header: 'When', cell: ({ at }) => formatDateTime(new Date(at)) },
  { header: 'What', cell: deliveryTitle, inCardTitle: true },
  {
    header: 'To',
    cell: ({ recipients }) =>
      recipients.length > 0 ? recipients.map((email) => <div key={email}>{email}</div>) : 'Nobody',
  },
];

/** What will be sent next, and a way to see that e-mail arrives. */
export function PlannedCard() {
  const planned = usePlannedDeliveries();
  const sendTest = useSendTest();
  const transport = planned.data?.transport;

  const test = () =>
    sendTest.mutate(undefined, {
      onSuccess: (delivery) => {
        const { failed, text } = sentMessage(delivery, transport);
        if (failed) toast({ title: 'Error', description: text, variant: 'destructive' });
        else toast({ title: text });
      },
      onError: (error) => toastError(error, 'Failed to send the test e-mail'),
    });

  return (
    <Card
      title="Next e-mails"
      description="Reports go out on the first day after their period, reminders a week before the due date."
      actions={
        <Button
          icon={<Send aria-hidden="true" className="size-4" />}
          pending={sendTest.isPending}
          pendingLabel="Sending..."
          onClick={test}
        >
          Send a test e-mail
        </Button>
      }
    >
      {transport === 'outbox' && (
        <Alert title="E-mail is only written to disk" className="mb-4">
          No mail server is set up for this installation, so nobody receives anything. Whoever runs it can set
          SMTP_URL.
        </Alert>
      )}
      {planned.isPending && <DataTableSkeleton label="Loading the next e-mails" rows={4} />}
      {planned.isError && (
        <ErrorState
          title="The next e-mails could not be loaded"
          message={messageOf(planned.error, 'Please try again.')}
          onRetry={() => planned.refetch()}
          retrying={planned.isFetching}
        />
      )}
      {planned.data && !planned.isError && (
        <>
          <DataTable
            caption="Next e-mails, earliest first"
            columns={columns}
            rows={planned.data.planned}
            rowKey={({ kind }) => kind}
            cardTitle={deliveryTitle}
          />
          <RemindersCheckbox on={planned.data.reminders} />
        </>
      )}
    </Card>
  );
}

function RemindersCheckbox({ on }: { on: boolean }) {
  const { mutate, isPending, variables } = useChangeReminders();
  return (
    <Checkbox
      className="mt-4"
      label="Remind me a week before a due date, unless the report is marked as lodged"
      checked={isPending ? variables : on}
      disabled={isPending}
      onChange={({ target }) =>
        mutate(target.checked, {
          onSuccess: () => toast({ title: 'Email settings updated successfully' }),
          onError: (error) => toastError(error, 'Failed to update email settings'),
        })
      }
    />
  );
}
