import { formatDay } from '@shared/periods';
import type { TmrRequest } from '@shared/tmr-requests/tmr-requests';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { DeleteDialog, useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { useNow } from '@/lib/clock';
import { useAsked } from '@/lib/hooks/use-asked';
import { AnswerDialog } from './answer-dialog';
import { useDeleteRequest, useRestoreRequest, useTmrRequests } from './api';
import { RequestDialog } from './request-dialog';
import { aboutText, daysText, receivedText, requestName, requestState } from './request-text';

/** Letters in which TMR asks for records, and their answers (docs/product/tmr-requests.md#requests). */
export function TmrRequestsCard() {
  const { dialog, open, close } = useRowDialog();
  const add = () => open(<RequestDialog request={null} onClose={close} />);
  useAsked('request', add);
  return (
    <>
      <Card
        isPart
        title="Requests from TMR"
        description="Letters that ask for your records. Each is due 28 days after you received it."
      >
        <Requests {...{ open, close, add }} />
      </Card>
      {dialog}
    </>
  );
}

type Dialogs = Pick<ReturnType<typeof useRowDialog>, 'open' | 'close'>;

function Requests({ open, close, add }: Dialogs & { add: () => void }) {
  const requests = useTmrRequests();
  return (
    <>
      <QueryState
        query={requests}
        skeleton={<DataTableSkeleton label="Loading requests" rows={2} isBroad />}
        failed="The requests could not be loaded"
      />
      {requests.data?.length === 0 && (
        <EmptyState
          drawing={<DocumentDrawing />}
          title="No requests yet."
          hint="Add TMR's letter here, then download the answer as one file."
          action={<Button onClick={add}>New request</Button>}
        />
      )}
      {requests.data && requests.data.length > 0 && (
        <div className="space-y-4">
          <Button className="max-sm:w-full" icon={Plus} onClick={add}>
            New request
          </Button>
          <RequestTable requests={requests.data} open={open} close={close} />
        </div>
      )}
    </>
  );
}

type RequestTableProps = Dialogs & { requests: TmrRequest[] };

function RequestTable({ requests, open, close }: RequestTableProps) {
  const now = useNow();
  const state = (request: TmrRequest) => {
    const { tone, text } = requestState(request, now);
    return <Badge tone={tone}>{text}</Badge>;
  };
  const answer = (request: TmrRequest) => (
    <Button
      className="mr-1"
      aria-label={`Answer request: ${requestName(request)}`}
      onClick={() => open(<AnswerDialog request={request} onClose={close} />)}
    >
      Answer
    </Button>
  );
  const cells: Record<string, Column<TmrRequest>['cell']> = {
    Due: state,
    Reference: ({ reference }) =>
      reference && (
        <bdi className="block max-w-80 min-w-40 py-1.5 wrap-anywhere 2xl:max-w-100">{reference}</bdi>
      ),
    Received: ({ receivedOn }) => formatDay(receivedOn),
    'Days asked about': (request) => (
      <span className="whitespace-nowrap print:whitespace-normal">{daysText(request)}</span>
    ),
    About: aboutText,
  };
  return (
    <DataTable
      caption="Requests from TMR"
      isBroad
      columns={Object.entries(cells).map(([header, cell]) => ({ header, cell, inCardTitle: true }))}
      rows={requests}
      rowKey={({ id }) => id}
      cardTitle={requestName}
      cardSubtitle={(request) => (
        <>
          {state(request)}
          <span className="block pt-1">
            {[request.reference && receivedText(request), daysText(request), aboutText(request)]
              .filter(Boolean)
              .join('\u00a0· ')}
          </span>
        </>
      )}
      cardNotes={(request) => <p className="mt-2">{answer(request)}</p>}
      actions={(request) => (
        <>
          <span className="max-lg:hidden">{answer(request)}</span>
          <IconButton
            icon={Pencil}
            label={`Edit request: ${requestName(request)}`}
            onClick={() => open(<RequestDialog request={request} onClose={close} />)}
          />
          <IconButton
            icon={Trash2}
            tone="danger"
            label={`Delete request: ${requestName(request)}`}
            onClick={() => open(<DeleteRequestDialog request={request} onClose={close} />)}
          />
        </>
      )}
    />
  );
}

function DeleteRequestDialog({ request, onClose }: { request: TmrRequest; onClose: () => void }) {
  const { mutateAsync } = useDeleteRequest();
  const restoring = useRestoreRequest();
  return (
    <DeleteDialog
      title="Are you sure you want to delete this request?"
      confirmLabel="Delete request"
      done="Request deleted successfully"
      failed="Failed to delete the request"
      name={requestName(request)}
      action={() => mutateAsync(request)}
      undo={[() => restoring.mutateAsync(request), 'Request restored', 'Failed to restore the request']}
      onClose={onClose}
    >
      <p>It is no longer listed or reminded of. You can undo this.</p>
    </DeleteDialog>
  );
}
