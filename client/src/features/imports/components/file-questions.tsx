import type { ColumnWord, ImportAnswers, ImportColumns, ImportPreview } from '@shared/imports/imports';
import { WORD_FIELDS, type WordField } from '@shared/trips/reading/column-words';
import type { TripFieldName } from '@shared/trips/trip-fields';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ColumnWords, type Meanings, meaningsOf, wordKey } from './column-words';

const isUnanswered = ({ questions, answers }: ImportPreview) =>
  questions.filter(({ name }) => answers[name] === undefined);
const isUnknown = ({ becomes }: ColumnWord) => becomes === null;

/** Whether a file leaves something open, so that nothing can be imported. */
export const isLeftOpen = (preview: ImportPreview): boolean =>
  isUnanswered(preview).length > 0 || preview.words.some(isUnknown) || preview.tooManyWords.length > 0;

/** The column that an answer is about. */
const ANSWERED_FIELDS: readonly (readonly [keyof ImportAnswers, TripFieldName])[] = [
  ['dateOrder', 'date'],
  ['century', 'date'],
  ['daysFrom', 'date'],
  ['waitingUnit', 'waitingTime'],
  ['blankWaits', 'waitingTime'],
  ['durationUnit', 'duration'],
];

/** The answers that hold for other columns as well: another column has other dates, times or words. */
export function answersKept({ columns, answers }: ImportPreview, chosen: ImportColumns): ImportAnswers {
  // a hidden column that is chosen by hand is asked about again
  const { words, hiddenColumns: _, ...others } = answers;
  const changed = ANSWERED_FIELDS.filter(([, field]) => columns[field] !== chosen[field]).map(
    ([name]) => name,
  );
  const same = WORD_FIELDS.filter((field) => columns[field] === chosen[field]);
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !changed.some((one) => one === name))),
    words: Object.fromEntries(same.map((field) => [field, words?.[field]])),
  };
}

/** The answers to words: to those that are not known, and to those whose meaning was changed. */
function wordAnswers({ words, answers }: ImportPreview, meanings: Meanings): ImportAnswers {
  const given = (field: WordField) =>
    words
      .filter((one) => one.field === field)
      .map((one) => ({ ...one, meaning: meanings.get(wordKey(one)) }))
      .filter(
        ({ word, isKnown, becomes, meaning }) =>
          meaning && (!isKnown || meaning !== becomes || Object.hasOwn(answers.words?.[field] ?? {}, word)),
      )
      .map(({ word, meaning }) => [word, meaning]);
  return { words: Object.fromEntries(WORD_FIELDS.map((field) => [field, Object.fromEntries(given(field))])) };
}

const likelyAnswers = (questions: ImportPreview['questions']): ImportAnswers =>
  Object.fromEntries(questions.flatMap(({ name, likely }) => (likely ? [[name, likely]] : [])));

type FileQuestionsProps = {
  preview: ImportPreview;
  disabled: boolean;
  onEdit: (isEdited: boolean) => void;
  onAnswer: (answers: ImportAnswers) => void;
  onLeaveOut: (field: WordField) => void;
};

/** Asks what a file leaves open; what is chosen counts once it is sent, so that the choices can be walked through by keyboard. */
export function FileQuestions({ preview, disabled, onEdit, onAnswer, onLeaveOut }: FileQuestionsProps) {
  const { questions, answers, words } = preview;
  const id = useId();
  const [chosen, setChosen] = useState<ImportAnswers>(() => ({ ...likelyAnswers(questions), ...answers }));
  const [meanings, setMeanings] = useState(() => meaningsOf(words));
  const open = isUnanswered(preview).length + (words.some(isUnknown) ? 1 : 0);
  const isComplete =
    questions.every(({ name }) => chosen[name] !== undefined) &&
    words.every((word) => meanings.has(wordKey(word)));
  const differs = (from: ImportAnswers, as: Meanings) =>
    questions.some(({ name }) => from[name] !== answers[name]) ||
    words.some((word) => (as.get(wordKey(word)) ?? null) !== word.becomes);

  function choose(now: ImportAnswers, as: Meanings) {
    setChosen(now);
    setMeanings(as);
    onEdit(differs(now, as));
  }

  return (
    <form
      className="space-y-4 rounded-md border border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ ...chosen, ...wordAnswers(preview, meanings) });
      }}
    >
      {open > 0 && (
        <p className="font-medium">{open === 1 ? 'One question' : 'Some questions'} before we import</p>
      )}
      {questions.map(({ name, text, reason, choices }) => (
        <fieldset key={name} disabled={disabled} aria-describedby={`${id}-${name}`}>
          <legend className="font-medium wrap-anywhere">{text}</legend>
          <p id={`${id}-${name}`} className="text-sm text-muted wrap-anywhere">
            {reason}
          </p>
          <div className="mt-1 flex flex-col">
            {choices.map(({ value, label }) => (
              <label key={value} className="flex min-h-11 items-center gap-3 py-1 pointer-fine:min-h-8">
                <input
                  type="radio"
                  name={`${id}-${name}`}
                  className="size-5 shrink-0"
                  checked={chosen[name] === value}
                  onChange={() => choose({ ...chosen, [name]: value }, meanings)}
                />
                <span className="wrap-anywhere">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {WORD_FIELDS.map((field) => (
        <ColumnWords
          key={field}
          {...{ preview, field, meanings, disabled, onLeaveOut }}
          onChoose={(as) => choose(chosen, as)}
        />
      ))}
      <Button
        type="submit"
        variant={open > 0 ? 'primary' : 'secondary'}
        className="max-sm:w-full"
        disabled={disabled || !isComplete || !differs(chosen, meanings)}
      >
        {open > 0 ? 'Check the rows' : 'Check the rows again'}
      </Button>
    </form>
  );
}
