import * as z from 'zod/mini';
import { emailAddress, requiredText } from './fields';
import { LENGTHS } from './limits';

/** POST /api/people (docs/product/people.md). A person who was removed before comes back with the name that is sent. */
export const addPersonSchema = z.strictObject({
  name: requiredText('Full Name is required', LENGTHS.holderName),
  email: emailAddress('Email is required', 'Valid email is required', LENGTHS.email),
});
export type AddPerson = z.infer<typeof addPersonSchema>;

/** A person who may sign in for the holder. All may do the same. */
export const personSchema = z.strictObject({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  /** Whether the holder's contact email is theirs: the contact cannot be removed. */
  isContact: z.boolean(),
  /** Whether it is the person who asks. */
  isYou: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Person = z.infer<typeof personSchema>;

/** GET /api/people. */
export const peopleSchema = z.strictObject({
  /** Whether a new device needs a code from an email: without codes the email alone lets anyone in. */
  signInCodes: z.boolean(),
  /** By name. */
  people: z.array(personSchema),
});
export type People = z.infer<typeof peopleSchema>;
