import { countOf } from '@shared/figures';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { brisbaneDay } from '@shared/periods';
import { useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { dayFault } from '@/features/dated/change';
import { Choices } from '@/features/dated/change-question';
import { now } from '@/lib/clock';

type QuestionsProps = {
  preview: RosterPreview;
  onAnswer: (answers: RosterAnswers) => void;
};

/** What a sheet leaves open; each question is asked once for all its rows. */
export function RosterQuestions({ preview, onAnswer }: QuestionsProps) {
  const { questions, answers, toDate, withoutStart } = preview;
  return (
    <>
      {questions.map(({ name, text, reason, choices }) => (
        <div key={name} className="space-y-1">
          <Choices
            title={`${text} ${reason}`}
            choices={choices}
            value={String(answers[name as keyof RosterAnswers] ?? '')}
            onChange={(value) => onAnswer({ [name]: value })}
          />
        </div>
      ))}
      {toDate > 0 && <ChangeQuestion preview={preview} onAnswer={onAnswer} />}
      {withoutStart > 0 && (
        <DayField
          label={`Start Date of ${countOf(withoutStart, 'new driver')}`}
          hint="The sheet does not say it."
          day={answers.startDate ?? brisbaneDay(now())}
          onDay={(startDate) => onAnswer({ startDate })}
        />
      )}
    </>
  );
}

function ChangeQuestion({ preview, onAnswer }: QuestionsProps) {
  const { of, toDate, answers } = preview;
  const { changedOn } = answers;
  const what = countOf(toDate, of === 'vehicles' ? 'vehicle' : 'driver');
  return (
    <Choices
      title={`${what} ${toDate === 1 ? 'differs' : 'differ'}: is that a correction, or a change from a day?`}
      value={changedOn === undefined ? '' : changedOn === null ? 'correction' : 'change'}
      onChange={(value) => onAnswer({ changedOn: value === 'change' ? brisbaneDay(now()) : null })}
      choices={[
        { value: 'correction', label: 'Correction', hint: 'Earlier reports change too' },
        { value: 'change', label: 'Change', hint: 'Earlier reports stay as they are' },
      ]}
    >
      {changedOn && (
        <DayField
          label="First day"
          day={changedOn}
          max={brisbaneDay(now())}
          onDay={(day) => onAnswer({ changedOn: day })}
        />
      )}
    </Choices>
  );
}

type DayFieldProps = {
  label: string;
  hint?: string;
  day: string;
  max?: string;
  onDay: (day: string) => void;
};

/** A day that counts once it is one. */
function DayField({ label, hint, day, max, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const fault = dayFault(typed, max ?? '9999-12-31');
  return (
    <DateField
      label={label}
      {...(hint && { hint })}
      required
      {...(max && { max })}
      value={typed}
      error={fault}
      className="max-w-60"
      onChange={(value) => {
        setTyped(value);
        if (value !== day && !dayFault(value, max ?? '9999-12-31')) onDay(value);
      }}
    />
  );
}
