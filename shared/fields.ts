import * as z from 'zod/mini';
import { brisbaneInstant, isDay } from './periods';

/** Control characters (NUL among them) and lone surrogates, which PostgreSQL cannot store. */
const unstorable = /[\p{Cc}\p{Cs}]/u;
const unstorableInLongText = /[\0\p{Cs}]/u;

/** @param max in characters */
export const atMost = (max: number) => z.maxLength(max, `Must be ${max} characters or fewer`);
const storable = (pattern = unstorable) =>
  z.refine<string>((text) => !pattern.test(text), 'Contains characters that cannot be stored');

/**
 * A field that must be filled in.
 * @param message what people are told when it is missing, empty or not text
 * @param max the longest text after trimming, in characters
 */
export const requiredText = (message: string, max: number) =>
  z.string(message).check(z.trim(), z.normalize('NFC'), z.minLength(1, message), atMost(max), storable());

const nullableText = (max: number, pattern?: RegExp) =>
  z.nullable(z.string('Must be text').check(z.trim(), z.normalize('NFC'), atMost(max), storable(pattern)));
const blankAsNull = <T extends string | null | undefined>() =>
  z.transform((text: T): string | null => text || null);

/** A field that may be left empty: absent, null and blank all become null. */
export const optionalText = (max: number) => z.pipe(z.optional(nullableText(max)), blankAsNull());

/** A field of a change: absent keeps the stored value, null and blank become null. */
export const changedText = (max: number) => z.optional(z.pipe(nullableText(max), blankAsNull()));

/** Like optionalText, for text of several lines. */
export const optionalLongText = (max: number) =>
  z.pipe(z.optional(nullableText(max, unstorableInLongText)), blankAsNull());

/** An e-mail address. A blank one and a malformed one have messages of their own. */
export const emailAddress = (blank: string, malformed: string, max: number) =>
  requiredText(blank, max).check(z.email(malformed));

/** A path parameter that names a row; text that cannot be an id is answered 404. */
export const idParams = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) });

const inThisCentury = z.regex(/^20\d\d-/, 'Date must lie between 2000 and 2099');

/** An ISO 8601 instant with its offset, from 2000 to 2099. */
export const instant = (message: string) =>
  z.string(message).check(z.iso.datetime({ offset: true, error: message }), inThisCentury);

/**
 * A Brisbane day, 'YYYY-MM-DD', or an ISO 8601 instant with its offset, from 2000 to 2099. A day becomes its first instant.
 * @param missing the message for undefined, null and ''
 * @param malformed the message for anything else that is no date
 */
export const dayOrInstant = (missing: string, malformed: string) =>
  z.string({ error: ({ input }) => (input === undefined || input === null ? missing : malformed) }).check(
    z.minLength(1, { error: missing, abort: true }),
    z.overwrite((text) => (isDay(text) ? brisbaneInstant(text).toISOString() : text)),
    z.iso.datetime({ offset: true, error: malformed, abort: true }),
    inThisCentury,
  );

/** A whole number as a query parameter, which is text. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, message), z.lte(max, message))),
  );
