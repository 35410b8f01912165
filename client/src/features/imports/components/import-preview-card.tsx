import type { ImportColumns, ImportPreview, ImportRow } from '@shared/imports';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';
import { useTurn } from '@/lib/use-turn';
import { countOf, leftOutText } from '../import-text';
import { ColumnChoices } from './column-choices';

const ROWS_SHOWN = 10;

const badges = {
  ready: <Badge tone="success">Ready</Badge>,
  problem: <Badge tone="due">Problem</Badge>,
  stored: <Badge>Left out</Badge>,
} as const;

const columns: readonly Column<ImportRow>[] = [
  { header: 'Row', cell: ({ number }) => number, inCardTitle: true },
  { header: 'Trip', cell: ({ summary }) => summary, inCardTitle: true },
  { header: 'Status', cell: ({ status }) => badges[status] },
  {
    header: 'What to know',
    long: true,
    cell: ({ remarks }) =>
      remarks.length === 0 ? null : (
        <ul>
          {remarks.map((remark) => (
            <li key={remark} className="wrap-anywhere">
              {remark}
            </li>
          ))}
        </ul>
      ),
  },
];

/** Rows with problems come first. */
const rank = ({ status, remarks }: ImportRow) =>
  status === 'problem' ? 0 : status === 'ready' && remarks.length > 0 ? 1 : status === 'stored' ? 2 : 3;

type ImportPreviewCardProps = {
  fileName: string;
  preview: ImportPreview;
  /** Disables every control. */
  busy: boolean;
  importing: boolean;
  onColumnsChange: (columns: ImportColumns) => void;
  onImport: () => void;
};

/** What an import of the file would do, row by row where there is something to say. */
export function ImportPreviewCard(props: ImportPreviewCardProps) {
  const { fileName, preview, busy, importing, onColumnsChange, onImport } = props;
  const { counts, missing, rowsLeftOut } = preview;
  const importingLabel = useTurn(importing, 'Importing...');
  const [page, setPage] = useState({ of: preview, number: 1 });
  const current = page.of === preview ? page.number : 1;
  const rows = [...preview.rows].sort((a, b) => rank(a) - rank(b));
  const shown = rows.slice((current - 1) * ROWS_SHOWN, current * ROWS_SHOWN);
  const isComplete = missing.length === 0;

  return (
    <Card title={fileName} description={isComplete && `${countOf(counts.ready, 'trip')} ready to import`}>
      <div className="space-y-4">
        {!isComplete && (
          <Alert variant="due" title="Some columns were not found">
            Choose the column for {missing.join(', ')}.
          </Alert>
        )}
        {isComplete && counts.problem > 0 && (
          <Alert variant="due" title={`${countOf(counts.problem, 'row')} cannot be imported`}>
            Mend the file and choose it again{counts.ready > 0 && ', or import the rest without them'}.
          </Alert>
        )}
        {isComplete && counts.ready === 0 && counts.problem === 0 && (
          <Alert>Every trip in this file is already stored.</Alert>
        )}
        <ColumnChoices preview={preview} disabled={busy} onChange={onColumnsChange} />
        {shown.length > 0 && (
          <>
            <DataTable
              caption="Rows of the file"
              columns={columns}
              rows={shown}
              rowKey={({ number }) => String(number)}
              cardTitle={({ number, summary }) => `Row ${number}: ${summary}`}
              busy={busy}
            />
            <Pagination
              label="Rows"
              page={current}
              pageSize={ROWS_SHOWN}
              total={rows.length}
              onPageChange={(number) => setPage({ of: preview, number })}
            />
            {rowsLeftOut > 0 && (
              <p className="text-sm text-muted">{countOf(rowsLeftOut, 'more row')} like these, not shown.</p>
            )}
          </>
        )}
        {counts.ready > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              variant="primary"
              className="max-sm:w-full"
              disabled={busy}
              pending={importing}
              pendingLabel={importingLabel}
              onClick={onImport}
            >
              Import {countOf(counts.ready, 'trip')}
            </Button>
            <p className="text-sm text-muted">{leftOutText(counts)}</p>
          </div>
        )}
        {importing && (
          <progress aria-label={`Importing ${countOf(counts.ready, 'trip')}`} className="w-full" />
        )}
      </div>
    </Card>
  );
}
