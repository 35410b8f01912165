import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '../../../lib/database/db';
import { insertTrip } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { csvOf } from '../../../test/spreadsheets/holder-with-files';
import { holderWithProgram } from '../../../test/spreadsheets/holder-with-program';
import { lockReferences } from '../../trips/pushed/pushed-trips.repository';

const testApp = createTestApp();

const file = (...days: number[]) =>
  csvOf(
    'Date,Driver,Suburb,Wait (min),Booking Reference',
    ...days.map((day) => `${day}/07/2026 08:00,Amy Young,Toowong,5,J-${day}`),
  );

/** Starts to store something while a program stores the trip of a reference, at another minute of its day. */
async function whilePushing<T>(
  { amy }: Pick<Awaited<ReturnType<typeof holderWithProgram>>, 'amy'>,
  day: number,
  start: () => Promise<T>,
) {
  const storing = await testApp.db.transaction(async (tx) => {
    await lockReferences(tx, amy.beaHolderId, 'shared');
    const started = start();
    await sleep(1500);
    const overrides = { bookingReference: `j-${day}`, datetime: `2026-07-0${day}T01:17:00Z` };
    await insertTrip(tx as unknown as Db, amy, overrides);
    return [started];
  });
  return storing[0] as Promise<T>;
}

test('a file is read again when a program stored one of its trips while it was read', async () => {
  const holder = await holderWithProgram(testApp);
  await holder.bring(file(3), {}, 'Bookings.csv');
  const before = await holder.kept();
  const answer = await whilePushing(holder, 4, () => holder.sent(file(4, 5), { layout: 'Bookings' }));
  expect(answer).toMatchObject({
    stored: 1,
    waiting: 1,
    reasons: ['1 row differs from trips that are stored'],
  });
  expect(await holder.kept()).toBe(before + 2);
});

test('an import that someone has confirmed says that it is to be checked again', async () => {
  const holder = await holderWithProgram(testApp);
  const { columns, answers } = await holder.preview(file(4, 5));
  const { status, body } = await whilePushing(holder, 4, async () =>
    holder.agent
      .post('/api/imports')
      .query({
        fileName: 'a.csv',
        columns: JSON.stringify(columns),
        answers: JSON.stringify(answers),
        tripCount: 2,
      })
      .set({ 'Idempotency-Key': randomUUID(), 'Content-Type': 'text/csv' })
      .send(Buffer.from(file(4, 5))),
  );
  expect([status, body.message]).toEqual([
    409,
    'Trips or drivers were changed since the preview. Check the file again',
  ]);
});
