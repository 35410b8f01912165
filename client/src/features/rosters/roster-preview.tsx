import { countOf } from '@shared/figures';
import type { Roster } from '@shared/imports/roster-fields';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { LayoutLine } from '@/components/layout-line';
import { LodgedReports } from '@/components/lodged-warning';
import { NextBar } from '@/components/next-bar';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileButton } from '@/components/ui/file-drop';
import { Folded } from '@/components/ui/folded';
import { Field } from '@/components/ui/form/field';
import { pair } from '@/components/ui/form/pair';
import { Select } from '@/components/ui/form/select';
import type { RosterReading } from './api';
import { RosterColumnChoices } from './roster-columns';
import { RosterQuestions } from './roster-questions';
import { isUnanswered, RosterRows } from './roster-rows';

type RosterPreviewProps = {
  fileName: string;
  preview: RosterPreview;
  busy: boolean;
  checking: boolean;
  storing: boolean;
  onChoose: (file: File) => void;
  onChange: (reading: RosterReading) => void;
  onAnswer: (answers: RosterAnswers) => void;
  onReadAfresh: () => void;
  onForget: (layoutId: string) => void;
  onStore: () => void;
};

/** The field that takes a sheet. */
export const SHEET_FILE = {
  label: 'File',
  accept: '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  icon: FileUp,
};

const ONE: Record<Roster, string> = { drivers: 'driver', vehicles: 'vehicle' };

/** What a sheet of drivers or vehicles would add and change. */
export function RosterPreviewCard(props: RosterPreviewProps) {
  const { fileName, preview, busy, onChange, onAnswer } = props;
  const { of, sheets, sheet, refusal, missing, notes, lodged, answers, layout } = preview;
  const [isLooking, setLooking] = useState(false);
  const isRead = of && missing.length === 0 && refusal === null;
  return (
    <>
      <Card
        title={fileName}
        description={isRead && summaryOf(preview)}
        actions={
          <FileButton {...SHEET_FILE} choose="Choose another file" disabled={busy} onFile={props.onChoose} />
        }
      >
        <div className="space-y-4">
          <div className={clsx(pair, sheets.length < 2 && 'sm:max-w-1/2')}>
            <Field label="Rows of the sheet are" {...(!of && { hint: 'The headings do not say it.' })}>
              <Select
                value={of ?? ''}
                disabled={busy}
                onChange={({ target }) => onChange({ of: target.value as Roster, columns: undefined })}
                {...(!of && { none: 'Choose' })}
                choices={[
                  { value: 'drivers', label: 'Drivers' },
                  { value: 'vehicles', label: 'Vehicles' },
                ]}
              />
            </Field>
            {sheets.length > 1 && (
              <Field label="Sheet" hint={`This one of ${sheets.length} is read.`}>
                <Select
                  value={sheet}
                  disabled={busy}
                  onChange={({ target }) =>
                    onChange({ sheet: Number(target.value), of: undefined, columns: undefined, answers: {} })
                  }
                  choices={sheets.map((label, value) => ({ label, value }))}
                />
              </Field>
            )}
          </div>
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
            <Alert variant="destructive" title="This sheet cannot be read">
              {refusal}.
            </Alert>
          )}
          {missing.length > 0 && (
            <Alert variant="due" title="A column was not found">
              Choose the column for {missing.join(' and ')}.
            </Alert>
          )}
          <RosterQuestions key={fileName} preview={preview} onAnswer={onAnswer} />
          <RosterRows
            preview={preview}
            busy={busy}
            onSame={(row, isSame) => onAnswer({ same: { ...answers.same, [row]: isSame } })}
          />
          <Gone preview={preview} />
          {notes.length > 0 && (
            <ul aria-label="How the file is read" className="list-disc space-y-1 pl-5 text-sm text-muted">
              {notes.map((note) => (
                <li key={note} className="wrap-anywhere">
                  {note}.
                </li>
              ))}
            </ul>
          )}
          <RosterColumnChoices
            preview={preview}
            isOpen={missing.length > 0 || isLooking}
            disabled={busy}
            onChange={onChange}
          />
          <LodgedReports touched={lodged} />
        </div>
      </Card>
      <StoreBar {...props} />
    </>
  );
}

/** Rows that cannot be stored, and those that wait for an answer. */
function leftOutOf({ counts, rows }: RosterPreview) {
  const questions = rows.filter(isUnanswered).length;
  return { questions, problems: counts.problem - questions };
}

function summaryOf(preview: RosterPreview): string {
  const { of, counts } = preview;
  const { questions, problems } = leftOutOf(preview);
  return [
    counts.new > 0 && countOf(counts.new, `new ${ONE[of ?? 'drivers']}`),
    counts.differs > 0 && `${counts.differs} ${counts.differs === 1 ? 'differs' : 'differ'}`,
    counts.same > 0 && `${counts.same} the same`,
    questions > 0 && countOf(questions, 'question'),
    problems > 0 && countOf(problems, 'problem'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Gone({ preview: { of, gone } }: Pick<RosterPreviewProps, 'preview'>) {
  if (!of || gone.count === 0) return null;
  const are = gone.count === 1 ? 'is' : 'are';
  return (
    <Folded summary={`${countOf(gone.count, ONE[of])} ${are} not in this sheet`}>
      <div className="space-y-2 pb-2 text-sm">
        <p className="text-muted">Nothing happens to {gone.count === 1 ? 'it' : 'them'}.</p>
        <ul aria-label="Not in this sheet" className="space-y-1">
          {gone.names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list never changes in place
            <li key={index} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        {gone.names.length < gone.count && <p>{gone.count - gone.names.length} more, not shown.</p>}
      </div>
    </Folded>
  );
}

function StoreBar({ preview, busy, checking, storing, onStore }: RosterPreviewProps) {
  const { of, counts, toDate, answers, rows } = preview;
  if (!of || rows.length === 0) return null;
  const isOpen = toDate > 0 && answers.changedOn === undefined;
  const add = counts.new > 0 && `add ${countOf(counts.new, ONE[of])}`;
  const change =
    counts.differs > 0 && `change ${counts.new > 0 ? counts.differs : countOf(counts.differs, ONE[of])}`;
  const words = [add, change].filter(Boolean).join(' and ');
  if (!words)
    return (
      <Alert>
        {counts.problem > 0 ? 'No row can be stored yet.' : 'Everything in this sheet is already here.'}
      </Alert>
    );
  return (
    <NextBar>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          className="max-sm:w-full"
          disabled={busy || isOpen}
          pending={checking || storing}
          pendingLabel={storing ? 'Storing...' : 'Checking...'}
          onClick={onStore}
        >
          {words.charAt(0).toUpperCase() + words.slice(1)}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isOpen ? 'Say first whether it is a correction or a change.' : leftOutText(preview)}
        </p>
      </div>
    </NextBar>
  );
}

/** "2 rows with problems are left out, and 1 without an answer." */
function leftOutText(preview: RosterPreview): string {
  const { questions, problems } = leftOutOf(preview);
  const left = [
    problems > 0 && `${countOf(problems, 'row')} with ${problems === 1 ? 'a problem' : 'problems'}`,
    questions > 0 && `${countOf(questions, 'row')} without an answer`,
  ].filter(Boolean);
  if (left.length === 0) return '';
  return `${left.join(' and ')} ${problems + questions === 1 ? 'is' : 'are'} left out.`;
}
