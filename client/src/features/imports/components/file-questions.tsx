import type { ImportPreview } from '@shared/imports/imports';
import { WORD_FIELDS, WORD_LABELS, type WordField } from '@shared/trips/reading/column-words';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { chosenOf, type Draft, isUnknown, unansweredQuestions } from '../file-answers';
import { ColumnWords, columnName } from './column-words';

type FileQuestionsProps = {
  preview: ImportPreview;
  draft: Draft;
  disabled: boolean;
  /** Shows what was answered. */
  isLooking: boolean;
  onChange: (draft: Draft) => void;
  /** Checks the rows by what was chosen, if everything was. */
  onSubmit: () => void;
  onLeaveOut: (field: WordField) => void;
};

/** Asks what a file leaves open. What was answered is one line each; what is chosen counts once it is sent, so that the choices can be walked through by keyboard. */
export function FileQuestions(props: FileQuestionsProps) {
  const { preview, draft, disabled, isLooking, onChange, onSubmit, onLeaveOut } = props;
  const { questions, answers, words } = preview;
  const [changing, setChanging] = useState<readonly string[]>([]);
  const change = (name: string) => setChanging((before) => [...before, name]);

  const open = unansweredQuestions(preview).length + (words.some(isUnknown) ? 1 : 0);
  const isAsked = (question: Question) =>
    answers[question.name] === undefined || changing.includes(question.name);
  const fields = WORD_FIELDS.filter((field) => words.some((word) => word.field === field));
  const areAsked = (field: WordField) =>
    changing.includes(field) || words.some((word) => word.field === field && isUnknown(word));
  const hasForm = questions.some(isAsked) || fields.some(areAsked);

  return (
    <>
      {hasForm && (
        <form
          className="space-y-4 rounded-md border border-line p-3 sm:p-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {open > 0 && (
            <p className="font-medium">{open === 1 ? 'One question' : 'Some questions'} before we import</p>
          )}
          {questions.filter(isAsked).map((question) => (
            <Choices key={question.name} {...{ question, draft, disabled, onChange }} />
          ))}
          {fields.filter(areAsked).map((field) => (
            <ColumnWords
              key={field}
              {...{ preview, field, disabled, onLeaveOut }}
              meanings={draft.meanings}
              onChoose={(meanings) => onChange({ ...draft, meanings })}
            />
          ))}
          {/* so that Enter does what the button below the rows does */}
          <button type="submit" hidden>
            Check the rows
          </button>
        </form>
      )}
      {isLooking && (
        <ul aria-label="Answered questions" className="divide-y divide-line text-sm empty:hidden">
          {questions
            .filter((question) => !isAsked(question))
            .map((question) => (
              <Answered
                key={question.name}
                text={question.text}
                answer={question.choices.find(({ value }) => value === answers[question.name])?.label ?? ''}
                disabled={disabled}
                onChange={() => change(question.name)}
              />
            ))}
          {fields
            .filter((field) => !areAsked(field))
            .map((field) => (
              <Answered
                key={field}
                text={`Words under “${columnName(preview, field)}”`}
                answer={wordsInShort(preview, field)}
                disabled={disabled}
                onChange={() => change(field)}
              />
            ))}
        </ul>
      )}
    </>
  );
}

type Question = ImportPreview['questions'][number];
type ChoicesProps = Pick<FileQuestionsProps, 'draft' | 'disabled' | 'onChange'> & { question: Question };

function Choices({ question, draft, disabled, onChange }: ChoicesProps) {
  const { name, text, reason, choices } = question;
  const id = useId();
  return (
    <fieldset disabled={disabled} aria-describedby={id}>
      <legend className="font-medium wrap-anywhere">{text}</legend>
      <p id={id} className="text-sm text-muted wrap-anywhere">
        {reason}
      </p>
      <div className="mt-1 flex flex-col">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 py-1 pointer-fine:min-h-8">
            <input
              type="radio"
              name={`${id}-${name}`}
              className="size-5 shrink-0"
              checked={chosenOf(question, draft) === value}
              onChange={() => onChange({ ...draft, answers: { ...draft.answers, [name]: value } })}
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const WORDS_SHOWN = 3;

/** "Completed: trip; COA: not a trip; and 2 more". */
function wordsInShort({ words }: ImportPreview, of: WordField): string {
  const all = words.filter(({ field }) => field === of);
  const shown = all
    .slice(0, WORDS_SHOWN)
    .map(({ word, becomes }) => `${word || '(blank)'}: ${becomes ? WORD_LABELS[becomes] : ''}`);
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

type AnsweredProps = { text: string; answer: string; disabled: boolean; onChange: () => void };

const Answered = ({ text, answer, disabled, onChange }: AnsweredProps) => (
  <li className="flex items-center justify-between gap-x-4 py-1">
    <span className="min-w-0 wrap-anywhere">
      <span className="text-muted">{text}</span> {answer}
    </span>
    <Button variant="ghost" aria-label={`Change: ${text}`} disabled={disabled} onClick={onChange}>
      Change
    </Button>
  </li>
);
