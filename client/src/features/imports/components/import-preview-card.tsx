import { countOf, formatCount } from '@shared/figures';
import type { ImportColumns, ImportPreview, ImportRow } from '@shared/imports';
import { tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { useState } from 'react';
import { LeftOutColumns } from '@/components/grid/left-out-columns';
import { RowRemarks } from '@/components/grid/row-remarks';
import { LodgedReports } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { Pagination } from '@/components/ui/pagination';
import { useTurn } from '@/lib/hooks/use-download';
import type { FileReading } from '../api';
import { ColumnChoices, headingText } from './column-choices';
import { fixableRows } from './correct-rows';
import { FileQuestions } from './file-questions';

const ROWS_SHOWN = 10;

const badges = {
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

type ImportPreviewCardProps = {
  fileName: string;
  preview: ImportPreview;
  busy: boolean;
  importing: boolean;
  onRead: (reading: FileReading) => void;
  onImport: () => void;
  fixed: number;
  /** The rows with problems are in the grid below. */
  isFixing: boolean;
  onCorrect: () => void;
};

export function ImportPreviewCard(props: ImportPreviewCardProps) {
  const { fileName, preview, busy, importing, onRead, onImport, fixed, isFixing, onCorrect } = props;
  const fixable = fixableRows(preview).length;
  const { sheets, sheet, refusal, questions, answers, counts } = preview;
  // in the order of the choices
  const missing = tripFieldNames
    .map((field) => tripField(field).label)
    .filter((label) => preview.missing.includes(label));
  const isOpen = questions.some(({ name }) => answers[name] === undefined);
  const isRead = refusal === null && missing.length === 0 && !isOpen;
  const importingLabel = useTurn(importing, 'Importing...');
  const [edited, setEdited] = useState<ImportPreview | null>(null);
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const unread = preview.unread
    .filter((column) => !leftOut.includes(column))
    .map((column) => {
      const { name = '', example = '' } = preview.headings[column] ?? {};
      return { column, name: headingText(name, column), example };
    });

  const kinds = preview.kinds.map(
    ({ name, rows, isLeftOut }) => `${formatCount(rows)} ${name}${isLeftOut ? ' (left out)' : ''}`,
  );

  const readColumns = (chosen: ImportColumns) =>
    // another column has other dates
    onRead({ sheet, columns: chosen, ...(chosen.date === preview.columns.date && { answers }) });

  return (
    <Card title={fileName} description={isRead && `${countOf(counts.ready, 'trip')} ready to import`}>
      <div className="space-y-4">
        {sheets.length > 1 && (
          <Field label="Sheet" hint={`This one of ${sheets.length} is read.`} className="sm:max-w-1/2">
            <Select
              value={sheet}
              disabled={busy}
              onChange={({ target }) => onRead({ sheet: Number(target.value) })}
              choices={sheets.map((label, value) => ({ label, value }))}
            />
          </Field>
        )}
        {refusal !== null && (
          <Alert variant="destructive" title="This sheet cannot be imported">
            {refusal}.
          </Alert>
        )}
        {missing.length > 0 && (
          <>
            <Alert variant="due" title="Some columns were not found">
              Choose {missing.length === 1 ? 'the column' : 'columns'} for {list(missing)}.
            </Alert>
            <Clipped tall className="text-sm text-muted">
              In the file: {preview.headings.map(({ name }, index) => headingText(name, index)).join(', ')}
            </Clipped>
          </>
        )}
        {isRead && counts.problem > 0 && fixed === 0 && !isFixing && (
          <Alert variant="due" title={`${countOf(counts.problem, 'row')} cannot be imported`}>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {fixable > 0 ? 'Fix them here, or fix' : 'Fix'} the file and choose it again
              {counts.ready > 0 && ', or import the rest without them'}.
              {fixable > 0 && (
                <Button
                  variant={counts.ready === 0 ? 'primary' : 'secondary'}
                  disabled={busy}
                  onClick={onCorrect}
                >
                  Fix {countOf(fixable, 'row')} here
                </Button>
              )}
            </div>
          </Alert>
        )}
        {fixed > 0 && <Alert variant="success">{countOf(fixed, 'row')} fixed and imported.</Alert>}
        {isRead && counts.ready === 0 && counts.problem === 0 && (
          <Alert>
            {counts.stored + counts.repeated > 0
              ? 'Every trip in this file is already stored.'
              : 'Every job in this file is left out.'}
          </Alert>
        )}
        {!isFixing && <PreviewRows preview={preview} busy={busy} />}
        {questions.length > 0 && missing.length === 0 && (
          <FileQuestions
            key={JSON.stringify([questions, answers])}
            questions={questions}
            answers={answers}
            disabled={busy}
            onEdit={(isEdited) => setEdited(isEdited ? preview : null)}
            onAnswer={(given) => onRead({ sheet, columns: preview.columns, answers: given })}
          />
        )}
        {preview.notes.length > 0 && (
          <ul aria-label="How the file is read" className="list-disc space-y-1 pl-5 text-sm text-muted">
            {preview.notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}.
              </li>
            ))}
          </ul>
        )}
        {kinds.length > 0 && <p className="text-sm text-muted">Kinds of jobs: {kinds.join(', ')}.</p>}
        {refusal === null && missing.length === 0 && unread.length > 0 && (
          <LeftOutColumns
            key={unread.map(({ name }) => name).join()}
            columns={unread}
            labelOf={(field) => tripField(field).label}
            fields={tripFieldNames.filter((field) => preview.columns[field] === undefined)}
            onFill={(chosen) => readColumns({ ...preview.columns, ...chosen })}
            onLeaveOut={() => setLeftOut((before) => [...before, ...unread.map(({ column }) => column)])}
          />
        )}
        {refusal === null && <ColumnChoices preview={preview} disabled={busy} onChange={readColumns} />}
        {missing.length > 0 && (
          <Button variant="primary" className="max-sm:w-full" disabled>
            Import trips
          </Button>
        )}
        {edited === preview && !isOpen && (
          <p role="status" className="text-sm text-muted">
            Check the rows again before you import them.
          </p>
        )}
        <LodgedReports touched={preview.lodged} counted />
        {counts.ready > 0 && edited !== preview && (
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

function PreviewRows({ preview, busy }: { preview: ImportPreview; busy: boolean }) {
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

const list = (parts: string[]) => new Intl.ListFormat('en-AU').format(parts);

function leftOutText({ problem, repeated, stored }: ImportPreview['counts']): string {
  const parts = [
    problem > 0 && `${countOf(problem, 'row')} with ${problem === 1 ? 'a problem' : 'problems'}`,
    repeated > 0 && countOf(repeated, 'repeated row'),
    stored > 0 && `${countOf(stored, 'row')} already stored`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return '';
  return `${list(parts)} ${problem + repeated + stored === 1 ? 'is' : 'are'} left out.`;
}
