import type { Delivery } from '@shared/deliveries/deliveries';
import { PAGE_SIZE } from '@shared/limits';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { toastOutcome } from '@/lib/toast';
import { useDeliveries, useSend } from './api';
import { canSendAgain, deliveryState, deliveryTime, deliveryTitle, sentToast } from './delivery-text';

const columns: Column<Delivery>[] = [
  { header: 'Recipient', cell: ({ recipient }) => <Clipped>{recipient}</Clipped> },
  { header: 'Email', cell: deliveryTitle, inCardTitle: true },
  { header: 'When', cell: deliveryTime },
  { header: 'State', cell: (delivery) => <State delivery={delivery} /> },
];

function State({ delivery }: { delivery: Delivery }) {
  const { label, tone, detail } = deliveryState(delivery);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {detail && (
        <Clipped tall className="max-w-xs py-1 text-sm text-muted">
          {detail}
        </Clipped>
      )}
    </>
  );
}

export function HistoryCard() {
  const [page, setPage] = useState(1);
  const list = useDeliveries(page);
  const sendAgain = useSend();

  const send = (delivery: Delivery) =>
    toastOutcome(
      sendAgain.mutateAsync(`${delivery.id}/send-again`),
      sentToast,
      'Failed to send the email again',
    );

  return (
    <Card
      id="delivery-history"
      title="Delivery history"
      description="The report emails of this account, newest first."
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
            columns={columns}
            rows={list.data.deliveries}
            rowKey={({ id }) => id}
            cardTitle={deliveryTitle}
            busy={list.isPlaceholderData}
            actions={(delivery) =>
              canSendAgain(delivery) && (
                <IconButton
                  icon={RotateCw}
                  label={`Send again: ${deliveryTitle(delivery)} to ${delivery.recipient}`}
                  disabled={sendAgain.isPending}
                  onClick={() => send(delivery)}
                />
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
