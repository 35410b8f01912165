import { callFor } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { browserOf } from '../../lib/http/cookies';
import { startSession } from '../../lib/http/session';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { keepDevice } from '../devices/devices.service';
import type { Entrant, Visit } from './auth.service';

type SignInRequest = Parameters<typeof startSession>[0];

export type How = {
  /** With what they typed alone, on a trusted device, with a code, or with a passkey. */
  way: 'details' | 'device' | 'code' | 'passkey';
  /** Keeps the session, and trusts the device, for 30 days. */
  remember: boolean;
  /** No one asked for it: the device is trusted for no longer than it was. */
  silent?: boolean;
};

/**
 * The end of every way of signing in: keeps the device, of which the contact is told when it is new, starts the session and logs it.
 * @param req behind `sessions` and `readCookies`
 */
export async function completeSignIn(
  { db, now }: Visit,
  { config, mailer, log }: Pick<AppDeps, 'config' | 'mailer' | 'log'>,
  req: SignInRequest,
  { holder, userId, isNew = false }: Omit<Entrant, 'isNew'> & { isNew?: boolean },
  { way, remember, silent = false }: How,
): Promise<{ beaHolder: Entrant['holder'] }> {
  const of = callFor(db, { now, holderId: holder.id, userId });
  const kept = { remember, silent, isRegistration: isNew };
  const device = await keepDevice(of, { mailer }, browserOf(req, config), kept);
  await startSession(
    req,
    { holder, userId, deviceId: device.id },
    { remember, isProved: way !== 'device', now },
  );
  logHolder(req, holder.id);
  logEvent(logOf(req, log), isNew ? 'registration' : 'sign-in', { user: userId, way });
  return { beaHolder: holder };
}
