import { countOf, formatCount } from '@shared/figures';
import type { TripImport } from '@shared/imports/imports';
import { formatDateTime } from '@shared/periods';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { LodgedReports } from '@/components/lodged-warning';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { ConfirmDialog } from '@/components/ui/dialog';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { useImports, useLodgedByImport } from '../api';
import { newcomersInWords } from '../newcomers/newcomers-card';
import { importInWords } from './import-words';

const columns: readonly Column<TripImport>[] = [
  { header: 'File', cell: ({ fileName }) => <Clipped>{fileName}</Clipped>, inCardTitle: true },
  { header: 'What', cell: (one) => importInWords(one) },
  { header: 'Imported', cell: ({ createdAt }) => formatDateTime(new Date(createdAt)) },
  { header: 'By', cell: ({ importedBy }) => importedBy && <Clipped>{importedBy}</Clipped> },
  {
    header: 'Status',
    cell: ({ undoneAt }) => (undoneAt ? <Badge>Undone</Badge> : <Badge tone="success">Imported</Badge>),
  },
];

type ImportsCardProps = { onUndo: (id: string) => Promise<void>; undoing: boolean };

export function ImportsCard({ onUndo, undoing }: ImportsCardProps) {
  const query = useImports();
  const { data: imports, isPending } = query;
  const [doomed, setDoomed] = useState<TripImport | null>(null);

  return (
    <Card title="Earlier imports">
      {isPending && <DataTableSkeleton label="Loading imports" rows={2} />}
      {query.isError && <QueryState query={query} failed="Earlier imports could not be loaded" />}
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
          title="Are you sure you want to undo this import?"
          description={
            <>
              <p className="line-clamp-2 font-medium text-ink wrap-anywhere">{doomed.fileName}</p>
              <div className="mt-2 space-y-2">
                {whatGoes(doomed).map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </div>
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

/** What undoing an import takes away, what it gives back and what stays. */
function whatGoes({ of, tripCount, changeCount, driverCount, vehicleCount }: TripImport): string[] {
  const newcomers = newcomersInWords({ drivers: driverCount, vehicles: vehicleCount });
  const areMany = driverCount + vehicleCount > 1;
  return [
    tripCount > 0 &&
      `${tripCount === 1 ? 'Its trip, and any change made to it,' : `Its ${countOf(tripCount, 'trip')}, and any changes made to them,`} will be removed from the history, statistics and reports.`,
    changeCount > 0 &&
      (of === 'trips'
        ? `${countOf(changeCount, 'corrected trip gets', 'corrected trips get')} back what was stored before.`
        : `What was changed, ${formatCount(changeCount)} in all, gets back what was stored before.`),
    newcomers !== '' &&
      `${newcomers} that it added ${areMany ? 'are' : 'is'} removed too, unless something else uses ${areMany ? 'them' : 'it'} since: ${areMany ? 'those stay' : 'then it stays'}.`,
    'You can import the file again.',
  ].filter((sentence) => sentence !== false);
}

function LodgedByImport({ id }: { id: string }) {
  const { data } = useLodgedByImport(id);
  return <LodgedReports touched={data ?? []} counted />;
}
