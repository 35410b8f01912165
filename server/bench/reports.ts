import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { quarterPeriod } from '@shared/reports/report-periods';
import { drivers } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { readFigures } from '../features/reports/figures.repository';
import { renderQuarterlyPdf } from '../features/reports/quarterly/quarterly.pdf';
import { buildQuarterlyReport } from '../features/reports/quarterly/quarterly.view-model';
import { connectDatabase, type Db, onlyRow } from '../lib/database/db';
import { openMigratedDatabase } from '../lib/database/open-database';
import { inSnapshot } from '../lib/database/snapshot';
import { type Running, startServer } from '../test/processes';
import { fillHolder } from './fill';
import { median } from './load';
import { withPeakMemory } from './memory';

const QUARTER = { quarter: 'Q3', year: 2026 } as const;
const MADE_AT = new Date('2026-04-14T00:00:00Z');
const RUNS = 7;

/** Adds trips of one quarter, from `suburbCount` suburbs, to a holder. */
async function fillQuarter(db: Db, beaNumber: string, tripCount: number, suburbCount: number) {
  const { holder } = await fillHolder(db, beaNumber, 1);
  const team = await db.select().from(drivers).where(sql`bea_holder_id = ${holder.id}`);
  const driver = onlyRow(team.slice(0, 1));
  await db.execute(sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, duration, datetime, notes)
    select ${holder.id}, ${driver.id}, ${driver.driverAuthorityLicense}, (4000 + n * 7919 % ${suburbCount}::int)::text,
      'Suburb ' || n * 7919 % ${suburbCount}::int, n % 25, 10 + n % 40,
      timestamptz '2026-01-01 00:00+10' + interval '7776000 seconds' * (n / ${tripCount}::float8), 'Note ' || n % 97
    from generate_series(0, ${tripCount}::bigint - 1) n`);
  await db.execute('analyze trips');
  return holder.id;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

const nowhere = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(),
  });

/** How long the quarterly PDF takes, and its queries alone, in milliseconds. */
export async function measureQuarterlyPdf(
  db: Db,
  tripCount: number,
): Promise<{ whole: number; queries: number }> {
  const holderId = await fillQuarter(db, 'QUARTER', tripCount, 200);
  const call = { db, holderId, userId: null, now: MADE_AT };
  const read = () => inSnapshot(call, (within) => readFigures(within.db, holderId, quarterPeriod(QUARTER)));
  const print = async () =>
    pipeline(renderQuarterlyPdf(buildQuarterlyReport(await read(), MADE_AT)), nowhere());
  await print();
  const whole = await timed(print);
  const queries = await timed(read);
  return { whole, queries };
}

/**
 * By how many MB a server grows that makes every report of a holder, the trip list among them.
 * @param signIn answers the headers of a holder's session
 */
export async function measureReportMemory(
  db: Db,
  server: Running,
  signIn: (beaNumber: string) => Promise<Record<string, string>>,
  { tripCount, suburbCount }: { tripCount: number; suburbCount: number },
): Promise<number> {
  await fillQuarter(db, 'REPORTS', tripCount, suburbCount);
  const headers = { ...(await signIn('REPORTS')), 'Content-Type': 'application/json' };
  const year = { financialYear: '2025-2026' };
  const reports = {
    quarterly: { ...QUARTER, detailedBreakdown: true },
    annual: year,
    'tmr-filled-form': year,
    'annual-data': year,
  };
  const { growth } = await withPeakMemory(server, async () => {
    for (const [report, body] of Object.entries(reports)) {
      const address = `${server.url}/api/reports/${report}`;
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${report}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  });
  return growth;
}

/**
 * Makes the quarterly report that lists 100,000 trips, while somebody else asks for the last ten of theirs.
 * @param signIn answers the headers of a holder's session
 * @returns how long it took in seconds, how large it is in MB, and the longest that the other one waited, in milliseconds
 */
export async function measureDetailedQuarter(
  signIn: (url: string, beaNumber: string) => Promise<Record<string, string>>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-detailed-'));
  const database = await openMigratedDatabase({ dataDir });
  const db = connectDatabase(database.ownerUrl, { onError: console.error, timeouts: {} });
  const app = await startServer(['dist/server/index.js'], { DATABASE_URL: database.url, DATA_DIR: dataDir });
  try {
    await fillQuarter(db, 'DETAILED', 100_000, 200);
    await fillHolder(db, 'OTHER', 1_000);
    const headers = { ...(await signIn(app.url, 'DETAILED')), 'Content-Type': 'application/json' };
    const other = await signIn(app.url, 'OTHER');
    const started = performance.now();
    const body = JSON.stringify({ ...QUARTER, detailedBreakdown: true });
    const report = fetch(`${app.url}/api/reports/quarterly`, { method: 'POST', headers, body }).then(
      async (answer) => {
        if (!answer.ok) throw new Error(`Detailed quarter: ${answer.status} ${await answer.text()}`);
        return (await answer.arrayBuffer()).byteLength;
      },
    );
    let isMade = false;
    const made = report.finally(() => {
      isMade = true;
    });
    let longestWaitMs = 0;
    while (!isMade) {
      const asked = performance.now();
      await (await fetch(`${app.url}/api/trips?page=1&limit=10`, { headers: other })).arrayBuffer();
      longestWaitMs = Math.max(longestWaitMs, performance.now() - asked);
      await sleep(50);
    }
    const megabytes = (await made) / 1e6;
    return { seconds: (performance.now() - started) / 1000, megabytes, longestWaitMs };
  } finally {
    await app.stop();
    await db.$client.end();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}
