import { createHash, randomUUID } from 'node:crypto';
import { apiTokens } from '@shared/tables/holders';
import { importLayouts, tripImports, waitingFiles } from '@shared/tables/imports';
import { pushedTrips } from '@shared/tables/trips';
import { tokenFrom } from '../features/tokens/token-text';
import { hashOfToken } from '../features/tokens/tokens.repository';
import type { Db } from '../lib/database/db';
import { TEST_NOW } from './http/create-test-app';

export const tokenIds = () => ({
  token: randomUUID(),
  readingToken: randomUUID(),
  waitingFile: randomUUID(),
  waitingLayout: randomUUID(),
});
type Ids = ReturnType<typeof tokenIds> & Record<'holder' | 'user' | 'licence' | 'layout' | 'trip', string>;

/** The token with an id of a full holder. */
export const tokenOf = (id: string) => tokenFrom(createHash('sha256').update(id).digest());

/** The booking reference of a trip that another program sent. */
export const pushedReferenceOf = ({ licence }: { licence: string }) => `JOB ${licence}`;

/** Stores a token of each scope, what one sent, and a file of it that waits. @param mark the content of every text that is not an id */
export function insertTokens(db: Db, ids: Ids, { mark, postcode }: { mark: string; postcode: string }) {
  const of = { beaHolderId: ids.holder };
  const token = { ...of, userId: ids.user, expiresOn: '2099-12-31', lastUsedAt: TEST_NOW };
  const sent = {
    driverAuthorityLicense: ids.licence,
    datetime: TEST_NOW.toISOString(),
    postcode,
    suburb: mark,
    waitingTime: 5,
    duration: null,
    kind: 'booked' as const,
    notes: mark,
    vehicleRegistration: mark.toUpperCase(),
  };
  return [
    db.insert(apiTokens).values([
      { ...token, id: ids.token, name: mark, scope: 'log-trips', tokenHash: hashOfToken(tokenOf(ids.token)) },
      {
        ...token,
        id: ids.readingToken,
        name: `${mark} reads`,
        scope: 'read',
        tokenHash: hashOfToken(tokenOf(ids.readingToken)),
      },
    ]),
    db
      .insert(pushedTrips)
      .values({ ...of, referenceKey: pushedReferenceOf(ids).toLowerCase(), tripId: ids.trip, sent }),
    db.insert(waitingFiles).values({
      ...of,
      id: ids.waitingFile,
      layoutId: ids.waitingLayout,
      fileName: mark,
      file: Buffer.from(mark),
      rows: 1,
      reasons: [mark],
      token: mark,
    }),
  ];
}

/** Stores a layout, one that a file waits for, and an import, which a program sent. */
export function insertImports(
  db: Db,
  ids: Record<'holder' | 'user' | 'layout' | 'waitingLayout' | 'import', string>,
  mark: string,
) {
  const by = { beaHolderId: ids.holder, userId: ids.user };
  const layout = { ...by, of: 'trips' as const, headings: [mark], reading: { mark }, usedAt: TEST_NOW };
  return [
    db.insert(tripImports).values({ ...by, id: ids.import, fileName: mark, tripCount: 1, token: mark }),
    db.insert(importLayouts).values([
      { ...layout, id: ids.layout, name: mark, headingsHash: mark },
      { ...layout, id: ids.waitingLayout, name: `${mark} waits`, headingsHash: `${mark} waits` },
    ]),
  ];
}
