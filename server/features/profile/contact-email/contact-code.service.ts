import type { Verification } from '@shared/holders';
import type { PersonsCall } from '../../../lib/call';
import type { AppDeps } from '../../../lib/deps';
import { AppError, WrongCodeError } from '../../../lib/errors';
import type { Browser } from '../../../lib/http/cookies';
import { issueCode, redeemCode } from '../../codes/codes.service';
import { sendCode } from '../../codes/send-code.service';
import { isSameEmail } from '../../holders/holders.repository';

type Deps = Pick<AppDeps, 'config' | 'keys' | 'log' | 'mailer' | 'throttle'>;

const purpose = 'contact-email';

/**
 * Asks for the code that proves a new contact email; asked again, the one before is no longer good.
 * @returns `send` mails it, to be called when the request is answered
 * @throws what issueCode throws
 */
export async function askForContactCode(
  { db, holderId, now }: PersonsCall,
  deps: Deps,
  browser: Browser,
  email: string,
): Promise<{ verification: Verification; send(): Promise<void> }> {
  const asked = { purpose, account: `${purpose} ${holderId}`, email, login: null, holderId } as const;
  const { code, verification } = await issueCode({ db, now }, deps, browser, asked);
  const sent = { purpose, code, email, browser, now } as const;
  return { verification, send: () => sendCode(deps, sent, { isForSomebody: true }) };
}

/**
 * Takes the code of a new contact email.
 * @throws AppError (400) where it is wrong, or was sent to another address: a 401 would say that the session has ended; and what
 *   redeemCode throws
 */
export async function redeemContactCode(
  { db, holderId, now }: PersonsCall,
  deps: Pick<AppDeps, 'throttle'>,
  browser: Browser,
  { email, ...typed }: { id: string; code: string; email: string },
): Promise<void> {
  try {
    const row = await redeemCode({ db, now }, deps, browser, { ...typed, purpose, holderId });
    if (!isSameEmail(row.email, email)) throw new WrongCodeError();
  } catch (error) {
    if (error instanceof WrongCodeError) throw new AppError(400, error.code, error.message);
    throw error;
  }
}
