import type { TripImport } from '@shared/imports';
import { formatDateTime } from '@shared/periods';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { ConfirmDialog } from '@/components/ui/dialog';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { messageOf } from '@/lib/api-client';
import { useImports, useLodgedByImport } from '../api';
import { countOf } from '../import-text';
import { LodgedWarning } from './lodged-warning';

const columns: readonly Column<TripImport>[] = [
  {
    header: 'File',
    cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
    inCardTitle: true,
  },
  { header: 'Trips', cell: ({ tripCount }) => tripCount.toLocaleString('en-AU'), numeric: true },
  { header: 'Imported', cell: ({ createdAt }) => formatDateTime(new Date(createdAt)) },
  { header: 'By', cell: ({ importedBy }) => importedBy },
  {
    header: 'Status',
    cell: ({ undoneAt }) => (undoneAt ? <Badge>Undone</Badge> : <Badge tone="success">Imported</Badge>),
  },
];

type ImportsCardProps = {
  onUndo: (id: string) => Promise<void>;
  undoing: boolean;
  onShowTrips: () => void;
};

/** The earlier imports; each can be undone. */
export function ImportsCard({ onUndo, undoing, onShowTrips }: ImportsCardProps) {
  const { data: imports, isPending, isError, error, refetch, isFetching } = useImports();
  const [doomed, setDoomed] = useState<TripImport | null>(null);

  return (
    <Card title="Earlier imports" actions={<Button onClick={onShowTrips}>Show Trip History</Button>}>
      {isPending && <DataTableSkeleton label="Loading imports" rows={2} />}
      {isError && (
        <ErrorState
          title={`Error loading imports: ${messageOf(error, error.message)}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {imports?.length === 0 && (
        <EmptyState
          drawing={<DocumentDrawing />}
          title="Nothing imported yet"
          hint="Every import is listed here, and can be undone."
        />
      )}
      {imports && imports.length > 0 && (
        <DataTable
          caption="Imports, latest first"
          columns={columns}
          rows={imports}
          rowKey={({ id }) => id}
          cardTitle={({ fileName }) => fileName}
          actions={(one) =>
            one.undoneAt === null && (
              <Button
                variant="ghost"
                icon={Undo2}
                aria-label={`Undo import: ${one.fileName}, ${formatDateTime(new Date(one.createdAt))}`}
                onClick={() => setDoomed(one)}
              >
                Undo
              </Button>
            )
          }
        />
      )}
      {doomed && (
        <ConfirmDialog
          open
          title="Are you sure you want to undo this import?"
          description={
            <>
              <p className="font-medium text-ink wrap-anywhere">{doomed.fileName}</p>
              <p className="mt-2">
                {doomed.tripCount === 1 ? 'Its trip goes' : `Its ${countOf(doomed.tripCount, 'trip')} go`}{' '}
                from the history, the statistics and every report, with what was changed in them since. The
                file can be imported again.
              </p>
              <LodgedByImport id={doomed.id} />
            </>
          }
          confirmLabel="Undo import"
          pendingLabel="Undoing..."
          pending={undoing}
          onConfirm={() => void onUndo(doomed.id).then(() => setDoomed(null))}
          onCancel={() => setDoomed(null)}
        />
      )}
    </Card>
  );
}

function LodgedByImport({ id }: { id: string }) {
  const { data } = useLodgedByImport(id);
  return <LodgedWarning touched={data ?? []} />;
}
