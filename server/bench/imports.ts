import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPreviewSchema, MAX_IMPORT_ROWS } from '@shared/imports';
import { connectDatabase } from '../lib/database/db';
import { openMigratedDatabase } from '../lib/database/open-database';
import { startServer } from '../test/processes';
import { fillHolder } from './fill';

const ROUNDS = 5;

/** A year of trips of 20 drivers from 200 suburbs, none of them stored. */
function fileOfTrips(): string {
  const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => {
    const at = new Date(Date.UTC(2025, 10, 1) + n * 1_500_000).toISOString();
    const place = (n * 7919) % 200;
    return `${at.slice(0, 10)} ${at.slice(11, 16)},DA-${n % 20},Place ${place},${4000 + place},${n % 25},${10 + (n % 40)},Airport`;
  });
  return ['Date,Driver Authority License,Suburb,Postcode,Waiting Time,Duration,Notes', ...lines].join('\r\n');
}

/**
 * Milliseconds of previews and imports of 20,000 rows, each by a holder with as many trips, as the client waits for them: the
 * quickest of five, because whatever else runs on the machine only adds to them.
 */
export async function measureImports(
  signIn: (url: string, beaNumber: string) => Promise<Record<string, string>>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-imports-'));
  const database = await openMigratedDatabase({ dataDir });
  const db = connectDatabase(database.ownerUrl, { onError: console.error, timeouts: {} });
  const app = await startServer(['dist/server/index.js'], { DATABASE_URL: database.url, DATA_DIR: dataDir });
  const file = fileOfTrips();
  const times = { previewMs: Number.POSITIVE_INFINITY, importMs: Number.POSITIVE_INFINITY };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fillHolder(db, `IMPORT-${round}`, MAX_IMPORT_ROWS);
      const headers = { ...(await signIn(app.url, `IMPORT-${round}`)), 'Content-Type': 'text/csv' };
      const timed = async (what: keyof typeof times, path: string) => {
        const started = performance.now();
        const answer = await fetch(`${app.url}/api/imports${path}`, {
          method: 'POST',
          headers: { ...headers, 'Idempotency-Key': randomUUID() },
          body: file,
        });
        const body = await answer.json();
        if (!answer.ok) throw new Error(`Import: ${answer.status} ${JSON.stringify(body)}`);
        times[what] = Math.min(times[what], performance.now() - started);
        return body;
      };
      const { columns, counts } = importPreviewSchema.parse(await timed('previewMs', '/preview'));
      const query = { fileName: 'trips.csv', columns: JSON.stringify(columns), tripCount: `${counts.ready}` };
      await timed('importMs', `?${new URLSearchParams(query)}`);
    }
  } finally {
    await app.stop();
    await db.$client.end();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  }
  return times;
}
