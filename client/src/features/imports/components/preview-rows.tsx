import { countOf } from '@shared/figures';
import type { FieldChange, ImportPreview, ImportRow } from '@shared/imports/imports';
import { Info } from 'lucide-react';
import { memo, useState } from 'react';
import { RowRemarks } from '@/components/grid/row-remarks';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';
import { groupNotes, type NoteGroup } from './note-groups';

const ROWS_SHOWN = 10;

const badges = {
  differs: <Badge tone="due">Differs</Badge>,
  ready: <Badge tone="success">Ready</Badge>,
  problem: <Badge tone="danger">Problem</Badge>,
  repeated: <Badge>Repeated</Badge>,
  stored: <Badge>Stored</Badge>,
} as const;

const hasNotes = ({ remarks, changes }: ImportRow) => remarks.length > 0 || changes !== undefined;

const RowNotes = ({ remarks, changes = [] }: ImportRow) => (
  <>
    {changes.length > 0 && <Changes changes={changes} />}
    {remarks.length > 0 && <RowRemarks remarks={remarks} />}
  </>
);

/** "Waiting time: 5 → 9". */
const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul aria-label="What differs" className="py-1">
    {changes.map(({ label, from, to }) => (
      <li key={label} className="wrap-anywhere">
        {label}: <del className="text-muted no-underline">{from || 'empty'}</del>{' '}
        <span aria-hidden="true">→</span>
        <span className="sr-only"> becomes </span>{' '}
        <ins className="font-medium text-ink no-underline">{to || 'empty'}</ins>
      </li>
    ))}
  </ul>
);

const columns: readonly Column<ImportRow>[] = [
  { header: 'Row', cell: ({ number }) => number, inCardTitle: true },
  {
    header: 'Trip',
    cell: ({ summary }) => <span className="wrap-anywhere">{summary}</span>,
    inCardTitle: true,
  },
  { header: 'Status', cell: ({ status }) => badges[status], inCardTitle: true },
  { header: 'Notes', cell: (row) => (hasNotes(row) ? <RowNotes {...row} /> : null), inCardTitle: true },
];

type PreviewRowsProps = { preview: ImportPreview; busy: boolean };

/** The rows of a file: first those that there is something to say about, in the server's order. What many rows have is said once. */
export const PreviewRows = memo(function PreviewRows({ preview, busy }: PreviewRowsProps) {
  const [page, setPage] = useState({ of: preview, number: 1 });
  const current = page.of === preview ? page.number : 1;
  const { groups, rows: own } = groupNotes(preview.rows);
  const rows = own.toSorted((a, b) => Number(hasNotes(b)) - Number(hasNotes(a)));
  if (rows.length === 0) return null;
  return (
    <>
      <NotesOfMany groups={groups} isAll={preview.rowsLeftOut === 0} />
      <DataTable
        caption="Rows of the file"
        columns={columns}
        rows={rows.slice((current - 1) * ROWS_SHOWN, current * ROWS_SHOWN)}
        rowKey={({ number }) => String(number)}
        cardTitle={({ number, summary }) => `Row ${number}: ${summary}`}
        // a problem is said below, with its icon
        cardFigure={({ status }) => status !== 'problem' && badges[status]}
        cardNotes={(row) => hasNotes(row) && <RowNotes {...row} />}
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
});

/** The rows that are not listed may have the same notes. */
function NotesOfMany({ groups, isAll }: { groups: readonly NoteGroup[]; isAll: boolean }) {
  if (groups.length === 0) return null;
  return (
    <ul aria-label="Notes on many rows" className="space-y-1 text-sm">
      {groups.map(({ text, rows, examples, isVaried }) => (
        <li key={text} className="flex gap-2">
          <Info className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">
              {isAll ? '' : 'At least '}
              {countOf(rows, 'row')}:
            </span>{' '}
            {text}
            <span className="text-muted">
              {isVaried
                ? `, and the like (rows ${examples.join(', ')} …)`
                : ` (rows ${examples.join(', ')} …)`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
