import { countOf } from '@shared/figures';
import type { ImportColumns, ImportPreview as Preview } from '@shared/imports/imports';
import { type TripFieldName, tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { useRef, useState } from 'react';
import { LayoutLine } from '@/components/layout-line';
import { LodgedReports } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { brisbaneNote } from '@/lib/clock';
import type { FileReading } from '../api';
import { CorrectionsCard } from '../corrections/corrections-card';
import {
  type Draft,
  isComplete,
  isLeftOpen,
  isReadOtherwise,
  readingToCheck,
  withLikely,
} from '../file-answers';
import { NewcomersCard } from '../newcomers/newcomers-card';
import { ColumnChoices, headingText } from './column-choices';
import { ColumnFaults } from './column-faults';
import { TooManyWords } from './column-words';
import { FileQuestions } from './file-questions';
import { ImportBar } from './import-bar';
import { OtherFile } from './import-file-card';
import { MisspeltSuburbs } from './misspelt-suburbs';
import { PreviewRows } from './preview-rows';
import { RefusedRows } from './refused-rows';
import { hasGuess, UnreadColumns } from './unread-columns';

type ImportPreviewProps = {
  fileName: string;
  preview: Preview;
  draft: Draft;
  isChecking: boolean;
  isImporting: boolean;
  onChoose: (file: File) => void;
  onChange: (change: (draft: Draft) => Draft) => void;
  onRead: (reading: FileReading) => void;
  onReadAfresh: () => void;
  onForget: (layoutId: string) => void;
  onImport: () => void;
  fixed: number;
  /** The rows with problems are in the grid below. */
  isFixing: boolean;
  onCorrect: () => void;
};

/** What the server says of a file, from what is open to what is settled, and the button for what comes next. */
export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, preview, draft, isChecking, isImporting, onChoose, onChange, onRead, fixed, isFixing } =
    props;
  const { refusal, notes, counts, newcomers, layout, columnFaults } = preview;
  const busy = isChecking || isImporting;
  const isMissing = preview.missing.length > 0;
  const isRead = refusal === null && !isMissing && !isLeftOpen(preview);
  const newcomersCard = useRef<HTMLDivElement>(null);
  const [isLooking, setLooking] = useState(false);
  const [leftOut, setLeftOut] = useState<readonly (number | undefined)[]>([]);
  const isGuessed = hasGuess(preview, leftOut);

  const readColumns = (columns: ImportColumns) => onRead(readingToCheck(preview, { ...draft, columns }));
  const leaveOut = (field: TripFieldName) => {
    setLeftOut((before) => [...before, preview.columns[field]]);
    const { [field]: _, ...others } = draft.columns;
    readColumns(others);
  };
  const check = () => {
    if (isReadOtherwise(preview, draft) && (isMissing || isComplete(preview, draft)))
      onRead(readingToCheck(preview, withLikely(preview, draft)));
  };

  const columnChoices = (isOpen: boolean) => (
    <ColumnChoices
      preview={preview}
      columns={draft.columns}
      disabled={busy}
      isOpen={isOpen}
      onChange={(columns) => onChange((before) => ({ ...before, columns }))}
    />
  );
  const unreadColumns = (
    <UnreadColumns
      preview={preview}
      leftOut={leftOut}
      onLeaveOut={(columns) => setLeftOut((before) => [...before, ...columns])}
      onChange={readColumns}
    />
  );

  return (
    <div className="space-y-4 sm:space-y-6">
      <Card
        title={fileName}
        description={isRead && [readyText(counts), brisbaneNote()].filter(Boolean).join(' · ')}
        actions={<OtherFile disabled={busy} onChoose={onChoose} />}
      >
        <div className="space-y-4">
          <SheetChoice preview={preview} busy={busy} onRead={onRead} />
          {layout && (
            <LayoutLine
              layout={layout}
              disabled={busy}
              isLooking={isLooking}
              onLook={() => setLooking((before) => !before)}
              onReadAfresh={props.onReadAfresh}
              onForget={() => props.onForget(layout.id)}
            />
          )}
          {refusal !== null && (
            <Alert variant="destructive" title="This sheet cannot be imported">
              {refusal}.
            </Alert>
          )}
          {isMissing && !isGuessed && <MissingColumns preview={preview} />}
          {isGuessed && unreadColumns}
          {isMissing && columnChoices(!isGuessed)}
          {!isMissing && <TooManyWords preview={preview} disabled={busy} onLeaveOut={leaveOut} />}
          {!isMissing && (
            <FileQuestions
              key={JSON.stringify([preview.questions, preview.answers, preview.words])}
              preview={preview}
              draft={draft}
              disabled={busy}
              isLooking={isLooking || !layout}
              onChange={(changed) => onChange(() => changed)}
              onSubmit={check}
              onLeaveOut={leaveOut}
            />
          )}
          {isRead && columnFaults.length > 0 && (
            <ColumnFaults preview={preview} disabled={busy} onLeaveOut={leaveOut} />
          )}
          {isRead && counts.problem > 0 && fixed === 0 && !isFixing && (
            <RefusedRows preview={preview} draft={draft} disabled={busy} onCorrect={props.onCorrect} />
          )}
          {isRead && <MisspeltSuburbs preview={preview} draft={draft} disabled={busy} onChange={onChange} />}
          {fixed > 0 && <Alert variant="success">{countOf(fixed, 'row')} fixed and imported.</Alert>}
          {isRead && <NothingNew counts={counts} />}
          {isRead && !isFixing && <PreviewRows preview={preview} busy={busy} />}
        </div>
      </Card>
      {isRead && (
        <NewcomersCard
          ref={newcomersCard}
          newcomers={newcomers}
          edits={draft.newcomers}
          disabled={busy}
          onChange={onChange}
        />
      )}
      {isRead && (
        <CorrectionsCard
          preview={preview}
          updates={draft.updates}
          disabled={busy}
          onChange={(updates) => onChange((before) => ({ ...before, updates }))}
        />
      )}
      {isRead && <LodgedReports touched={preview.lodged} counted />}
      {refusal === null && !isFixing && (
        <ImportBar
          preview={preview}
          draft={draft}
          isChecking={isChecking}
          isImporting={isImporting}
          onCheck={check}
          onImport={props.onImport}
          onAnswer={() => focusFirstOpen(newcomersCard.current)}
        />
      )}
      {refusal === null && !isMissing && (
        <Card title="How the file is read" isPart>
          <div className="space-y-4">
            {notes.length > 0 && (
              <ul aria-label="How the file is read" className="list-disc space-y-1 pl-5 text-sm text-muted">
                {notes.map((note) => (
                  <li key={note} className="wrap-anywhere">
                    {note}.
                  </li>
                ))}
              </ul>
            )}
            {columnChoices(isLooking)}
            {!isGuessed && unreadColumns}
          </div>
        </Card>
      )}
    </div>
  );
}

/** Leads to the first field that is to be filled in. */
const focusFirstOpen = (card: HTMLElement | null) =>
  (card?.querySelector<HTMLElement>('[aria-invalid]') ?? card)?.focus();

/** "600 trips ready to import, 3 differ from what is stored". */
const readyText = ({ ready, differs }: Preview['counts']) =>
  [
    `${countOf(ready, 'trip')} ready to import`,
    differs > 0 && `${differs} ${differs === 1 ? 'differs' : 'differ'} from what is stored`,
  ]
    .filter(Boolean)
    .join(', ');

type SheetChoiceProps = { preview: Preview; busy: boolean; onRead: (reading: FileReading) => void };

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

function MissingColumns({ preview: { missing, headings } }: { preview: Preview }) {
  // the order of the choices
  const labels = tripFieldNames
    .map((field) => tripField(field).label)
    .filter((label) => missing.includes(label));
  return (
    <>
      <Alert variant="due" title="Some columns were not found">
        Choose {labels.length === 1 ? 'the column' : 'columns'} for{' '}
        {new Intl.ListFormat('en-AU').format(labels)}.
      </Alert>
      <Clipped tall className="text-sm text-muted">
        In the file: {headings.map(({ name }, index) => headingText(name, index)).join(', ')}
      </Clipped>
    </>
  );
}

function NothingNew({ counts }: Pick<Preview, 'counts'>) {
  const { ready, problem, stored, repeated, differs } = counts;
  if (ready + problem + differs > 0) return null;
  return (
    <Alert>
      {stored + repeated > 0
        ? 'Every trip in this file is already stored.'
        : 'Every job in this file is left out.'}
    </Alert>
  );
}
