import * as z from 'zod/mini';
import { LENGTHS } from './limits';
import { brisbaneInstant, isDay } from './periods';

/** Control characters (NUL among them) and lone surrogates, which PostgreSQL cannot store. */
const unstorable = /[\p{Cc}\p{Cs}]/u;
const unstorableInLongText = /[\0\p{Cs}]/u;

/** Invisible characters, which make two names look alike or a line read backwards (docs/product/rules.md#text). */
const invisible =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;
/** Removes invisible characters from texts from elsewhere, such as a mail server's answer. */
export const withoutInvisible = (text: string) => text.replace(new RegExp(invisible, 'gu'), '');
/** Notes may join emoji, and break lines. */
const invisibleInLongText = /\p{Bidi_Control}/u;

/** @param max in characters */
export const atMost = (max: number) => z.maxLength(max, `Must be ${max} characters or fewer`);
/** Checked first: normalising takes the square of the length in time. It has room for what is trimmed. */
const notEndless = (max: number) =>
  z.maxLength(4 * max + 100, { error: `Must be ${max} characters or fewer`, abort: true });
const without = (pattern: RegExp, message: string) =>
  z.refine<string>((text) => !pattern.test(text), message);
const storable = (pattern = unstorable) => without(pattern, 'Contains characters that cannot be stored');
const visible = (pattern = invisible) =>
  without(pattern, 'Contains invisible characters. Please type it again');

export const searchText = (max: number) =>
  z._default(z.string().check(notEndless(max), z.trim(), atMost(max), z.regex(/^[^\0]*$/)), '');

const trimmed = [z.trim(), z.normalize('NFC')] as const;

const isMissing = (input: unknown) => input === undefined || input === null;

/** A field that must be filled in. @param message for one that is missing or empty, "… is required" @param max characters after trimming */
export const requiredText = (message: string, max: number) =>
  z
    .string({
      error: ({ input }) => (isMissing(input) ? message : message.replace('is required', 'must be text')),
    })
    .check(notEndless(max), ...trimmed, z.minLength(1, message), atMost(max), storable(), visible());

const nullableText = (max: number, ...characters: z.core.$ZodCheck<string>[]) =>
  z.nullable(z.string('Must be text').check(notEndless(max), ...trimmed, atMost(max), ...characters));
const nullableLine = (max: number) => nullableText(max, storable(), visible());
const blankAsNull = <T extends string | null | undefined>() =>
  z.transform((text: T): string | null => text || null);

/** A field that may be left empty: absent, null and blank all become null. */
export const optionalText = (max: number) => z.pipe(z.optional(nullableLine(max)), blankAsNull());

/** A field of a change: absent keeps the stored value, null and blank become null. */
export const changedText = (max: number) => z.optional(z.pipe(nullableLine(max), blankAsNull()));

/** Like optionalText, for text of several lines. */
export const optionalLongText = (max: number) => {
  const text = nullableText(max, storable(unstorableInLongText), visible(invisibleInLongText));
  return z.pipe(z.optional(text), blankAsNull());
};

/** An email address. @param blank the message for a blank one */
export const emailAddress = (blank: string, malformed: string, max: number) =>
  requiredText(blank, max).check(z.email(malformed));

/** A path parameter that names a row; text that cannot be an id is answered 404. */
export const idParams = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) });

/** An id of a row. @param message for text that cannot be one */
export const idText = (message: string) => z.string().check(z.regex(/^[\w-]{1,64}$/, message));
/** The same, or an empty text for none. */
export const idOrBlank = (message: string) => z.string().check(z.regex(/^[\w-]{0,64}$/, message));

/** The ids of rows that a request names. @param thing what they are, such as 'Trip' @param tooMany the message for more than `most` */
export const idList = (thing: string, most: number, tooMany: string) =>
  z
    .array(requiredText(`${thing} is required`, LENGTHS.id))
    .check(z.minLength(1, `Select at least one ${thing.toLowerCase()}`), z.maxLength(most, tooMany));

const inThisCentury = z.regex(/^20\d\d-/, 'Date must lie between 2000 and 2099');

/** Longer than any date. */
const dateLength = (message: string) => z.maxLength(64, { error: message, abort: true });

const dateText = (message: string, form: z.core.$ZodCheck<string>, missing = message) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? missing : message) })
    .check(dateLength(message), form, inThisCentury);

/** A Brisbane day, 'YYYY-MM-DD', from 2000 to 2099. */
export const daySchema = (message: string) =>
  dateText(message, z.refine(isDay, { error: message, abort: true }));

/** An ISO 8601 instant with its offset, from 2000 to 2099. @param malformed the message for what is none */
export const instantSchema = (message: string, malformed = message) =>
  dateText(malformed, z.iso.datetime({ offset: true, error: malformed, abort: true }), message);

/** A day, which becomes its first instant, or an instant. @param missing the message for undefined, null and '' */
export const dayOrInstant = (missing: string, malformed: string) =>
  z.string({ error: ({ input }) => (isMissing(input) ? missing : malformed) }).check(
    z.minLength(1, { error: missing, abort: true }),
    dateLength(malformed),
    z.overwrite((text) => (isDay(text) ? brisbaneInstant(text).toISOString() : text)),
    z.iso.datetime({ offset: true, error: malformed, abort: true }),
    inThisCentury,
  );

/** The version of a row that someone saw before they changed it; without it any is changed (docs/product/app.md#two-people-at-once). */
export const seenVersion = z.optional(
  z.int('Version must be a number').check(z.gte(1, 'Version must be a number')),
);

/** A stored row in the version that someone saw before they changed it. */
export const seenRow = z.strictObject({ id: idParams.shape.id, version: z.int().check(z.gte(1)) });
export type SeenRow = z.infer<typeof seenRow>;

/** The day on which what a change says began to hold; without it the change is a correction (docs/product/vehicles.md#corrections-and-changes). */
export const changedOn = z.optional(daySchema('Please enter the day of the change'));

/** A whole number as a query parameter, which is text. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, message), z.lte(max, message))),
  );
