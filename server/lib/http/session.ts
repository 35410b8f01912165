import { MINUTE_MS } from '@shared/durations';
import { devices, type Holder } from '@shared/tables/holders';
import { and, eq } from 'drizzle-orm';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import session from 'express-session';
import type { Db } from '../database/db';
import { asHolder } from '../database/isolation';
import type { AppDeps } from '../deps';
import { UnauthorisedError } from '../errors';
import { logHolder } from '../logger';
import { clientAddress, cookiesOf, REMEMBERED_MS, readCookies } from './cookies';
import { SessionStore, TOUCH_MINUTES, touchSession } from './session-store';

const TOUCH_MS = TOUCH_MINUTES * MINUTE_MS;

/** Cookie sessions stored in PostgreSQL, for signing in and out; how long they last: docs/product/sign-in.md#sessions. */
export function sessions(deps: Pick<AppDeps, 'db' | 'clock' | 'keys' | 'config'>): RequestHandler {
  const cookies = cookiesOf(deps.config.publicUrl);
  return session({
    name: cookies.session,
    secret: deps.keys.cookies,
    cookie: { ...cookies.options },
    store: new SessionStore(deps),
    resave: false,
    saveUninitialized: false,
  });
}

/** A method of express-session, which calls back, as a promise. */
const settled = (method: (done: (error?: unknown) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => method((error) => (error ? reject(error) : resolve())));

/** Starts a session with a new id, so that an id planted before is useless, and stores it: express-session would do so after the answer began. */
export async function startSession(
  req: Request,
  actor: { holder: Holder; userId: string; deviceId: string },
  options: { remember: boolean; isProved: boolean; now: Date },
): Promise<void> {
  try {
    await settled((done) => req.session.regenerate(done));
    const { id: holderId, contactEmail } = actor.holder;
    const { userId, deviceId } = actor;
    const signedInAt = options.now.toISOString();
    Object.assign(req.session, { holderId, userId, deviceId, contactEmail, signedInAt });
    if (options.isProved) req.session.provedAt = signedInAt;
    if (options.remember) req.session.cookie.maxAge = REMEMBERED_MS;
    await settled((done) => req.session.save(done));
  } catch (error) {
    // else express-session would store it again after the error was answered, and fail outside any handler
    Reflect.deleteProperty(req, 'session');
    throw error;
  }
}

export async function endSession(req: Request, publicUrl: string): Promise<void> {
  await settled((done) => req.session.destroy(done));
  const cookies = cookiesOf(publicUrl);
  req.res?.clearCookie(cookies.session, cookies.options);
}

/** Called only after a while: at every request it would cost a write. */
const touchDevice = (db: Db, holderId: string, id: string, address: string, now: Date) =>
  db
    .update(devices)
    .set({ lastUsedAt: now, address })
    .where(and(eq(devices.beaHolderId, holderId), eq(devices.id, id)));

/**
 * Passes a request on only with a session of an active holder, whom `signedIn(res)` then names. One query reads
 * session and holder, so that a holder who was switched off is refused at the next call.
 * @param assertActive throws the refusal of an inactive holder
 * @throws UnauthorisedError without a session, or for another `Expected-Holder` (docs/product/log-trip.md#outbox)
 */
export function requireHolder(
  deps: Pick<AppDeps, 'db' | 'keys' | 'clock' | 'config'>,
  assertActive: (holder: Holder) => void,
): RequestHandler {
  const { db, clock } = deps;
  const check: RequestHandler = async (req, res, next) => {
    const { found, userId, deviceId, cookie, provedAt } = req.session;
    if (!found || !userId || !deviceId) throw new UnauthorisedError();
    const { holder, deviceUsedAt, isIdle } = found;
    const expected = req.get('Expected-Holder');
    if (expected !== undefined && expected !== holder.id) throw new UnauthorisedError();
    logHolder(req, holder.id);
    assertActive(holder);
    const now = clock();
    const isRemembered = cookie.originalMaxAge !== null;
    if (isIdle && !isRemembered) await touchSession(db, req.sessionID);
    if (now.getTime() - deviceUsedAt.getTime() > TOUCH_MS)
      await touchDevice(asHolder(db, holder.id), holder.id, deviceId, clientAddress(req), now);
    const proved = provedAt ? new Date(provedAt) : undefined;
    res.locals.session = {
      holder,
      userId,
      deviceId,
      sessionId: req.sessionID,
      provedAt: proved,
    } satisfies SignedIn;
    next();
  };
  return Router().use(sessions(deps), readCookies(deps), check);
}

/** The holder who is signed in, as stored when the request came, the person, and their session. */
export type SignedIn = {
  holder: Holder;
  userId: string;
  sessionId: string;
  deviceId: string;
  /** When they last proved who they are, in this session. */
  provedAt: Date | undefined;
};

/** Returns who is signed in, behind requireHolder. @throws UnauthorisedError elsewhere */
export function signedIn(res: Response): SignedIn {
  const session: SignedIn | undefined = res.locals.session;
  if (!session) throw new UnauthorisedError();
  return session;
}
