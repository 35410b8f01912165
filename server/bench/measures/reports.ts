import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quarterPeriod } from '@shared/reports/report-periods';
import { drivers } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { readFigures } from '../../features/reports/figures.repository';
import { renderQuarterlyPdf } from '../../features/reports/quarterly/quarterly.pdf';
import { buildQuarterlyReport } from '../../features/reports/quarterly/quarterly.view-model';
import { type Db, onlyRow } from '../../lib/database/db';
import { inSnapshot } from '../../lib/database/snapshot';
import { storeManyTrips } from '../../test/postgres/store-many-trips';
import { fillHolder } from '../fill';
import { type Installation, onInstallation, signIn } from '../installation';
import { median } from '../load';
import { withPeakMemory } from '../memory';
import { besideSomebody, fetchDocument } from '../waits';

const QUARTER = { quarter: 'Q3', year: 2026 } as const;
const MADE_AT = new Date('2026-04-14T00:00:00Z');
const RUNS = 7;

/** Adds trips of one quarter, from `suburbCount` suburbs, to a holder. */
async function fillQuarter(db: Db, beaNumber: string, tripCount: number, suburbCount: number) {
  const { holder } = await fillHolder(db, beaNumber, 1);
  const team = await db.select().from(drivers).where(sql`bea_holder_id = ${holder.id}`);
  const driver = onlyRow(team.slice(0, 1));
  const insert = sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, duration, datetime, notes)
    select ${holder.id}, ${driver.id}, ${driver.driverAuthorityLicense}, (4000 + n * 7919 % ${suburbCount}::int)::text,
      'Suburb ' || n * 7919 % ${suburbCount}::int, n % 25, 10 + n % 40,
      timestamptz '2026-01-01 00:00+10' + interval '7776000 seconds' * (n / ${tripCount}::float8), 'Note ' || n % 97
    from generate_series(0, ${tripCount}::bigint - 1) n`;
  await storeManyTrips(db, holder.id, insert);
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

/** How many suburbs the form F5320 that is measured has. */
const FORM_SUBURBS = 2_200;

/**
 * By how many MB a fresh server grows that makes every report of a holder with 20,000 trips, the trip list among them, and how long
 * someone else waits at most meanwhile for form F5320, in milliseconds.
 */
export async function measureReports({
  db,
  start,
}: Installation): Promise<{ peakMb: number; formWaitMs: number }> {
  await fillQuarter(db, 'REPORTS', 20_000, 300);
  await fillQuarter(db, 'FORM', 20_000, FORM_SUBURBS);
  await fillHolder(db, 'BYSTANDER', 1_000);
  const server = await start();
  const headers = await signIn(server, 'REPORTS');
  const year = { financialYear: '2025-2026' };
  const reports = {
    quarterly: { ...QUARTER, detailedBreakdown: true },
    annual: year,
    'tmr-filled-form': year,
    'annual-data': year,
  };
  const { growth } = await withPeakMemory(server, async () => {
    for (const [report, body] of Object.entries(reports))
      await fetchDocument(`${server.url}/api/reports/${report}`, headers, body);
  });
  const ofForm = await signIn(server, 'FORM');
  const { longestWaitMs } = await besideSomebody(server.url, await signIn(server, 'BYSTANDER'), () =>
    fetchDocument(`${server.url}/api/reports/tmr-filled-form`, ofForm, year),
  );
  await server.stop();
  return { peakMb: growth, formWaitMs: longestWaitMs };
}

/**
 * Makes the quarterly report with a list of all trips, while someone else asks for the last ten of theirs.
 * @returns how long it took in seconds, how large it is in MB, and the longest that the other one waited, in milliseconds
 */
export async function measureDetailedQuarter(tripCount: number) {
  return onInstallation(async ({ db, app }) => {
    await fillQuarter(db, 'DETAILED', tripCount, 200);
    await fillHolder(db, 'OTHER', 1_000);
    const headers = await signIn(app, 'DETAILED');
    const { result, ...figures } = await besideSomebody(app.url, await signIn(app, 'OTHER'), () =>
      fetchDocument(`${app.url}/api/reports/quarterly`, headers, { ...QUARTER, detailedBreakdown: true }),
    );
    return { ...figures, megabytes: result / 1e6 };
  });
}
