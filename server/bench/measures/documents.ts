import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { sql } from 'drizzle-orm';
import { recordAtMost } from '../figures';
import { filledInstallation, fillHolder, onInstallation, SHARE, signIn, watched } from '../installation';

const DETAILED = { quarter: 'Q3', year: 2026, detailedBreakdown: true };
const MANY = 100_000 * SHARE;
const SLOW_BYTES_PER_MS = 1_000;

/** Trips of that quarter alone. */
const IN_QUARTER = { from: '2026-01-01', days: 90, notes: sql`'Note ' || n % 97` };

/** Makes the quarterly report with a list of all trips. */
export async function measureDetailed(): Promise<void> {
  await onInstallation(async ({ db, app }) => {
    await fillHolder(db, 'DETAILED', MAX_LISTED_TRIPS * SHARE, IN_QUARTER);
    await fillHolder(db, 'BYSTANDER', 1_000);
    const holder = await signIn(app, 'DETAILED');
    const { result, seconds, longestWaitMs } = await watched(app, await signIn(app, 'BYSTANDER'), () =>
      holder.ask({ path: '/api/reports/quarterly', json: DETAILED }),
    );
    recordAtMost('Detailed quarter, 10,000 trips', seconds, 4, { unit: 's' });
    recordAtMost('Detailed quarter, 10,000 trips: size', result.body.length / 1e6, 6, { unit: 'MB' });
    recordAtMost('Detailed quarter: others wait', longestWaitMs, 300, { unit: 'ms' });
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
  recordAtMost('Workbook: first byte', quick.result, 200, { unit: 'ms' });
  recordAtMost('Workbook: last byte', quick.seconds, 4, { unit: 's' });
  recordAtMost('Workbook: memory above idle', quick.growthMb, 150, { unit: 'MB' });
  const slow = await download(1 / SLOW_BYTES_PER_MS);
  recordAtMost('Workbook: with a reader of 1 MB/s', slow.growthMb, 150, { unit: 'MB' });
}
