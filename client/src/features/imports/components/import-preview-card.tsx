import { countOf } from '@shared/figures';
import type { ImportColumns, ImportPreview } from '@shared/imports/imports';
import { type TripFieldName, tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { useState } from 'react';
import { LeftOutColumns } from '@/components/grid/left-out-columns';
import { LodgedReports } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { brisbaneNote } from '@/lib/clock';
import { useTurn } from '@/lib/hooks/use-download';
import type { FileReading } from '../api';
import { ColumnChoices, headingText } from './column-choices';
import { ColumnFaults } from './column-faults';
import { TooManyWords } from './column-words';
import { fixableRows } from './correct-rows';
import { answersKept, FileQuestions, isLeftOpen } from './file-questions';
import { PreviewRows } from './preview-rows';

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
  const { fileName, preview, busy, onRead, fixed, isFixing } = props;
  const { sheet, refusal, questions, answers, words, counts, notes, lodged } = preview;
  const isMissing = preview.missing.length > 0;
  const isOpen = isLeftOpen(preview);
  const isRead = refusal === null && !isMissing && !isOpen;
  const [edited, setEdited] = useState<ImportPreview | null>(null);
  const isEdited = edited === preview;

  const readColumns = (columns: ImportColumns) =>
    onRead({ sheet, columns, answers: answersKept(preview, columns) });
  const [leftOut, setLeftOut] = useState<readonly (number | undefined)[]>([]);
  const hasGuess = Object.values(preview.guesses ?? {}).some((column) => !leftOut.includes(column));
  const leaveOut = (field: TripFieldName) => {
    setLeftOut((before) => [...before, preview.columns[field]]);
    readColumns({ ...preview.columns, [field]: undefined });
  };

  return (
    <Card
      title={fileName}
      description={
        isRead &&
        [`${countOf(counts.ready, 'trip')} ready to import`, brisbaneNote()].filter(Boolean).join(' · ')
      }
    >
      <div className="space-y-4">
        <SheetChoice preview={preview} busy={busy} onRead={onRead} />
        {refusal !== null && (
          <Alert variant="destructive" title="This sheet cannot be imported">
            {refusal}.
          </Alert>
        )}
        {isMissing && !hasGuess && <MissingColumns preview={preview} />}
        {isRead && <ColumnFaults preview={preview} disabled={busy} onLeaveOut={leaveOut} />}
        {isRead && <Refused {...props} />}
        {fixed > 0 && <Alert variant="success">{countOf(fixed, 'row')} fixed and imported.</Alert>}
        {isRead && <NothingNew counts={counts} />}
        {!isOpen && !isFixing && <PreviewRows preview={preview} busy={busy} />}
        {!isMissing && <TooManyWords preview={preview} disabled={busy} onLeaveOut={leaveOut} />}
        {questions.length + words.length > 0 && !isMissing && (
          <FileQuestions
            key={JSON.stringify([questions, answers, words])}
            preview={preview}
            disabled={busy}
            onEdit={(differs) => setEdited(differs ? preview : null)}
            onAnswer={(given) => onRead({ sheet, columns: preview.columns, answers: given })}
            onLeaveOut={leaveOut}
          />
        )}
        {notes.length > 0 && (
          <ul aria-label="How the file is read" className="list-disc space-y-1 pl-5 text-sm text-muted">
            {notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}.
              </li>
            ))}
          </ul>
        )}
        <UnreadColumns
          preview={preview}
          leftOut={leftOut}
          onLeaveOut={(columns) => setLeftOut((before) => [...before, ...columns])}
          onChange={readColumns}
        />
        {refusal === null && (
          <ColumnChoices preview={preview} disabled={busy} isGuessed={hasGuess} onChange={readColumns} />
        )}
        {isMissing && (
          <Button variant="primary" className="max-sm:w-full" disabled>
            Import trips
          </Button>
        )}
        {isEdited && !isOpen && (
          <p role="status" className="text-sm text-muted">
            Check the rows again before you import them.
          </p>
        )}
        {isRead && <LodgedReports touched={lodged} counted />}
        {isRead && counts.ready > 0 && !isEdited && <ImportReady {...props} />}
      </div>
    </Card>
  );
}

type SheetChoiceProps = Pick<ImportPreviewCardProps, 'preview' | 'busy' | 'onRead'>;

function SheetChoice({ preview: { sheets, sheet }, busy, onRead }: SheetChoiceProps) {
  if (sheets.length < 2) return null;
  return (
    <Field label="Sheet" hint={`This one of ${sheets.length} is read.`} className="sm:max-w-1/2">
      <Select
        value={sheet}
        disabled={busy}
        onChange={({ target }) => onRead({ sheet: Number(target.value) })}
        choices={sheets.map((label, value) => ({ label, value }))}
      />
    </Field>
  );
}

function MissingColumns({ preview: { missing, headings } }: { preview: ImportPreview }) {
  // the order of the choices
  const labels = tripFieldNames
    .map((field) => tripField(field).label)
    .filter((label) => missing.includes(label));
  return (
    <>
      <Alert variant="due" title="Some columns were not found">
        Choose {labels.length === 1 ? 'the column' : 'columns'} for {list(labels)}.
      </Alert>
      <Clipped tall className="text-sm text-muted">
        In the file: {headings.map(({ name }, index) => headingText(name, index)).join(', ')}
      </Clipped>
    </>
  );
}

/** The rows that cannot be imported, until they are fixed in the grid. */
function Refused({ preview, busy, fixed, isFixing, onCorrect }: ImportPreviewCardProps) {
  const { problem, ready } = preview.counts;
  if (problem === 0 || fixed > 0 || isFixing) return null;
  const fixable = fixableRows(preview).length;
  return (
    <Alert variant="due" title={`${countOf(problem, 'row')} cannot be imported`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {fixable > 0 ? 'Fix them here, or fix' : 'Fix'} the file and choose it again
        {ready > 0 && ', or import the rest without them'}.
        {fixable > 0 && (
          <Button variant={ready === 0 ? 'primary' : 'secondary'} disabled={busy} onClick={onCorrect}>
            Fix {countOf(fixable, 'row')} here
          </Button>
        )}
      </div>
    </Alert>
  );
}

function NothingNew({ counts: { ready, problem, stored, repeated } }: Pick<ImportPreview, 'counts'>) {
  if (ready > 0 || problem > 0) return null;
  return (
    <Alert>
      {stored + repeated > 0
        ? 'Every trip in this file is already stored.'
        : 'Every job in this file is left out.'}
    </Alert>
  );
}

type UnreadColumnsProps = {
  preview: ImportPreview;
  leftOut: readonly (number | undefined)[];
  onLeaveOut: (columns: readonly number[]) => void;
  onChange: (columns: ImportColumns) => void;
};

/** The columns that no field takes, until someone leaves them out. Where a field that is needed lacks its column, only a guess helps. */
function UnreadColumns({ preview, leftOut, onLeaveOut, onChange }: UnreadColumnsProps) {
  const unread = preview.unread
    .filter((column) => !leftOut.includes(column))
    .map((column) => {
      const { name = '', example = '' } = preview.headings[column] ?? {};
      return { column, name: headingText(name, column), example };
    });
  const all = unread.map(({ column }) => column);
  const { guesses = {}, missing, refusal } = preview;
  const isHelp = missing.length === 0 || Object.keys(guesses).length > 0;
  if (refusal !== null || !isHelp || unread.length === 0) return null;
  return (
    <LeftOutColumns
      key={unread.map(({ name }) => name).join()}
      columns={unread}
      guesses={guesses}
      labelOf={(field) => tripField(field).label}
      fields={tripFieldNames.filter((field) => preview.columns[field] === undefined)}
      onFill={(chosen) => {
        const filled = Object.values(chosen);
        onLeaveOut(all.filter((column) => !filled.includes(column)));
        onChange({ ...preview.columns, ...chosen });
      }}
      onLeaveOut={() => onLeaveOut(all)}
    />
  );
}

function ImportReady({ preview, busy, importing, onImport }: ImportPreviewCardProps) {
  const ready = countOf(preview.counts.ready, 'trip');
  const pendingLabel = useTurn(importing, 'Importing...');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          className="max-sm:w-full"
          disabled={busy}
          pending={importing}
          pendingLabel={pendingLabel}
          onClick={onImport}
        >
          Import {ready}
        </Button>
        <p className="text-sm text-muted">{leftOutText(preview)}</p>
      </div>
      {importing && <progress aria-label={`Importing ${ready}`} className="w-full" />}
    </>
  );
}

const list = (parts: string[]) => new Intl.ListFormat('en-AU').format(parts);

function leftOutText({ notTrips, counts: { problem, repeated, stored } }: ImportPreview): string {
  const parts = [
    problem > 0 && `${countOf(problem, 'row')} with ${problem === 1 ? 'a problem' : 'problems'}`,
    repeated > 0 && countOf(repeated, 'repeated row'),
    stored > 0 && `${countOf(stored, 'row')} already stored`,
    notTrips > 0 && `${countOf(notTrips, 'row')} that ${notTrips === 1 ? 'is no trip' : 'are no trips'}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return '';
  return `${list(parts)} ${problem + repeated + stored + notTrips === 1 ? 'is' : 'are'} left out.`;
}
