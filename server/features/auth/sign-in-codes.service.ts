import type { Login } from '@shared/holders';
import type { AnonymousCall } from '../../lib/call';
import { asService } from '../../lib/database/isolation';
import type { Browser } from '../../lib/http/cookies';
import {
  type Asking,
  type CodeDeps,
  type Recipient,
  redeemCode,
  requestCode,
  requestCodeAgain,
} from '../codes/codes.service';
import { findDevice, isTrusted } from '../devices/devices.service';
import { findTypedHolder, normaliseNumber } from './auth.service';

const purpose = 'sign-in';

/** A number and the address typed with it: anyone who does not know both cannot use up the tries of someone who does. */
const accountOf = ({ beaNumber, contactEmail }: Login) =>
  `${normaliseNumber(beaNumber)} ${contactEmail.toLowerCase()}`;

/** Codes for sign-in belong to no holder. */
const asServiceCall = ({ db, now }: AnonymousCall): AnonymousCall => ({ db: asService(db), now });

function loginOf({ login }: { login: Login | null }): Login {
  if (!login) throw new Error('A code to sign in with was stored without what was typed');
  return login;
}

/** Whether the browser is a trusted device of the holder whose number and email were typed. */
export async function isOnTrustedDevice(call: AnonymousCall, login: Login, browser: Browser) {
  const db = asService(call.db);
  const holder = await findTypedHolder(db, login);
  const device = await findDevice({ db, holderId: holder?.id ?? '' }, browser);
  return isTrusted(device, call.now);
}

/** Where people can register, anyone who owns the typed address gets the code; otherwise only the stored address does. */
async function recipientOf({ db }: AnonymousCall, { config }: CodeDeps, login: Login): Promise<Recipient> {
  const holder = await findTypedHolder(db, login);
  const isExpected = holder !== undefined || config.selfRegistration !== 'off';
  return { isExpected, holderId: holder?.id };
}

/** Mails a code to the typed address. The answer does not depend on whether number and email are right or the holder is active. */
export function requestSignInCode(call: AnonymousCall, deps: CodeDeps, req: Asking, login: Login) {
  const service = asServiceCall(call);
  const request = { purpose, account: accountOf(login), email: login.contactEmail, login } as const;
  return requestCode(service, deps, req, request, () => recipientOf(service, deps, login));
}

/** Mails a new code in place of one. */
export function requestSignInCodeAgain(call: AnonymousCall, deps: CodeDeps, req: Asking, id: string) {
  const service = asServiceCall(call);
  return requestCodeAgain(service, deps, req, { id, purpose }, (stored) =>
    recipientOf(service, deps, loginOf(stored)),
  );
}

/** @returns what was typed when the code was requested */
export const redeemSignInCode = async (
  call: AnonymousCall,
  deps: Parameters<typeof redeemCode>[1],
  req: Asking,
  typed: { id: string; code: string },
) => loginOf(await redeemCode(asServiceCall(call), deps, req, { ...typed, purpose }));
