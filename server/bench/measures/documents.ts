import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { quarterPeriod } from '@shared/reports/report-periods';
import { sql } from 'drizzle-orm';
import { buildQuarterlyReport } from '../../features/reports/quarterly/quarterly.view-model';
import { renderQuarterlyPdf } from '../../features/reports/report.pdf';
import { readReport } from '../../features/reports/reports.service';
import { inSnapshot } from '../../lib/database/snapshot';
import { atMost, inTurns, timed } from '../figures';
import { filledInstallation, fillHolder, onInstallation, SHARE, signIn, watched } from '../installation';

const QUARTER = { quarter: 'Q3', year: 2026 } as const;
const DETAILED = { ...QUARTER, detailedBreakdown: true };
const YEAR = { financialYear: '2025-2026' };
const FORM = { path: '/api/reports/tmr-filled-form', json: YEAR };
const MADE_AT = new Date('2026-04-14T00:00:00Z');
const RUNS = 7;
const MANY = 100_000 * SHARE;
const SLOW_BYTES_PER_MS = 1_000;

/** Trips of that quarter alone. */
const IN_QUARTER = { from: '2026-01-01', days: 90, notes: sql`'Note ' || n % 97` };

/** Measures the quarterly PDF with its queries, and the queries alone. */
export async function measureQuarterly(): Promise<void> {
  const { db } = await filledInstallation();
  const { beaHolderId: holderId } = await fillHolder(db, 'QUARTER', MANY, IN_QUARTER);
  const call = { db, holderId, userId: null, now: MADE_AT };
  const read = () =>
    inSnapshot(call, async (within) => (await readReport(within, quarterPeriod(QUARTER))).figures);
  const print = async () => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(renderQuarterlyPdf(buildQuarterlyReport(await read(), MADE_AT)), nowhere);
  };
  const { ours: whole, other: queries } = await inTurns(
    () => timed(print),
    () => timed(read),
    { rounds: RUNS },
  );
  const note = `(${whole.toFixed(0)} in all)`;
  atMost('Quarterly PDF above its SQL', whole - queries, 150, { unit: 'ms', note });
}

/** A fresh server makes every report of a holder with 20,000 trips, the trip list among them, and then a form of many suburbs. */
export async function measureReports(): Promise<void> {
  const { db, start } = await filledInstallation();
  await fillHolder(db, 'REPORTS', 20_000, { ...IN_QUARTER, suburbs: 300 });
  await fillHolder(db, 'FORM', 20_000, { ...IN_QUARTER, suburbs: 2_200 });
  const server = await start();
  const holder = await signIn(server, 'REPORTS');
  const bystander = await signIn(server, 'SMALL');
  const { growthMb } = await watched(server, bystander, async () => {
    await holder.ask({ path: '/api/reports/quarterly', json: DETAILED });
    await holder.ask({ path: '/api/reports/annual', json: YEAR });
    await holder.ask({ path: '/api/reports/annual-data', json: YEAR });
    await holder.ask(FORM);
  });
  const formHolder = await signIn(server, 'FORM');
  const form = await watched(server, bystander, () => formHolder.ask(FORM));
  await server.stop();
  atMost('Form F5320 of 2,200 suburbs: others wait', form.longestWaitMs, 300, { unit: 'ms' });
  atMost('Reports of 20,000 trips: memory', growthMb, 300, { unit: 'MB' });
}

/** Makes the quarterly report with a list of all trips. */
export async function measureDetailed(): Promise<void> {
  await onInstallation(async ({ db, app }) => {
    await fillHolder(db, 'DETAILED', MAX_LISTED_TRIPS * SHARE, IN_QUARTER);
    await fillHolder(db, 'BYSTANDER', 1_000);
    const holder = await signIn(app, 'DETAILED');
    const { result, seconds, longestWaitMs } = await watched(app, await signIn(app, 'BYSTANDER'), () =>
      holder.ask({ path: '/api/reports/quarterly', json: DETAILED }),
    );
    atMost('Detailed quarter, 10,000 trips', seconds, 4, { unit: 's' });
    atMost('Detailed quarter, 10,000 trips: size', result.body.length / 1e6, 6, { unit: 'MB' });
    atMost('Detailed quarter: others wait', longestWaitMs, 300, { unit: 'ms' });
  });
}

/** Downloads the workbook of all trips as fast as possible and then slowly, each from a server that did nothing before. */
export async function measureWorkbook(): Promise<void> {
  const { db, start } = await filledInstallation();
  await fillHolder(db, 'EXPORT', MANY);
  const download = async (millisecondsPerByte: number) => {
    const server = await start();
    const { cookie } = await signIn(server, 'EXPORT');
    const downloaded = await watched(server, await signIn(server, 'SMALL'), async () => {
      const began = performance.now();
      const { status, body } = await fetch(`${server.url}/api/export/trips`, { headers: { Cookie: cookie } });
      if (status !== 200) throw new Error(`Export: ${status}`);
      let firstByteMs = 0;
      for await (const chunk of body ?? []) {
        firstByteMs ||= performance.now() - began;
        if (millisecondsPerByte > 0) await sleep(chunk.length * millisecondsPerByte);
      }
      return firstByteMs;
    });
    await server.stop();
    return downloaded;
  };
  const quick = await download(0);
  atMost('Workbook: first byte', quick.result, 200, { unit: 'ms' });
  atMost('Workbook: last byte', quick.seconds, 4, { unit: 's' });
  atMost('Workbook: memory above idle', quick.growthMb, 150, { unit: 'MB' });
  const slow = await download(1 / SLOW_BYTES_PER_MS);
  atMost('Workbook: with a reader of 1 MB/s', slow.growthMb, 150, { unit: 'MB' });
}
