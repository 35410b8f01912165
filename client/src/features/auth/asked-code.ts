import { type Login, loginSchema, type Verification, verificationSchema } from '@shared/holders';
import * as z from 'zod/mini';
import { now } from '@/lib/clock';
import { inTab } from '@/lib/storage';

const KEY = 'askedCode';

const askedCodeSchema = z.object({
  login: loginSchema,
  ...verificationSchema.shape,
  /** In milliseconds since 1970. */
  sentAt: z.number(),
});

/** A sign-in that waits for the code of an e-mail, and what was typed to get there. */
export type AskedCode = { login: Login; verification: Verification; sentAt: number };

/**
 * Keeps a sign-in for as long as its code is good: a phone may drop the tab while its owner reads the e-mail.
 * @param verification the server's answer of just now
 */
export function keepAskedCode(login: Login, verification: Verification): AskedCode {
  const asked = { login, verification, sentAt: now().getTime() };
  inTab.write(KEY, JSON.stringify(asked));
  return asked;
}

/** The sign-in that was kept; null once its code has expired. */
export function readAskedCode(): AskedCode | null {
  const asked = inTab.readAs(KEY, askedCodeSchema);
  if (asked && now().getTime() < asked.sentAt + asked.verification.expiresInSeconds * 1000) return asked;
  forgetAskedCode();
  return null;
}

export const forgetAskedCode = (): void => inTab.remove(KEY);
