import type { CreateTrip } from '@shared/trips/trips';
import { listTrips } from '../../features/trips/trip-list.repository';
import { insertTrip } from '../../features/trips/trips.repository';
import { systemClock } from '../../lib/clock';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asHolder } from '../../lib/database/isolation';
import type { DatabaseUrls } from '../../lib/database/migrate';
import { median } from '../load';

const LANES = 20;
const ROUND_MS = 3_000;
const ROUNDS = 7;

/** How often a second something is done by 20 callers at once. */
async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (done * 1000) / (performance.now() - start);
}

/**
 * What row-level security costs the two most frequent calls: the same function on a handle of one holder, with the service's role,
 * and on a plain connection of the owner, whom no policy binds. Without HTTP around them the share is larger than people's.
 */
export async function measureIsolation({ url, ownerUrl }: DatabaseUrls, holderId: string, trip: CreateTrip) {
  const options = { onError: console.error, max: LANES };
  const connections = [connectDatabase(url, options), connectDatabase(ownerUrl, options)] as const;
  const [walled, open] = [asHolder(connections[0], holderId), connections[1]];
  const opening = {
    search: '',
    postcode: 'all',
    page: 1,
    limit: 10,
    sort: 'datetime',
    order: 'desc',
  } as const;
  const calls = {
    list: (db: Db) => listTrips(db, holderId, opening),
    log: (db: Db) => insertTrip({ db, holderId, userId: null, now: systemClock() }, trip, undefined),
  };
  const compare = async (call: (db: Db) => Promise<unknown>) => {
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await callsPerSecond(() => call(open));
      rounds.push({ bare, ours: await callsPerSecond(() => call(walled)) });
    }
    // the first warms up
    const counted = rounds.slice(1);
    return {
      ratio: median(counted.map(({ ours, bare }) => ours / bare)),
      ours: median(counted.map(({ ours }) => ours)),
      bare: median(counted.map(({ bare }) => bare)),
    };
  };
  try {
    return { list: await compare(calls.list), log: await compare(calls.log) };
  } finally {
    await Promise.all(connections.map(({ $client }) => $client.end()));
  }
}
