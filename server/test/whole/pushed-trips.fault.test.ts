import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditEvents } from '@shared/tables/holders';
import { trips } from '@shared/tables/trips';
import { count, eq } from 'drizzle-orm';
import fc from 'fast-check';
import supertest from 'supertest';
import { expect, type TestContext, test } from 'vitest';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { buildLogin, insertDriver, insertVehicle } from '../builders';
import { cloneDatabase } from '../http/create-test-app';
import { bodyOf, type Content, contentOf, storedFields, tripOf } from '../http/pushed-events';
import { makeToken } from '../http/pushing';
import { wrongTotals } from '../postgres/wrong-totals';
import { kill, startServer } from '../processes';
import { program } from '../program';

const CLIENTS = 8;
const KILLS = 3;
const EVENTS_A_TRIP = 4;
/** Trips that change by turns. */
const TRIPS_AT_ONCE = 20;
const RETRY_MS = 50;
const HANGS_MS = 30_000;

type Event = { reference: string; content: Content; changedAt: number };

/** What happens, in its order, and what arrives of it: one in five twice, and one in five up to two hundred places late. */
function eventsOf(contents: readonly Content[]): { events: Event[]; arriving: Event[] } {
  const events = contents.map((content, index) => {
    const begun = Math.floor(index / (TRIPS_AT_ONCE * EVENTS_A_TRIP)) * TRIPS_AT_ONCE;
    return { reference: `Job ${begun + (index % TRIPS_AT_ONCE)}`, content, changedAt: index };
  });
  const fate = fc.record({ again: fc.nat(4), late: fc.nat(4), by: fc.nat(200), secondBy: fc.nat(200) });
  const fates = fc.sample(fate, { seed: 52, numRuns: events.length });
  const arriving = events
    .flatMap((event, index) => {
      const { again = 1, late = 1, by = 0, secondBy = 0 } = fates[index] ?? {};
      const first = { event, place: index + (late === 0 ? by : 0) };
      return again === 0 ? [first, { event, place: index + secondBy }] : [first];
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event);
  return { events, arriving };
}

/** A server that is killed and started again. */
async function mortalServer({ onTestFinished }: TestContext, databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-faults-'));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'info' };
  let child: ChildProcess;
  const server = {
    url: '',
    async start() {
      const running = await startServer([program('index')], env);
      ({ child } = running);
      server.url = running.url;
    },
    async killAndStart() {
      await kill(child);
      await server.start();
    },
  };
  onTestFinished(async () => {
    await kill(child);
    await rm(folder, { recursive: true });
  });
  await server.start();
  return server;
}

/** Sends an event until it is answered, as a dispatch system does. @returns its outcome */
async function push(server: { url: string }, token: string, { reference, content, changedAt }: Event) {
  for (;;) {
    const url = `${server.url}/api/trips/by-reference/${encodeURIComponent(reference)}`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(bodyOf(content, changedAt)),
      signal: AbortSignal.timeout(HANGS_MS),
    }).catch(() => undefined);
    if (answer && answer.status !== 503) {
      const body = await answer.json().catch(() => ({ message: 'broken off' }));
      if (answer.ok && body.outcome) return body.outcome as string;
      if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
    }
    await sleep(RETRY_MS);
  }
}

async function holderOf(db: Db, server: { url: string }) {
  const agent = supertest.agent(server.url);
  const { body } = await agent.post('/api/auth/login').send(buildLogin()).expect(200);
  const holderId: string = body.beaHolder.id;
  const names = ['A', 'B', 'C', 'D'];
  const drivers = [];
  for (const name of names)
    drivers.push(await insertDriver(db, holderId, { vehicleRegistrationNumber: `USUAL${name}` }));
  const vehicles = [];
  for (const name of names)
    vehicles.push(await insertVehicle(db, holderId, { registration: `OTHER${name}` }));
  const { token } = await makeToken({ agent });
  return { token, fleet: { drivers, vehicles } };
}

async function testPushing(context: TestContext, eventCount: number) {
  const database = await cloneDatabase();
  context.onTestFinished(() => database.drop());
  const connection = connectDatabase(database.url, { onError: () => {} });
  context.onTestFinished(() => connection.$client.end());
  const db = asService(connection);
  const server = await mortalServer(context, database.url);
  const { token, fleet } = await holderOf(db, server);
  const { events, arriving } = eventsOf(fc.sample(contentOf(fleet), { seed: 52, numRuns: eventCount }));
  expect(arriving.length).toBeGreaterThan(eventCount * 1.1);

  let next = 0;
  const outcomes = new Map<string, number>();
  const client = async () => {
    for (let event = arriving[next++]; event; event = arriving[next++]) {
      const outcome = await push(server, token, event);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const killing = async () => {
    for (let killed = 1; killed <= KILLS; killed += 1) {
      while (next < (arriving.length * killed) / (KILLS + 1)) await sleep(5);
      await server.killAndStart();
    }
  };
  await Promise.all([killing(), ...Array.from({ length: CLIENTS }, client)]);

  const expected = new Map(events.map(({ reference, content }) => [reference, tripOf(content)]));
  const stored = await db.select().from(trips);
  expect(stored).toHaveLength(expected.size);
  expect(new Map(stored.map((trip) => [trip.bookingReference, storedFields(trip)]))).toEqual(expected);
  const { action, token: by } = auditEvents;
  const audited = await db
    .select({ action, by, events: count() })
    .from(auditEvents)
    .where(eq(auditEvents.entity, 'trip'))
    .groupBy(action, by);
  const corrections = stored.reduce((sum, { version }) => sum + version - 1, 0);
  expect(audited.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toEqual([
    { action: 'created', by: 'Dispatch', events: expected.size },
    { action: 'updated', by: 'Dispatch', events: corrections },
  ]);
  expect(outcomes.get('older')).toBeGreaterThan(0);
  expect(outcomes.get('unchanged')).toBeGreaterThan(0);
  expect(await wrongTotals(db)).toEqual([]);
}

const what = 'pushed events, one in five twice and one in five late, end with exactly the right trips';

test(`four hundred ${what}, although the server is killed`, (context) => testPushing(context, 400));

test(`ten thousand ${what}, although the server is killed`, { tags: 'long', timeout: 1_800_000 }, (context) =>
  testPushing(context, 10_000),
);
