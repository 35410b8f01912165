import { type CreateToken, createdTokenSchema } from '@shared/api/tokens';
import type { Driver } from '@shared/drivers';
import { trips } from '@shared/tables/trips';
import type { pushedTripSchema } from '@shared/trips/pushed-trips';
import { pushedTripAnswerSchema } from '@shared/trips/pushed-trips';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { onlyRow } from '../../lib/database/db';
import { insertDriver, tripForm } from '../builders';
import type { SignedIn, TestApp } from './create-test-app';

/** Makes a token as someone does who is signed in. */
export async function makeToken({ agent }: Pick<SignedIn, 'agent'>, input: Partial<CreateToken> = {}) {
  const made = await agent.post('/api/tokens').send({ name: 'Dispatch', scope: 'log-trips', ...input });
  expect(made.status, made.text).toBe(201);
  return createdTokenSchema.parse(made.body);
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
  const { token } = await makeToken(holder);
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
    const trip = onlyRow((await stored()).filter((one) => one.id === id));
    await holder.agent.put(`/api/trips/${id}`).send(tripForm(trip, change)).expect(200);
  };
  return { ...holder, driver, token, send, push, stored, edit };
}
