import type { Delivery } from '@shared/deliveries/deliveries';
import { PAGE_SIZE } from '@shared/limits';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { ErrorState } from '@/components/ui/error-state';
import { Pagination } from '@/components/ui/pagination';
import { messageOf } from '@/lib/api-client';
import { toast, toastError } from '@/lib/toast';
import { useDeliveries, usePlannedDeliveries, useSendAgain } from '../api';
import { canSendAgain, deliveryState, deliveryTime, deliveryTitle, sentMessage } from '../delivery-text';

const columns: Column<Delivery>[] = [
  { header: 'Recipient', cell: ({ recipient }) => recipient },
  { header: 'E-mail', cell: deliveryTitle, inCardTitle: true },
  { header: 'When', cell: deliveryTime },
  { header: 'State', cell: (delivery) => <State delivery={delivery} /> },
];

function State({ delivery }: { delivery: Delivery }) {
  const { label, tone, detail } = deliveryState(delivery);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {detail && <p className="max-w-xs py-1 text-sm text-muted wrap-anywhere">{detail}</p>}
    </>
  );
}

/** What was sent, to whom, when, and what failed. */
export function HistoryCard() {
  const [page, setPage] = useState(1);
  const list = useDeliveries(page);
  const transport = usePlannedDeliveries().data?.transport;
  const sendAgain = useSendAgain();

  const send = (delivery: Delivery) =>
    sendAgain.mutate(delivery, {
      onSuccess: (sent) => {
        const { failed, text } = sentMessage(sent, transport);
        if (failed) toast({ title: 'Error', description: text, variant: 'destructive' });
        else toast({ title: text });
      },
      onError: (error) => toastError(error, 'Failed to send the e-mail again'),
    });

  return (
    <Card title="Delivery history" description="The report e-mails of this account, newest first.">
      {list.isPending && <DataTableSkeleton label="Loading the delivery history" />}
      {list.isError && (
        <ErrorState
          title="The delivery history could not be loaded"
          message={messageOf(list.error, 'Please try again.')}
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && !list.isError && list.data.total === 0 && (
        <p className="py-4 text-center text-muted">Nothing has been sent yet.</p>
      )}
      {list.data && !list.isError && list.data.total > 0 && (
        <div className="space-y-4">
          <DataTable
            caption="Delivery history, newest first"
            columns={columns}
            rows={list.data.deliveries}
            rowKey={({ id }) => id}
            cardTitle={deliveryTitle}
            busy={list.isPlaceholderData}
            actions={(delivery) =>
              canSendAgain(delivery) && (
                <IconButton
                  label={`Send again: ${deliveryTitle(delivery)} to ${delivery.recipient}`}
                  disabled={sendAgain.isPending}
                  onClick={() => send(delivery)}
                >
                  <RotateCw aria-hidden="true" className="size-4" />
                </IconButton>
              )
            }
          />
          <Pagination
            label="Delivery history"
            page={page}
            pageSize={PAGE_SIZE}
            total={list.data.total}
            onPageChange={setPage}
          />
        </div>
      )}
    </Card>
  );
}
