import { brisbaneDay, isDay } from '@shared/periods';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** The answer to "correction or change?", as the form of a driver or a vehicle has it. */
export type ChangeAnswer = { change: '' | 'correction' | 'change'; changedOn: string };

/** A form's question about a change of dated fields (docs/product/vehicles.md#corrections-and-changes). */
export type ChangeQuestion = {
  title: string;
  /** The answer that it is a change. */
  since: string;
  /** The label of its first day, which is asked for unless `day` has it. */
  firstDay?: string;
  day?: string;
  /** What a correction does, if it is not only that earlier reports change too. */
  correction?: string;
  /** What the other answer keeps, if it is not that earlier reports stay. */
  kept?: string;
};

/** No answer yet; what was entered today was a typing error. */
export function unanswered(createdAt: string | undefined, now: Date): ChangeAnswer {
  const today = brisbaneDay(now);
  const isNew = createdAt !== undefined && brisbaneDay(new Date(createdAt)) === today;
  return { change: isNew ? 'correction' : '', changedOn: today };
}

export function dayFault(day: string, today: string): string | undefined {
  if (!isDay(day)) return 'Please enter the day of the change';
  return day > today ? 'That date is in the future' : undefined;
}

export function changeFaults({ change, changedOn }: ChangeAnswer, { day }: ChangeQuestion, today: string) {
  if (change === '') return { change: { type: 'required', message: 'Please choose one' } };
  const fault = change === 'change' && !day && dayFault(changedOn, today);
  return fault ? { changedOn: { type: 'validate', message: fault } } : {};
}

/** The answer's first day; undefined for a correction. */
export const firstDayOf = ({ change, changedOn }: ChangeAnswer, question: ChangeQuestion | undefined) =>
  question && change === 'change' ? (question.day ?? changedOn) : undefined;

/** A resolver that asks too: it finds fault with a missing answer, and adds `changedOn` to what comes out. */
export const asking =
  <Values extends FieldValues & ChangeAnswer, Output extends FieldValues>(
    resolve: Resolver<Omit<Values, keyof ChangeAnswer>, unknown, Output>,
    questionOf: (values: Values) => ChangeQuestion | undefined,
    today: () => string,
  ): Resolver<Values, unknown, Output & { changedOn?: string | undefined }> =>
  async (values, context, options) => {
    const { change: _, changedOn: _day, ...fields } = values;
    const resolved = await resolve(fields, context, options as never);
    const question = questionOf(values);
    const faults = question ? changeFaults(values, question, today()) : {};
    const errors = { ...resolved.errors, ...faults } as FieldErrors<Values>;
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return {
      values: { ...(resolved.values as Output), changedOn: firstDayOf(values, question) },
      errors: {},
    };
  };
