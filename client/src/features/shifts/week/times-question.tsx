import { countOf } from '@shared/figures';
import type { OpenTimes, TimesAnswer } from '@shared/shifts/reading/times';
import { Check } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';

type TimesQuestionProps = {
  question: OpenTimes & { rows: number };
  answer: TimesAnswer | undefined;
  onAnswer: (answer: TimesAnswer) => void;
};

/** Asks once how times such as "9-5" are meant, and shows the answer, which can be changed. */
export function TimesQuestion({ question, answer, onAnswer }: TimesQuestionProps) {
  const { typed, choices, rows } = question;
  // an answer that says the same as another is not among the choices
  const chosen = answer && (choices.find(({ value }) => value === answer) ?? choices[0]);
  return (
    <Alert
      variant={chosen ? 'info' : 'due'}
      title={chosen ? `${typed} is read as ${chosen.label}` : question.question}
      className="mb-4"
    >
      <p>Times without am or pm can be read in several ways. The answer counts for {countOf(rows, 'row')}.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            aria-pressed={value === chosen?.value}
            {...(value === chosen?.value && { icon: Check })}
            onClick={() => onAnswer(value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Alert>
  );
}
