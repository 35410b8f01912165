import { countOf } from '@shared/figures';
import type { ImportPreview, ImportRow } from '@shared/imports/imports';
import { useState } from 'react';
import { RowRemarks } from '@/components/grid/row-remarks';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';

const ROWS_SHOWN = 10;

const badges = {
  differs: <Badge tone="due">Differs</Badge>,
  ready: <Badge tone="success">Ready</Badge>,
  problem: <Badge tone="danger">Problem</Badge>,
  repeated: <Badge>Repeated</Badge>,
  stored: <Badge>Stored</Badge>,
} as const;

const columns: readonly Column<ImportRow>[] = [
  { header: 'Row', cell: ({ number }) => number, inCardTitle: true },
  {
    header: 'Trip',
    cell: ({ summary }) => <span className="wrap-anywhere">{summary}</span>,
    inCardTitle: true,
  },
  { header: 'Status', cell: ({ status }) => badges[status], inCardTitle: true },
  {
    header: 'Notes',
    cell: ({ remarks }) => (remarks.length === 0 ? null : <RowRemarks remarks={remarks} />),
    inCardTitle: true,
  },
];

export function PreviewRows({ preview, busy }: { preview: ImportPreview; busy: boolean }) {
  const [page, setPage] = useState({ of: preview, number: 1 });
  const current = page.of === preview ? page.number : 1;
  // the server's order, but for those that are in order
  const rows = [...preview.rows].sort(
    (a, b) => Number(a.remarks.length === 0) - Number(b.remarks.length === 0),
  );
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        caption="Rows of the file"
        columns={columns}
        rows={rows.slice((current - 1) * ROWS_SHOWN, current * ROWS_SHOWN)}
        rowKey={({ number }) => String(number)}
        cardTitle={({ number, summary }) => `Row ${number}: ${summary}`}
        // a problem is said below, with its icon
        cardFigure={({ status }) => status !== 'problem' && badges[status]}
        cardNotes={({ remarks }) => remarks.length > 0 && <RowRemarks remarks={remarks} />}
        busy={busy}
      />
      {rows.length > ROWS_SHOWN && (
        <Pagination
          label="Rows"
          page={current}
          pageSize={ROWS_SHOWN}
          total={rows.length}
          onPageChange={(number) => setPage({ of: preview, number })}
        />
      )}
      {preview.rowsLeftOut > 0 && (
        <p className="text-sm text-muted">
          {countOf(preview.rowsLeftOut, 'more row')} like these, not shown.
        </p>
      )}
    </>
  );
}
