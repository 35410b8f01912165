import { countOf } from '@shared/figures';
import type { OpenTimes, TimesAnswer } from '@shared/shifts/reading/times';
import { SheetQuestion } from './sheet-question';

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
    <SheetQuestion
      title={chosen ? `${typed} is read as ${chosen.label}` : question.question}
      text={`Times without am or pm can be read in several ways. The answer counts for ${countOf(rows, 'row')}.`}
      choices={choices}
      chosen={chosen?.value}
      onChoose={onAnswer}
    />
  );
}
