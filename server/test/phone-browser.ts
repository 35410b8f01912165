import { createHmac, randomUUID } from 'node:crypto';
import { devices, sessions } from '@shared/tables/holders';
import type { Db } from '../lib/database/db';
import { TEST_DEPS, TEST_NOW } from './http/create-test-app';

/** A driver's own phone that has a session; `cookie` is its Cookie header. */
export async function insertPhone(db: Db, { holder, driver }: Record<'holder' | 'driver', string>) {
  const id = randomUUID();
  await db.insert(devices).values({
    id,
    beaHolderId: holder,
    driverId: driver,
    tokenHash: randomUUID(),
    name: 'Safari on iPhone',
    address: '203.0.113.7',
    lastUsedAt: TEST_NOW,
  });
  const sid = randomUUID();
  const session = { cookie: { originalMaxAge: 1 }, holderId: holder, deviceId: id, signedInAt: TEST_NOW };
  await db.insert(sessions).values({ sid, sess: JSON.stringify(session), expire: new Date('2099-01-01') });
  const [key = ''] = TEST_DEPS.keys.cookies;
  const signature = createHmac('sha256', key).update(sid).digest('base64').replace(/=+$/, '');
  return { id, cookie: `triplog.sid=${encodeURIComponent(`s:${sid}.${signature}`)}` };
}
