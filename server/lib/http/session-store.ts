import { callbackify } from 'node:util';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@shared/durations';
import { SESSION_IDLE_HOURS } from '@shared/limits';
import { beaHolders, devices, type Holder, holderColumns, sessions } from '@shared/tables/holders';
import connectPgSimple from 'connect-pg-simple';
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Request } from 'express';
import session from 'express-session';
import type { Db } from '../database/db';
import { asService } from '../database/isolation';
import type { AppDeps } from '../deps';

declare module 'express-session' {
  interface SessionData {
    holderId: string;
    /** The person; absent on a driver's own phone. */
    userId: string;
    /** The session ends with its device's row. */
    deviceId: string;
    /** The holder's at sign-in, as stored: a person's session is good for this one only. */
    contactEmail: string;
    /** An ISO instant; of a driver's own phone, when it last began anew. */
    signedInAt: string;
    /** An ISO instant: when the person last proved who they are. Absent where the trust in the device was enough. */
    provedAt?: string;
    /** Read along with the session, and no part of what is stored. */
    found?: {
      holder: Holder;
      /** The person who signed in on the device last. */
      userId: string | null;
      driverId: string | null;
      endedAt: Date | null;
      deviceUsedAt: Date;
      isIdle: boolean;
    };
  }
}

/** How long a person's session lasts at most, however much it is used. */
const LIFE_MS = 90 * DAY_MS;
export const TOUCH_MINUTES = 10;
const IDLE_SECONDS = (SESSION_IDLE_HOURS * HOUR_MS) / SECOND_MS;
const IDLE_SQL = sql.raw(`interval '${SESSION_IDLE_HOURS} hours'`);
const TOUCH_SQL = sql.raw(`interval '${TOUCH_MINUTES} minutes'`);

const fieldOf = (name: keyof session.SessionData) =>
  sql<string>`${sessions.sess}::json ->> ${sql.raw(`'${name}'`)}`;

const findSession = (db: Db) =>
  db
    .select({
      sess: sessions.sess,
      holder: holderColumns,
      userId: devices.userId,
      driverId: devices.driverId,
      endedAt: devices.endedAt,
      deviceUsedAt: devices.lastUsedAt,
      isIdle: sql<boolean>`${sessions.expire} < now() + ${IDLE_SQL} - ${TOUCH_SQL}`.as('idle'),
    })
    .from(sessions)
    .innerJoin(beaHolders, eq(beaHolders.id, fieldOf('holderId')))
    .innerJoin(devices, and(eq(devices.id, fieldOf('deviceId')), eq(devices.beaHolderId, beaHolders.id)))
    .where(
      and(
        eq(sessions.sid, sql.placeholder('sid')),
        gt(sessions.expire, sql`now()`),
        or(
          isNotNull(devices.driverId),
          and(
            gt(sql`(${fieldOf('signedInAt')})::timestamptz`, sql.placeholder('signedInAfter')),
            eq(beaHolders.contactEmail, fieldOf('contactEmail')),
          ),
        ),
      ),
    )
    .prepare('find_session');

/** Moves the end of an idle session. Every request would cost a write, so the caller does so only when `isIdle`. */
export const touchSession = (db: Db, sid: string) =>
  db
    .update(sessions)
    .set({ expire: sql`now() + ${IDLE_SQL}` })
    .where(eq(sessions.sid, sid));

/**
 * connect-pg-simple's sessions, each read with its holder and device by one query. A session is void once it expired, its
 * device's row is gone, or, unless it is a driver's phone, its holder has another contact email. The store removes expired sessions every 15 minutes.
 */
export class SessionStore extends connectPgSimple(session) {
  override get;

  constructor({ db, clock }: Pick<AppDeps, 'db' | 'clock'>) {
    // requireHolder extends the expiry
    super({
      pool: db.$client,
      tableName: 'session',
      ttl: IDLE_SECONDS,
      disableTouch: true,
      errorLog: () => {},
    });
    const find = findSession(asService(db));
    this.get = callbackify(async (sid: string): Promise<session.SessionData | null> => {
      const signedInAfter = new Date(clock().getTime() - LIFE_MS).toISOString();
      const [row] = await find.execute({ sid, signedInAfter });
      if (!row) return null;
      const { sess, ...found } = row;
      return { ...JSON.parse(sess), found };
    });
  }

  override createSession(req: Request, data: session.SessionData) {
    const { found } = data;
    delete data.found;
    // express-session compares and stores what can be enumerated
    return Object.defineProperty(super.createSession(req, data), 'found', {
      value: found,
      enumerable: false,
    });
  }
}
