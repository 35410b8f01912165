import { type Delivery, HELD, type PlannedDeliveries } from '@shared/deliveries/deliveries';
import type { ExpiryReminders } from '@shared/deliveries/recipients';
import { PAGE_SIZE } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { toastOutcome } from '@/lib/toast';
import {
  toastSettings,
  useChangeExpiryReminders,
  useChangeReminders,
  useDeliveries,
  usePlannedDeliveries,
  useSend,
} from './api';
import {
  canSendAgain,
  deliveryState,
  deliveryTime,
  deliveryTitle,
  plannedAhead,
  plannedTitle,
  sentToast,
  shortPlannedTitle,
} from './delivery-text';
import { SavedAtOnce } from './recipient-cards';

type Planned = PlannedDeliveries['planned'][number];

/** Has room for an address of usual length where the table is narrow. */
const Address = ({ children }: { children: string }) => (
  <Clipped className="sm:grid-cols-[minmax(12rem,1fr)]!">{children}</Clipped>
);

const plannedColumns: Column<Planned>[] = [
  {
    header: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(new Date(at))}</span>,
    inCardTitle: true,
  },
  { header: 'What', cell: plannedTitle, inCardTitle: true },
  {
    header: 'To',
    cell: ({ recipients }) =>
      recipients.length > 0 ? (
        recipients.map((email) => <Address key={email}>{email}</Address>)
      ) : (
        <AddRecipient />
      ),
    inCardTitle: true,
  },
];

/** A title whose period keeps to one line. */
function Title({ children: title }: { children: string }) {
  const [, what, period] = /^(.*?)(Q\d \(.+\)|\d{4}-\d{4})?$/.exec(title) ?? [];
  return (
    <>
      {what}
      {period && <span className="whitespace-nowrap">{period}</span>}
    </>
  );
}

/** Leads to the card above. */
const AddRecipient = () => (
  <Link href="/?tab=settings&part=recipients" className="font-medium text-due underline">
    No one: add a recipient
  </Link>
);

export function PlannedCard() {
  const planned = usePlannedDeliveries();
  const sendTest = useSend();
  const reminders = useChangeReminders();

  const test = () => toastOutcome(sendTest.mutateAsync('test'), sentToast, 'Failed to send the test email');

  return (
    <Card
      id="next-mails"
      title="Next emails"
      description="Reports are sent the day after their period ends; reminders a week before they are due and before anything expires."
      actions={
        <Button
          icon={Send}
          disabled={Boolean(planned.data?.heldSince)}
          pending={sendTest.isPending}
          pendingLabel="Sending..."
          onClick={test}
        >
          Send a test email
        </Button>
      }
    >
      {planned.data?.transport === 'outbox' && !planned.data.heldSince && (
        <Alert variant="due" title="Emails are not being sent" className="mb-4">
          The person who runs this installation has to set up a mail server.
        </Alert>
      )}
      {planned.data?.heldSince && (
        <Alert
          variant="due"
          title={`Emails are held since ${formatDateTime(new Date(planned.data.heldSince))}`}
          className="mb-4"
        >
          {HELD}
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
            columns={plannedColumns}
            rows={planned.data.planned}
            rowKey={({ kind }) => kind}
            cardTitle={(planned) => <Title>{shortPlannedTitle(planned)}</Title>}
            cardSubtitle={(planned) => {
              const ahead = plannedAhead(planned);
              return (
                <>
                  {formatDateTime(new Date(planned.at))}
                  {ahead && `\u00a0· ${ahead}`}
                  {planned.recipients.map((email) => (
                    <span key={email} className="block">
                      {email}
                    </span>
                  ))}
                  {planned.recipients.length === 0 && (
                    <span className="block">
                      <AddRecipient />
                    </span>
                  )}
                </>
              );
            }}
          />
          <Checkbox
            className="mt-4"
            label="Remind me a week before a report or a request from TMR is due, unless it is already done"
            checked={reminders.isPending ? reminders.variables : planned.data.reminders}
            disabled={reminders.isPending}
            onChange={({ target }) => void toastSettings(reminders.mutateAsync(target.checked))}
          />
          <ExpirySwitches saved={planned.data.expiryReminders} />
          <SavedAtOnce />
        </>
      )}
    </Card>
  );
}

const DISTANCES = [
  ['remindSixWeeks', '6 weeks'],
  ['remindFourWeeks', '4 weeks'],
  ['remindOneWeek', '1 week'],
] as const;

/** How long before something expires the contact is reminded. */
function ExpirySwitches({ saved }: { saved: ExpiryReminders }) {
  const changing = useChangeExpiryReminders();
  const shown = changing.isPending ? changing.variables : saved;
  return (
    <fieldset className="mt-2">
      <legend className="text-sm text-muted">
        Remind me before an authorisation or vehicle licence expires
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {DISTANCES.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={shown[name]}
            disabled={changing.isPending}
            onChange={({ target }) =>
              void toastSettings(changing.mutateAsync({ ...saved, [name]: target.checked }))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const sentColumns: Column<Delivery>[] = [
  { header: 'Recipient', cell: ({ recipient }) => <Address>{recipient}</Address>, inCardTitle: true },
  { header: 'Email', cell: deliveryTitle, inCardTitle: true },
  {
    header: 'When',
    cell: (delivery) => <span className="whitespace-nowrap">{deliveryTime(delivery)}</span>,
    inCardTitle: true,
  },
  { header: 'State', cell: (delivery) => <DeliveryStateLabel delivery={delivery} />, inCardTitle: true },
];

function DeliveryStateLabel({ delivery }: { delivery: Delivery }) {
  const { label, tone, detail } = deliveryState(delivery);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {detail && (
        <Clipped tall className="max-w-72 py-1 text-sm text-muted">
          {detail}
        </Clipped>
      )}
    </>
  );
}

export function HistoryCard() {
  const [page, setPage] = useState(1);
  // on a phone, where the rest of the settings follows, half as many
  const pageSize = useIsWide() ? PAGE_SIZE : PAGE_SIZE / 2;
  const list = useDeliveries(page, pageSize);
  const sendAgain = useSend();

  const send = ({ id }: Delivery) =>
    toastOutcome(sendAgain.mutateAsync(`${id}/send-again`), sentToast, 'Failed to send the email again');

  return (
    <Card
      id="delivery-history"
      title="Delivery history"
      description="Emails from this account, newest first."
    >
      <QueryState
        query={list}
        failed="The delivery history could not be loaded"
        skeleton={<DataTableSkeleton label="Loading the delivery history" />}
      />
      {list.data && !list.isError && list.data.total === 0 && (
        <p className="py-4 text-center text-muted">Nothing has been sent yet.</p>
      )}
      {list.data && !list.isError && list.data.total > 0 && (
        <div className="space-y-4">
          <DataTable
            caption="Delivery history, newest first"
            columns={sentColumns}
            rows={list.data.deliveries}
            rowKey={({ id }) => id}
            cardTitle={(delivery) => <Title>{deliveryTitle(delivery)}</Title>}
            cardSubtitle={({ recipient }) => recipient}
            cardNotes={(delivery) => (
              <>
                <span className="mr-2">{deliveryTime(delivery)}</span>
                <DeliveryStateLabel delivery={delivery} />
              </>
            )}
            busy={list.isPlaceholderData}
            actions={
              list.data.deliveries.some(canSendAgain)
                ? (delivery) =>
                    canSendAgain(delivery) && (
                      <IconButton
                        icon={RotateCw}
                        label={`Send again: ${deliveryTitle(delivery)} to ${delivery.recipient}`}
                        disabled={sendAgain.isPending}
                        onClick={() => send(delivery)}
                      />
                    )
                : undefined
            }
          />
          <Pagination
            label="Delivery history"
            page={page}
            pageSize={pageSize}
            total={list.data.total}
            onPageChange={setPage}
          />
        </div>
      )}
    </Card>
  );
}
