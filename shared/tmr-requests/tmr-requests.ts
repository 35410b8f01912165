import * as z from 'zod/mini';
import { daySchema, optionalLongText, optionalText, requiredText, seenVersion } from '../fields';
import { LENGTHS } from '../limits';
import { addDays } from '../periods';
import { isShortRange, LONG_RANGE } from '../reports/reports';

/** Records that TMR asks for in writing are handed over within so many days (docs/regulator.md#records-kept). */
const ANSWER_DAYS = 28;
/** The most drivers, and the most vehicles, that one request names. */
const MAX_CHOSEN = 500;
/** The most requests that a holder keeps. */
export const MAX_TMR_REQUESTS = 500;

/** The last day on which a request that was received on a day is answered in time. */
export const answerDueOn = (receivedOn: string): string => addDays(receivedOn, ANSWER_DAYS);

const chosen = (what: string) =>
  z._default(
    z.nullable(
      z
        .array(requiredText(`Please choose a ${what}`, LENGTHS.id))
        .check(
          z.minLength(1, `Please choose at least one ${what}`),
          z.maxLength(MAX_CHOSEN, `At most ${MAX_CHOSEN} ${what}s at once`),
        ),
    ),
    null,
  );

const fields = z.strictObject({
  reference: optionalText(LENGTHS.letterReference),
  /** The letter's question, in the words of the person who enters it. */
  asked: optionalLongText(LENGTHS.letterText),
  receivedOn: daySchema('Please enter the day on which you received it'),
  /** Absent means 28 days after the day received. */
  dueOn: z.optional(daySchema('Please enter the day on which it is due')),
  firstDay: daySchema('Please enter the first day'),
  lastDay: daySchema('Please enter the last day'),
  /** Null for all of them. */
  driverIds: chosen('driver'),
  vehicleIds: chosen('vehicle'),
  /** The day on which it was answered; null until then. */
  answeredOn: z._default(z.nullable(daySchema('Please enter the day on which you answered')), null),
});
type Fields = z.output<typeof fields>;

const inOrder = (first: keyof Fields, second: keyof Fields, error: string) =>
  z.refine<Fields>(({ [first]: from, [second]: to }) => !from || !to || from <= to, {
    path: [second],
    error,
  });

const checks = [
  inOrder('receivedOn', 'dueOn', 'The due day must not be before the day received'),
  inOrder('firstDay', 'lastDay', 'The last day must not be before the first'),
  inOrder('receivedOn', 'answeredOn', 'It cannot be answered before it was received'),
  z.refine<Fields>(({ firstDay, lastDay }) => isShortRange(firstDay, lastDay), {
    path: ['lastDay'],
    error: LONG_RANGE,
  }),
] as const;

/** POST /api/tmr-requests: a letter in which TMR asks for records (docs/product/tmr-requests.md#requests). */
export const createTmrRequestSchema = fields.check(...checks);
export type CreateTmrRequest = z.output<typeof createTmrRequestSchema>;

/** PUT /api/tmr-requests/{id}. */
export const changeTmrRequestSchema = z.extend(fields, { version: seenVersion }).check(...checks);
export type ChangeTmrRequest = z.output<typeof changeTmrRequestSchema>;

export const tmrRequestSchema = z.strictObject({
  id: z.string(),
  reference: z.nullable(z.string()),
  asked: z.nullable(z.string()),
  receivedOn: z.string(),
  dueOn: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  driverIds: z.nullable(z.array(z.string())),
  vehicleIds: z.nullable(z.array(z.string())),
  answeredOn: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type TmrRequest = z.infer<typeof tmrRequestSchema>;

/** GET /api/tmr-requests/choices: the drivers and vehicles that a request may name, removed ones too, by name. */
export const tmrRequestChoicesSchema = z.strictObject({
  drivers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      driverAuthorityLicense: z.string(),
      isRemoved: z.boolean(),
    }),
  ),
  vehicles: z.array(
    z.strictObject({
      id: z.string(),
      registration: z.string(),
      description: z.nullable(z.string()),
      isRemoved: z.boolean(),
    }),
  ),
});
export type TmrRequestChoices = z.infer<typeof tmrRequestChoicesSchema>;
