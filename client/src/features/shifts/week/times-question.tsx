import { countOf } from '@shared/figures';
import type { AskedTimes, TimesAnswer } from '@shared/shifts/reading/times';
import { SheetQuestion } from './sheet-question';

const ENOUGH_TO_NAME = 6;

/** "9-5, 7-3 and 8-4", "9-5, 7-3 and 12 more". */
function listText(texts: readonly string[]): string {
  const named = texts.length > ENOUGH_TO_NAME ? texts.slice(0, ENOUGH_TO_NAME - 1) : texts.slice(0, -1);
  const last = texts.length > ENOUGH_TO_NAME ? `${texts.length - named.length} more` : texts.at(-1);
  return [named.join(', '), last].filter(Boolean).join(' and ');
}

type TimesQuestionProps = {
  question: AskedTimes;
  answer: TimesAnswer | undefined;
  onAnswer: (answer: TimesAnswer) => void;
};

/** Asks once how times such as "9-5" are meant, and shows the answer, which can be changed. */
export function TimesQuestion({ question, answer, onAnswer }: TimesQuestionProps) {
  const { typed, choices, texts, cells } = question;
  // an answer that says the same as another is not among the choices
  const chosen = answer && (choices.find(({ value }) => value === answer) ?? choices[0]);
  return (
    <SheetQuestion
      title={chosen ? `${typed} is read as ${chosen.label}` : question.question}
      text={`Times without am or pm can be read in several ways. The answer counts for ${listText(texts)}, in ${countOf(cells, 'cell')}. If one is meant otherwise, write it as 22:00.`}
      choices={choices}
      chosen={chosen?.value}
      onChoose={onAnswer}
    />
  );
}
