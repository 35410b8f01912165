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
  const [chosen, setChosen] = useState<ImportAnswers>(answers);
  const isComplete = questions.every(({ name }) => chosen[name] !== undefined);
  const differs = (from: ImportAnswers) => questions.some(({ name }) => from[name] !== answers[name]);
  const isOpen = questions.some(({ name }) => answers[name] === undefined);

  return (
    <form
      className="space-y-4 rounded-md border border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(chosen);
      }}
    >
      {isOpen && (
        <p className="font-medium">Please say how the file is meant, before anything is imported.</p>
      )}
      {questions.map((question) => (
        <Question
          key={question.name}
          question={question}
          answer={chosen[question.name]}
          disabled={disabled}
          onChoose={(value) => {
            const now = { ...chosen, [question.name]: value };
            setChosen(now);
            onEdit(differs(now));
          }}
        />
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

type QuestionProps = {
  question: ImportQuestion;
  answer: string | undefined;
  disabled: boolean;
  onChoose: (value: string) => void;
};

function Question({ question, answer, disabled, onChoose }: QuestionProps) {
  const id = useId();
  return (
    <fieldset disabled={disabled} aria-describedby={id}>
      <legend className="font-medium wrap-anywhere">{question.text}</legend>
      <p id={id} className="text-sm text-muted wrap-anywhere">
        {question.reason}
      </p>
      <div className="mt-1 flex flex-col">
        {question.choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 py-1 pointer-fine:min-h-8">
            <input
              type="radio"
              name={id}
              className="size-5 shrink-0"
              checked={answer === value}
              onChange={() => onChoose(value)}
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
