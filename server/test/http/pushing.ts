import { randomBytes } from 'node:crypto';
import type { TokenScope } from '@shared/api/tokens';
import type { Driver } from '@shared/drivers';
import { apiTokens, users } from '@shared/tables/holders';
import { trips } from '@shared/tables/trips';
import type { pushedTripSchema } from '@shared/trips/pushed-trips';
import { pushedTripAnswerSchema } from '@shared/trips/pushed-trips';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { tokenFrom } from '../../features/tokens/token-text';
import { hashOfToken } from '../../features/tokens/tokens.repository';
import { type Db, onlyRow } from '../../lib/database/db';
import { insertDriver } from '../builders';
import type { TestApp } from './create-test-app';

/** Stores a token of a holder who has signed in. @returns the token */
export async function insertToken(
  db: Db,
  holderId: string,
  { name = 'Dispatch', scope = 'log-trips' as TokenScope } = {},
): Promise<string> {
  const token = tokenFrom(randomBytes(32));
  const people = db.select({ userId: users.id }).from(users).where(eq(users.beaHolderId, holderId));
  const { userId } = onlyRow(await people.limit(1));
  const of = { beaHolderId: holderId, userId, expiresOn: '2099-12-31' };
  await db.insert(apiTokens).values({ ...of, name, scope, tokenHash: hashOfToken(token) });
  return token;
}

type Push = z.input<typeof pushedTripSchema>;

/** A trip of a driver as another program sends it. */
export const buildPush = (
  { driverAuthorityLicense }: Pick<Driver, 'driverAuthorityLicense'>,
  overrides: Partial<Push> = {},
): Push => ({
  driverAuthorityLicense,
  datetime: '2026-11-20T23:30:00.000Z',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  ...overrides,
});

export const pathOf = (reference: string) => `/api/trips/by-reference/${encodeURIComponent(reference)}`;

/** A holder with a driver, and a program that sends trips by a token. */
export async function dispatchOf(it: TestApp) {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, { driverAuthorityLicense: 'DA-1' });
  const token = await insertToken(it.db, holder.holderId);
  const send = (reference: string, body: object) =>
    supertest(it.server).put(pathOf(reference)).set('Authorization', `Bearer ${token}`).send(body);
  const push = async (reference: string, overrides: Parameters<typeof buildPush>[1] = {}) => {
    const { body, status } = await send(reference, buildPush(driver, overrides));
    expect(body, JSON.stringify(body)).not.toHaveProperty('code');
    const answer = pushedTripAnswerSchema.parse(body);
    expect(status).toBe(answer.outcome === 'stored' ? 201 : 200);
    return answer;
  };
  const stored = () => it.db.select().from(trips).where(eq(trips.beaHolderId, holder.holderId));
  const edit = async (id: string, change: object) => {
    const [trip] = await stored();
    const { driverId, driverAuthorityLicense, datetime, suburb, postcode, waitingTime, duration, notes } =
      trip as NonNullable<typeof trip>;
    const body = {
      driverId,
      driverAuthorityLicense,
      datetime,
      suburb,
      postcode,
      waitingTime,
      duration,
      notes,
      ...change,
    };
    await holder.agent.put(`/api/trips/${id}`).send(body).expect(200);
  };
  return { ...holder, driver, token, send, push, stored, edit };
}
