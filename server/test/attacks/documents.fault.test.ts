import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { insertDriver } from '../builders';
import { attackedServer } from './attacked-server';
import { type Answer, atOnce, type Call } from './attacker';
import { fillTrips } from './fill-trips';

const it = attackedServer();

const form: Call = { path: '/api/reports/tmr-filled-form', json: { financialYear: '2025-2026' } };
const detailed: Call = {
  path: '/api/reports/quarterly',
  json: { quarter: 'Q3', year: 2026, detailedBreakdown: true },
};
const exports: Record<string, Call> = {
  'a workbook': { path: '/api/export/trips' },
  'a CSV file': { path: '/api/export/trips?format=csv' },
  'the data export': { path: '/api/export/everything' },
  'the records': { path: '/api/records?startDate=2026-01-01&endDate=2026-03-31' },
  'the annual data': { path: '/api/reports/annual-data', json: { financialYear: '2025-2026' } },
};

/** A holder with trips. */
async function operator(trips: Parameters<typeof fillTrips>[2]) {
  const holder = await it.signIn();
  await fillTrips(it.db, await insertDriver(it.db, holder.holderId), trips);
  return holder;
}

/** Each is made, or told when to ask again; at least one is made. */
function expectTurns(answers: Answer[]): void {
  for (const { status, retryAfter } of answers) {
    expect([200, 429, 503]).toContain(status);
    if (status !== 200) expect(retryAfter).toBeGreaterThan(0);
  }
  expect(answers.map(({ status }) => status)).toContain(200);
}

test('form F5320 over 10,000 places', async (context) => {
  const holder = await operator({ count: 10_000, places: 10_000 });
  const answer = await it.attack(context, () => holder.ask(form));
  expect(answer.status, 'more than the form has room for').toBe(422);
  expect(answer.message).toMatch(/\w+ \w+ \w+/);
});

test.for([
  ['Latin', 2000],
  ['Chinese', 200],
] as const)(
  'a detailed PDF of trips with notes of 2,000 %s characters, %i of them',
  { tags: 'long' },
  async ([script, count], context) => {
    const holder = await operator({ count, notes: 2000, script });
    const answer = await it.attack(context, () => holder.ask(detailed));
    expect([200, 503], 'it is made, or takes too long').toContain(answer.status);
    if (answer.status !== 200) expect(answer.message).toMatch(/takes too long to make/);
  },
);

test('every kind of document and export at once', async (context) => {
  const holder = await operator({ count: 2000, places: 1000 });
  const calls = [form, detailed, ...Object.values(exports)];
  expectTurns(await it.attack(context, () => Promise.all(calls.map((call) => holder.ask(call)))));
});

test('20 exports of one holder at once leave another holder their turn', async (context) => {
  const hostile = await operator({ count: 5000 });
  const honest = await operator({ count: 10 });
  const call = { path: '/api/export/trips' };
  const [answers, other] = await it.attack(context, () =>
    Promise.all([atOnce(20, () => hostile.ask(call)), sleep(200).then(() => honest.ask(call))]),
  );
  expectTurns(answers);
  expect(other.status, 'its turn comes').toBe(200);
});
