import { randomUUID } from 'node:crypto';
import { importPreviewSchema, MAX_IMPORT_ROWS } from '@shared/imports';
import { trips } from '@shared/tables/trips';
import { count, eq } from 'drizzle-orm';
import { fillHolder } from '../fill';
import { onInstallation, signIn } from '../installation';
import { besideSomebody } from '../waits';

const ROUNDS = 4;
/** 100,000 trips. */
const FILES = 5;

/** Trips of 20 drivers from 200 suburbs, none of them stored, in most of a year. @param year 0 for the first */
function fileOfTrips(year: number): string {
  const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => {
    const at = new Date(Date.UTC(2025 - year, 10, 1) + n * 1_500_000).toISOString();
    const place = (n * 7919) % 200;
    return `${at.slice(0, 10)} ${at.slice(11, 16)},DA-${n % 20},Place ${place},${4000 + place},${n % 25},${10 + (n % 40)},Airport`;
  });
  return ['Date,Driver Authority License,Suburb,Postcode,Waiting Time,Duration,Notes', ...lines].join('\r\n');
}

async function postFile(url: string, session: Record<string, string>, file: string): Promise<unknown> {
  const headers = { ...session, 'Content-Type': 'text/csv', 'Idempotency-Key': randomUUID() };
  const answer = await fetch(url, { method: 'POST', headers, body: file });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`Import: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

/**
 * Milliseconds of previews and imports of 20,000 rows, each by a holder with as many trips, as the client waits for them: the
 * quickest of four, because whatever else runs on the machine only adds to them. Before that they run once while someone else asks
 * for trips. Then one holder imports 100,000 trips in five files.
 */
export async function measureImports() {
  return onInstallation(async ({ db, app }) => {
    const api = `${app.url}/api/imports`;
    const preview = async (session: Record<string, string>, file: string) =>
      importPreviewSchema.parse(await postFile(`${api}/preview`, session, file));
    const store = (
      session: Record<string, string>,
      file: string,
      { columns, counts }: Awaited<ReturnType<typeof preview>>,
    ) => {
      const query = { fileName: 'trips.csv', columns: JSON.stringify(columns), tripCount: `${counts.ready}` };
      return postFile(`${api}?${new URLSearchParams(query)}`, session, file);
    };
    const holder = async (name: string) => ({
      ...(await fillHolder(db, name, MAX_IMPORT_ROWS)),
      session: await signIn(app, name),
    });
    const file = fileOfTrips(0);
    const other = (await holder('OTHER')).session;

    const { session } = await holder('WATCHED');
    const previewed = await besideSomebody(app.url, other, () => preview(session, file));
    const stored = await besideSomebody(app.url, other, () => store(session, file, previewed.result));

    const previews: number[] = [];
    const imports: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await holder(`IMPORT-${round}`);
      const { result, ms } = await timed(() => preview(one.session, file));
      previews.push(ms);
      imports.push((await timed(() => store(one.session, file, result))).ms);
    }

    const many = await holder('MANY');
    const files = await timed(async () => {
      for (let year = 0; year < FILES; year += 1) {
        const next = fileOfTrips(year);
        await store(many.session, next, await preview(many.session, next));
      }
    });
    const rows = await db.select({ kept: count() }).from(trips).where(eq(trips.beaHolderId, many.holder.id));
    return {
      previewMs: Math.min(...previews),
      importMs: Math.min(...imports),
      previewWaitMs: previewed.longestWaitMs,
      importWaitMs: stored.longestWaitMs,
      files: FILES,
      filesSeconds: files.ms / 1000,
      filesStored: (rows[0]?.kept ?? 0) - MAX_IMPORT_ROWS,
    };
  });
}
