import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shared/durations';
import { SESSION_IDLE_HOURS } from '@shared/limits';
import {
  beaHolders,
  devices,
  type Holder,
  holderColumns,
  sessions as sessionTable,
} from '@shared/tables/holders';
import connectPgSimple from 'connect-pg-simple';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import session from 'express-session';
import type { Db } from '../database/db';
import { asHolder, asService } from '../database/isolation';
import type { AppDeps } from '../deps';
import { UnauthorisedError } from '../errors';
import { logHolder } from '../logger';
import { clientAddress, cookiesOf, REMEMBERED_MS, readCookies, signedCookie } from './cookies';

declare module 'express-session' {
  interface SessionData {
    holderId: string;
    userId: string;
    /** The session ends with its device's row. */
    deviceId: string;
    /** The holder's at sign-in, as stored: the session is good for this one only. */
    contactEmail: string;
    /** An ISO instant. */
    signedInAt: string;
    /** An ISO instant: when the person last proved who they are. Absent where the trust in the device was enough. */
    provedAt?: string;
  }
}

const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
/** How long a session lasts at most, however much it is used. */
const LIFE_MS = 90 * DAY_MS;
const IDLE_SQL = sql.raw(`interval '${SESSION_IDLE_HOURS} hours'`);
const TOUCH_MS = 10 * MINUTE_MS;
const TOUCH_SQL = sql.raw(`interval '10 minutes'`);

/** Cookie sessions stored in PostgreSQL, for signing in and out; how long they last: docs/product/sign-in.md#sessions. */
export function sessions({ db, keys, config }: Pick<AppDeps, 'db' | 'keys' | 'config'>): RequestHandler {
  const cookies = cookiesOf(config.publicUrl);
  const PgStore = connectPgSimple(session);
  const store = new PgStore({
    pool: db.$client,
    tableName: 'session',
    ttl: IDLE_MS / 1000,
    // requireHolder extends the expiry
    disableTouch: true,
    pruneSessionInterval: 15 * 60,
    errorLog: () => {},
  });
  const handle = session({
    name: cookies.session,
    secret: keys.cookies,
    cookie: { ...cookies.options },
    store,
    resave: false,
    saveUninitialized: false,
  });
  return (req, res, next) => {
    let isPassedOn = false;
    // it passes a failure on again when the request is answered, which no one handles any more and Express prints
    const once: typeof next = (error) => {
      if (isPassedOn) return;
      isPassedOn = true;
      next(error);
    };
    handle(req, res, once);
  };
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

const sessionField = (name: Exclude<keyof session.SessionData, 'cookie'>) =>
  sql<string>`${sessionTable.sess}::json ->> ${sql.raw(`'${name}'`)}`;

const readSessions = (db: Db) =>
  db
    .select({
      sid: sessionTable.sid,
      holder: holderColumns,
      userId: sessionField('userId').as('user_id'),
      provedAt: sql<string | null>`${sessionField('provedAt')}`.as('proved_at'),
      deviceId: devices.id,
      deviceUsedAt: devices.lastUsedAt,
      isRemembered: sql<boolean>`${sessionTable.sess}::json -> 'cookie' ->> 'originalMaxAge' is not null`.as(
        'remembered',
      ),
      isIdle: sql<boolean>`${sessionTable.expire} < now() + ${IDLE_SQL} - ${TOUCH_SQL}`.as('idle'),
    })
    .from(sessionTable)
    .innerJoin(beaHolders, eq(beaHolders.id, sessionField('holderId')))
    .innerJoin(devices, and(eq(devices.id, sessionField('deviceId')), eq(devices.beaHolderId, beaHolders.id)))
    .where(
      and(
        sql`${sessionTable.sid} = any(${sql.placeholder('sids')}::text[])`,
        gt(sessionTable.expire, sql`now()`),
        gt(sql`(${sessionField('signedInAt')})::timestamptz`, sql.placeholder('signedInAfter')),
        eq(beaHolders.contactEmail, sessionField('contactEmail')),
      ),
    )
    .prepare('read_sessions');

/** Called, as `touchDevice` is, only after a while: at every request it would cost a write each. */
const touchSession = (db: Db, sid: string) =>
  db
    .update(sessionTable)
    .set({ expire: sql`now() + ${IDLE_SQL}` })
    .where(eq(sessionTable.sid, sid));

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
  { db, keys, clock, config }: Pick<AppDeps, 'db' | 'keys' | 'clock' | 'config'>,
  assertActive: (holder: Holder) => void,
): RequestHandler {
  const read = readSessions(asService(db));
  const sessionOf = readTogether(async (sids) => {
    const signedInAfter = new Date(clock().getTime() - LIFE_MS).toISOString();
    const found = await read.execute({ sids, signedInAfter });
    return new Map(found.map((session) => [session.sid, session]));
  });
  const parseCookies = readCookies({ keys });
  const cookies = cookiesOf(config.publicUrl);
  const check: RequestHandler = async (req, res, next) => {
    const sid = signedCookie(req, cookies.session, keys);
    const session = sid && (await sessionOf(sid));
    if (!sid || !session) throw new UnauthorisedError();
    const { holder, userId, deviceId } = session;
    const expected = req.get('Expected-Holder');
    if (expected !== undefined && expected !== holder.id) throw new UnauthorisedError();
    logHolder(req, holder.id);
    assertActive(holder);
    const now = clock();
    if (session.isIdle && !session.isRemembered) await touchSession(db, sid);
    if (now.getTime() - session.deviceUsedAt.getTime() > TOUCH_MS)
      await touchDevice(asHolder(db, holder.id), holder.id, deviceId, clientAddress(req), now);
    const provedAt = session.provedAt ? new Date(session.provedAt) : undefined;
    res.locals.session = { holder, userId, deviceId, sessionId: sid, provedAt } satisfies SignedIn;
    next();
  };
  return Router().use(parseCookies, check);
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

/** Reads together what is asked for in one turn of the event loop, and keeps nothing. Where `read` fails, all fail. */
export function readTogether<Key, Row>(read: (keys: Key[]) => Promise<Map<Key, Row>>) {
  let group: { keys: Set<Key>; rows: Promise<Map<Key, Row>> } | undefined;
  function begin() {
    const keys = new Set<Key>();
    const rows = setImmediate().then(() => {
      group = undefined;
      return read([...keys]);
    });
    return { keys, rows };
  }
  return async (key: Key) => {
    group ??= begin();
    const { keys, rows } = group;
    keys.add(key);
    return (await rows).get(key);
  };
}
