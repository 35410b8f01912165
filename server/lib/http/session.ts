import type { TokenScope } from '@shared/api/tokens';
import { DAY_MS, MINUTE_MS } from '@shared/durations';
import {
  NOT_BY_TOKEN,
  NOT_IN_DEMO,
  NOT_ON_A_PHONE,
  PERSON_REMOVED,
  PHONE_ENDED,
  TOKEN_EXPIRED,
  TOKEN_READS_ONLY,
  TOKEN_UNKNOWN,
} from '@shared/errors';
import { PHONE_UNUSED_DAYS } from '@shared/limits';
import { brisbaneDay, formatDay } from '@shared/periods';
import { apiTokens, devices, type Holder } from '@shared/tables/holders';
import { and, eq } from 'drizzle-orm';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import session, { type SessionData } from 'express-session';
import type { Call } from '../call';
import type { Db } from '../database/db';
import { asHolder } from '../database/isolation';
import type { AppDeps } from '../deps';
import { AppError, ForbiddenError, UnauthorisedError } from '../errors';
import { logHolder } from '../logger';
import { networkOf } from '../throttle';
import { inTurn } from '../work/kinds';
import { browserOf, clientAddress, cookiesOf, KNOWN_MS, REMEMBERED_MS, readCookies } from './cookies';
import type { Opened } from './declaration';
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
  { holder, userId, deviceId }: { holder: Holder; userId: string; deviceId: string },
  { remember, isProved, now }: { remember: boolean; isProved: boolean; now: Date },
): Promise<void> {
  const signedInAt = now.toISOString();
  const { id: holderId, contactEmail } = holder;
  const proof = isProved ? { provedAt: signedInAt } : {};
  const session = { holderId, userId, deviceId, contactEmail, signedInAt, ...proof };
  await storeSession(req, session, remember ? REMEMBERED_MS : null);
}

type PhonesSession = { holderId: string; deviceId: string; now: Date };

/** Starts the session of a driver's own phone, as `startSession` does a person's. It lasts as long as its device does: `renewPhone` sees to that. */
export const startPhoneSession = (req: Request, { holderId, deviceId, now }: PhonesSession): Promise<void> =>
  storeSession(req, { holderId, deviceId, signedInAt: now.toISOString() }, KNOWN_MS);

const RENEW_MS = DAY_MS;

/** Has a phone's session and the cookies of its browser begin anew, so that one that is used never ends by them. */
async function renewPhone(req: Request, deps: Pick<AppDeps, 'config'>, now: Date): Promise<void> {
  req.session.signedInAt = now.toISOString();
  req.session.cookie.maxAge = KNOWN_MS;
  await settled((done) => req.session.save(done));
  const { deviceToken, keepDeviceToken } = browserOf(req, deps);
  if (deviceToken) keepDeviceToken(deviceToken);
}

async function storeSession(
  req: Request,
  content: Partial<SessionData>,
  maxAge: number | null,
): Promise<void> {
  try {
    await settled((done) => req.session.regenerate(done));
    Object.assign(req.session, content);
    if (maxAge !== null) req.session.cookie.maxAge = maxAge;
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

const TOKEN_TOUCH_MS = MINUTE_MS;

const touchToken = (db: Db, holderId: string, id: string, now: Date) =>
  db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.beaHolderId, holderId), eq(apiTokens.id, id)));

type SessionRules = {
  assertActive: (holder: Holder) => void;
  findDriver: (
    call: Pick<Call, 'db' | 'holderId' | 'now'>,
    driverId: string,
  ) => Promise<{ name: string; isActive: boolean } | undefined>;
  findToken: (db: Db, token: string) => Promise<FoundToken | undefined>;
  /** Counts a request by a token. @throws TooManyRequestsError */
  countToken: (tokenId: string) => Promise<void>;
};

type FoundToken = {
  holder: Holder;
  /** `expiresOn` is its last day. */
  token: { id: string; name: string; scope: TokenScope; expiresOn: string; lastUsedAt: Date | null };
};

/** The token that a request names; undefined where it names none. Some programs can only name a header of their own. */
function tokenOf(req: Request): string | undefined {
  // "Bearer" without a token is a token that is missing, not a session
  const bearer = /^Bearer(?: (.*))?$/i.exec(req.get('Authorization') ?? '');
  return (bearer ? (bearer[1] ?? '') : req.get('X-API-Key'))?.trim();
}

/** Drops the cookies of a request that comes with a token, which counts alone. */
export const ignoreCookiesOfTokens: RequestHandler = (req, _res, next) => {
  if (tokenOf(req) !== undefined) delete req.headers.cookie;
  next();
};

const refuseToken = (res: Response, code: string, message: string) => {
  res.set('WWW-Authenticate', 'Bearer');
  return new AppError(401, code, message);
};

/**
 * Passes a request on only with a session of an active holder, or with a holder's token, whom `signedIn(res)` then names. One query reads
 * session and holder, so that a holder who was switched off is refused at the next call; another reads the driver of a phone.
 * @param rules.assertActive throws the refusal of an inactive holder
 * @param rules.findDriver the driver of a phone, and whether the driver drives today; undefined for one who was removed
 * @throws UnauthorisedError without a session, or for another `Expected-Holder` (docs/product/log-trip.md#outbox); AppError for someone who
 *   was removed
 */
export function requireHolder(
  deps: Pick<AppDeps, 'db' | 'keys' | 'clock' | 'config' | 'work'>,
  { assertActive, findDriver, findToken, countToken }: SessionRules,
): RequestHandler {
  const { db, clock, work } = deps;
  const checkToken = async (req: Request, res: Response, sent: string) => {
    const found = await findToken(db, sent);
    if (!found)
      throw refuseToken(res, TOKEN_UNKNOWN, 'This token is not valid. It may be revoked, or cut off.');
    const { holder, token } = found;
    logHolder(req, holder.id);
    assertActive(holder);
    const now = clock();
    assertNotOver(holder, now);
    if (token.expiresOn < brisbaneDay(now))
      throw refuseToken(
        res,
        TOKEN_EXPIRED,
        `This token expired on ${formatDay(token.expiresOn)}. Make a new one in Profile.`,
      );
    await countToken(token.id);
    res.locals.session = { holder, token } satisfies ByToken;
    if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > TOKEN_TOUCH_MS)
      await touchToken(asHolder(db, holder.id), holder.id, token.id, now);
  };
  const check: RequestHandler = async (req, res, next) => {
    const { found, userId, deviceId, cookie, provedAt, signedInAt } = req.session;
    // the next person who signs in on a device ends the session of the one before
    if (!found || !deviceId || (userId ?? null) !== found.userId) throw new UnauthorisedError();
    const { holder, driverId, endedAt, deviceUsedAt, isIdle } = found;
    const expected = req.get('Expected-Holder');
    if (expected !== undefined && expected !== ownerOf(holder.id, driverId)) throw new UnauthorisedError();
    logHolder(req, holder.id);
    assertActive(holder);
    if (userId && endedAt) throw personRemoved(holder);
    const now = clock();
    assertNotOver(holder, now);
    const isRemembered = cookie.originalMaxAge !== null;
    const ownDb = asHolder(db, holder.id);
    const common = { holder, deviceId, sessionId: req.sessionID };
    if (driverId) {
      const found = await findDriver({ db: ownDb, holderId: holder.id, now }, driverId);
      const isUnused = now.getTime() - deviceUsedAt.getTime() > PHONE_UNUSED_DAYS * DAY_MS;
      const isEnded = !found?.isActive || isUnused || endedAt !== null;
      const driver = { id: driverId, name: found?.name ?? '' };
      res.locals.session = { ...common, driver, isEnded } satisfies OnPhone;
      if (!isEnded && now.getTime() - new Date(signedInAt ?? 0).getTime() > RENEW_MS)
        await renewPhone(req, deps, now);
    } else if (userId) {
      // no one can sign in to a demo again
      const proved = holder.demoUntil ? now : provedAt && new Date(provedAt);
      res.locals.session = { ...common, userId, provedAt: proved || undefined } satisfies SignedIn;
    }
    if (isIdle && !isRemembered) await touchSession(db, req.sessionID);
    if (now.getTime() - deviceUsedAt.getTime() > TOUCH_MS && !res.locals.session.isEnded)
      await touchDevice(ownDb, holder.id, deviceId, clientAddress(req), now);
    next();
  };
  const bySession = Router().use(sessions(deps), readCookies(deps), check);
  return async (req, res, next) => {
    // a path that two mounts share is asked for once, and a token counts once
    if (res.locals.session) return next();
    const sent = tokenOf(req);
    if (sent === undefined) return bySession(req, res, next);
    // by address: a flood of tokens, known or not, would take every connection that people's sessions are read by
    const turn = work?.turn(`tokens of ${networkOf(clientAddress(req))}`, 'other');
    await inTurn(turn, () => checkToken(req, res, sent));
    next();
  };
}

/** Whose session it is, as `Expected-Holder` names it: a holder's, or a driver's of the holder. */
const ownerOf = (holderId: string, driverId: string | null) =>
  driverId ? `${holderId}/${driverId}` : holderId;

/** The holder who is signed in, as stored when the request came, the person, and their session. */
export type SignedIn = {
  holder: Holder;
  userId: string;
  driver?: undefined;
  sessionId: string;
  deviceId: string;
  /** When they last proved who they are, in this session. */
  provedAt: Date | undefined;
};

/** A driver's own phone, as stored when the request came, and its session. */
export type OnPhone = {
  holder: Holder;
  userId?: undefined;
  driver: { id: string; name: string };
  sessionId: string;
  deviceId: string;
  provedAt?: undefined;
  /** It may do nothing any more but hand in what waited on it. */
  isEnded: boolean;
};

/** Another program, by a holder's token. */
export type ByToken = {
  holder: Holder;
  token: { id: string; name: string; scope: TokenScope };
  userId?: undefined;
  driver?: undefined;
  sessionId?: undefined;
  deviceId?: undefined;
  provedAt?: undefined;
};

/** Who asks. */
export type Caller = SignedIn | OnPhone | ByToken;

const personRemoved = ({ companyName }: Holder) =>
  new AppError(401, PERSON_REMOVED, `You may no longer sign in for ${companyName}.`);

/** @throws UnauthorisedError for a demo that is over, as once it is removed */
function assertNotOver({ demoUntil }: Holder, now: Date): void {
  if (demoUntil && demoUntil <= now) throw new UnauthorisedError('This demo is over.');
}

const phoneEnded = () =>
  new AppError(401, PHONE_ENDED, 'This phone can no longer log trips. Ask the office for a new code.');

/**
 * Whose turn it is: a holder's programs wait for each other, and never keep the holder's people waiting. Anyone can have many demos, which
 * together get the turns of one holder.
 */
export function turnOf(session: Caller): string {
  const holder = session.holder.demoUntil ? 'demos' : session.holder.id;
  return 'token' in session ? `${holder} by token` : holder;
}

/** Returns who asks, behind requireHolder. @throws UnauthorisedError elsewhere */
export function anySession(res: Response): Caller {
  const session: Caller | undefined = res.locals.session;
  if (!session) throw new UnauthorisedError();
  return session;
}

/**
 * Returns who asks for a route, behind requireHolder.
 * @throws UnauthorisedError elsewhere; ForbiddenError for a phone, a token or a demo that the route is closed to; AppError for a phone that
 *   has ended
 */
export function sessionFor(res: Response, { onPhone, token: needed, offInDemo }: Opened): Caller {
  const session = anySession(res);
  if (offInDemo && session.holder.demoUntil) throw new ForbiddenError(offInDemo, NOT_IN_DEMO);
  if ('token' in session) {
    if (!needed)
      throw new ForbiddenError('A token cannot do this. Sign in to Trip Log instead.', NOT_BY_TOKEN);
    if (needed === 'log-trips' && session.token.scope === 'read')
      throw new ForbiddenError('This token can only read.', TOKEN_READS_ONLY);
  } else if (session.driver) {
    if (session.isEnded && onPhone !== 'even-ended') throw phoneEnded();
    if (!onPhone)
      throw new ForbiddenError("A driver's phone can only log this driver's trips.", NOT_ON_A_PHONE);
  }
  return session;
}
