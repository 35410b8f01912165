import { type Login, loginSchema, type Verification, verificationSchema } from '@shared/holders';
import * as z from 'zod/mini';
import { now } from '@/lib/clock';
import { inTab } from '@/lib/storage';
import { ASKED_CODE, forgetAskedCode } from './remembered';

/** Longer than a code is good: where the email comes too late, a new code can be sent without typing all again. */
const KEPT_FOR_MS = 60 * 60_000;

const askedCodeSchema = z.object({
  login: loginSchema,
  ...verificationSchema.shape,
  /** In milliseconds since 1970. */
  sentAt: z.number(),
});

/** A sign-in that waits for the code of an email, and what was typed to get there. */
export type AskedCode = { login: Login; verification: Verification; sentAt: number };

/**
 * Keeps a sign-in over a reload: a phone may drop the tab while its owner reads the email.
 * @param verification the server's answer of just now
 */
export function keepAskedCode(login: Login, verification: Verification): AskedCode {
  const asked = { login, verification, sentAt: now().getTime() };
  inTab.write(ASKED_CODE, JSON.stringify(asked));
  return asked;
}

/** The sign-in that was kept in this tab; null after an hour. */
export function readAskedCode(): AskedCode | null {
  const asked = inTab.readAs(ASKED_CODE, askedCodeSchema);
  if (asked && now().getTime() < asked.sentAt + KEPT_FOR_MS) return asked;
  forgetAskedCode();
  return null;
}
