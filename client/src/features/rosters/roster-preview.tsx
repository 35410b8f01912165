import { countOf } from '@shared/figures';
import type { Roster } from '@shared/imports/roster-fields';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { LodgedReports } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Folded } from '@/components/ui/folded';
import { Field } from '@/components/ui/form/field';
import { pair } from '@/components/ui/form/pair';
import { Select } from '@/components/ui/form/select';
import type { RosterReading } from './api';
import { RosterColumnChoices } from './roster-columns';
import { RosterQuestions } from './roster-questions';
import { RosterRows } from './roster-rows';

type RosterPreviewProps = {
  fileName: string;
  preview: RosterPreview;
  busy: boolean;
  storing: boolean;
  onChange: (reading: RosterReading) => void;
  onAnswer: (answers: RosterAnswers) => void;
  onStore: () => void;
};

const ONE: Record<Roster, string> = { drivers: 'driver', vehicles: 'vehicle' };

/** What a sheet of drivers or vehicles would add and change. */
export function RosterPreviewCard(props: RosterPreviewProps) {
  const { fileName, preview, busy, onChange, onAnswer } = props;
  const { of, sheets, sheet, refusal, missing, notes, lodged, answers, layout } = preview;
  return (
    <Card title={fileName} description={of && summaryOf(preview)}>
      <div className="space-y-4">
        <div className={pair}>
          <Field label="Rows of the sheet are">
            <Select
              value={of ?? ''}
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
                onChange={({ target }) =>
                  onChange({ sheet: Number(target.value), of: undefined, columns: undefined, answers: {} })
                }
                choices={sheets.map((label, value) => ({ label, value }))}
              />
            </Field>
          )}
        </div>
        {layout && (
          <p className="text-sm text-muted wrap-anywhere">
            Read as last time ({layout.name}). Settings can forget it.
          </p>
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
        <RosterColumnChoices preview={preview} onChange={onChange} />
        <LodgedReports touched={lodged} />
        <StoreButton {...props} />
      </div>
    </Card>
  );
}

function summaryOf({ of, counts }: RosterPreview): string {
  const one = ONE[of ?? 'drivers'];
  return [
    `${countOf(counts.new, `new ${one}`)}`,
    `${counts.differs} ${counts.differs === 1 ? 'differs' : 'differ'}`,
    `${counts.same} the same`,
    counts.problem > 0 && countOf(counts.problem, 'problem'),
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

function StoreButton({ preview, busy, storing, onStore }: RosterPreviewProps) {
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="primary"
        className="max-sm:w-full"
        disabled={busy || isOpen}
        pending={storing}
        pendingLabel="Storing..."
        onClick={onStore}
      >
        {words.charAt(0).toUpperCase() + words.slice(1)}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isOpen
          ? 'Answer the question above first.'
          : counts.problem > 0 &&
            `${countOf(counts.problem, 'row')} with ${counts.problem === 1 ? 'a problem is' : 'problems are'} left out.`}
      </p>
    </div>
  );
}
