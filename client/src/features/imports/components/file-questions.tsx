import type { ImportAnswers, ImportQuestion } from '@shared/imports';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';

type FileQuestionsProps = {
  questions: readonly ImportQuestion[];
  answers: ImportAnswers;
  disabled: boolean;
  onEdit: (isEdited: boolean) => void;
  onAnswer: (answers: ImportAnswers) => void;
};

/** Asks what a file leaves open; what is chosen counts once it is sent, so that the choices can be walked through by keyboard. */
export function FileQuestions({ questions, answers, disabled, onEdit, onAnswer }: FileQuestionsProps) {
  const id = useId();
  const [chosen, setChosen] = useState<ImportAnswers>(answers);
  const isComplete = questions.every(({ name }) => chosen[name] !== undefined);
  const differs = (from: ImportAnswers) => questions.some(({ name }) => from[name] !== answers[name]);
  const isOpen = questions.some(({ name }) => answers[name] === undefined);

  function choose(now: ImportAnswers) {
    setChosen(now);
    onEdit(differs(now));
  }

  return (
    <form
      className="space-y-4 rounded-md border border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(chosen);
      }}
    >
      {isOpen && (
        <p className="font-medium">
          {questions.length === 1 ? 'One question' : 'Some questions'} before we import
        </p>
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
                  onChange={() => choose({ ...chosen, [name]: value })}
                />
                <span className="wrap-anywhere">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <Button
        type="submit"
        variant={isOpen ? 'primary' : 'secondary'}
        className="max-sm:w-full"
        disabled={disabled || !isComplete || !differs(chosen)}
      >
        {isOpen ? 'Check the rows' : 'Check the rows again'}
      </Button>
    </form>
  );
}
