import type { Login, Verification } from '@shared/holders';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import type { Browser } from '../../lib/http/cookies';
import { issueCode, redeemCode, reissueCode } from '../codes/codes.service';
import { sendCode } from '../codes/send-code.service';
import { findDevice, isTrusted } from '../devices/devices.service';
import { findTypedHolder, plainNumber, type Visit } from './auth.service';

type Deps = Pick<AppDeps, 'config' | 'keys' | 'log' | 'mailer' | 'throttle'>;

const purpose = 'sign-in';

/** A number and the address typed with it: anyone who does not know both cannot use up the tries of someone who does. */
const accountOf = ({ beaNumber, contactEmail }: Login) =>
  `${plainNumber(beaNumber)} ${contactEmail.toLowerCase()}`;

/** These codes are no one's yet. */
const beforeSignIn = ({ db, now }: Visit): Visit => ({ db: asService(db), now });

function loginOf({ login }: { login: Login | null }): Login {
  if (!login) throw new Error('A code to sign in with was stored without what was typed');
  return login;
}

/** Whether the browser is a trusted device of the holder whose number and email were typed. */
export async function isOnTrustedDevice(visit: Visit, login: Login, browser: Browser): Promise<boolean> {
  const db = asService(visit.db);
  const holder = await findTypedHolder(db, login);
  const device = await findDevice({ db, holderId: holder?.id ?? '' }, browser);
  return isTrusted(device, visit.now);
}

type AskedFor = { verification: Verification; send(): Promise<void> };

/**
 * Asks for the code of an email. Nothing here depends on whether the number is known, the email right or the holder active.
 * @returns `send` mails the code, to be called when the request is answered
 * @throws what issueCode throws
 */
export async function askForCode(
  visit: Visit,
  deps: Deps,
  browser: Browser,
  login: Login,
): Promise<AskedFor> {
  const asked = {
    purpose,
    account: accountOf(login),
    email: login.contactEmail,
    login,
    holderId: null,
  } as const;
  const { code, verification } = await issueCode(beforeSignIn(visit), deps, browser, asked);
  return { verification, send: () => sendTo(visit, deps, browser, login, code) };
}

/** Asks for a new code in place of one. @throws what reissueCode throws */
export async function askForCodeAgain(
  visit: Visit,
  deps: Deps,
  browser: Browser,
  id: string,
): Promise<AskedFor> {
  const { code, verification, row } = await reissueCode(beforeSignIn(visit), deps, browser, { id, purpose });
  return { verification, send: () => sendTo(visit, deps, browser, loginOf(row), code) };
}

/**
 * Where people can register, anyone who owns the typed address gets the code; else an address that is not the stored one is someone's who
 * has nothing to do with the number.
 */
async function sendTo(
  { db, now }: Visit,
  deps: Deps,
  browser: Browser,
  login: Login,
  code: string,
): Promise<void> {
  const sent = { purpose, code, email: login.contactEmail, browser, now } as const;
  const holder = await findTypedHolder(asService(db), login);
  const isForSomebody = holder !== undefined || deps.config.selfRegistration !== 'off';
  await sendCode(deps, sent, { isForSomebody, holderId: holder?.id });
}

/** Takes the code. @returns what was typed with the number @throws what redeemCode throws */
export async function takeSignInCode(
  visit: Visit,
  deps: Pick<Deps, 'throttle'>,
  browser: Browser,
  typed: { id: string; code: string },
): Promise<Login> {
  return loginOf(await redeemCode(beforeSignIn(visit), deps, browser, { ...typed, purpose }));
}
