import type { RosterPreview, RosterRow, RosterStatus } from '@shared/imports/rosters';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';
import { Choices } from '@/features/dated/change-question';

const ROWS_SHOWN = 10;

const BADGES: Record<RosterStatus, React.ReactNode> = {
  problem: <Badge tone="danger">Problem</Badge>,
  new: <Badge tone="success">New</Badge>,
  differs: <Badge tone="due">Differs</Badge>,
  same: <Badge>Same</Badge>,
};

/** Whether it waits for someone to say if it is the driver of the same name. */
export const isUnanswered = ({ same }: RosterRow): boolean => same?.answer === null;

const badgeOf = (row: RosterRow) =>
  isUnanswered(row) ? <Badge tone="due">Question</Badge> : BADGES[row.status];

type RosterRowsProps = {
  preview: RosterPreview;
  busy: boolean;
  /** Says whether a row's driver is the one of the same name. */
  onSame: (row: number, isSame: boolean) => void;
};

/** What happens to each row of a sheet. */
export function RosterRows({ preview, busy, onSame }: RosterRowsProps) {
  const { of, rows } = preview;
  const [page, setPage] = useState(1);
  const current = Math.min(page, Math.ceil(rows.length / ROWS_SHOWN));
  const detail = (row: RosterRow) => <RowDetail row={row} onSame={onSame} />;
  const columns: readonly Column<RosterRow>[] = [
    { header: 'Row', cell: ({ number }) => number, inCardTitle: true },
    {
      header: of === 'vehicles' ? 'Vehicle' : 'Driver',
      cell: ({ name }) => <span className="inline-block min-w-28 wrap-anywhere">{name}</span>,
      inCardTitle: true,
    },
    { header: 'Status', cell: badgeOf, inCardTitle: true },
    { header: 'What happens', cell: detail, inCardTitle: true },
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        caption="Rows of the sheet"
        columns={columns}
        rows={rows.slice((current - 1) * ROWS_SHOWN, current * ROWS_SHOWN)}
        rowKey={({ number }) => String(number)}
        cardTitle={({ number, name }) => `Row ${number}: ${name}`}
        cardFigure={badgeOf}
        cardNotes={detail}
        busy={busy}
      />
      {rows.length > ROWS_SHOWN && (
        <Pagination
          label="Rows"
          page={current}
          pageSize={ROWS_SHOWN}
          total={rows.length}
          onPageChange={setPage}
        />
      )}
    </>
  );
}

type RowDetailProps = { row: RosterRow; onSame: RosterRowsProps['onSame'] };

function RowDetail({ row, onSame }: RowDetailProps) {
  const { number, status, name, changes, remarks, same } = row;
  return (
    <div className="min-w-0 space-y-1 text-sm wrap-anywhere">
      {status === 'new' && (
        <ul aria-label={`What is added: ${name}`} className="flex flex-wrap gap-x-4">
          {changes.map(({ label, to }) => (
            <li key={label}>
              <span className="text-muted">{label}:</span> {to}
            </li>
          ))}
        </ul>
      )}
      {status === 'differs' && (
        <ul aria-label={`What changes: ${name}`}>
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              {label}: <span className="text-muted">{from}</span> → <strong>{to}</strong>
            </li>
          ))}
        </ul>
      )}
      {!isUnanswered(row) &&
        remarks.map((remark) => (
          <p key={remark} className={status === 'problem' ? 'text-danger' : 'text-muted'}>
            {remark}.
          </p>
        ))}
      {same && (
        <Choices
          title={`${same.name} has ${same.driverAuthorityLicense}. Is row ${number} the same person?`}
          value={same.answer === null ? '' : same.answer ? 'yes' : 'no'}
          onChange={(value) => onSame(number, value === 'yes')}
          choices={[
            { value: 'yes', label: 'Yes, with another number' },
            { value: 'no', label: 'No, a new driver' },
          ]}
        />
      )}
    </div>
  );
}
