import { randomUUID } from 'node:crypto';
import { importPreviewSchema, MAX_IMPORT_ROWS } from '@shared/imports';
import { trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import type { Attacker } from '../../test/attacks/attacker';
import { atMost, report, timed } from '../figures';
import { fillHolder, onInstallation, signIn, watched } from '../installation';

const ROUNDS = 4;
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

async function postFile({ ask }: Attacker, path: string, body: string): Promise<unknown> {
  const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': randomUUID() };
  const answer = await ask({ path: `/api/imports${path}`, headers, body });
  return JSON.parse(answer.body.toString());
}

const preview = async (holder: Attacker, file: string) =>
  importPreviewSchema.parse(await postFile(holder, '/preview', file));

function store(holder: Attacker, file: string, { columns, counts }: Awaited<ReturnType<typeof preview>>) {
  const query = { fileName: 'trips.csv', columns: JSON.stringify(columns), tripCount: `${counts.ready}` };
  return postFile(holder, `?${new URLSearchParams(query)}`, file);
}

/**
 * Previews and imports 20,000 rows, each by a holder with as many trips, as the client waits for them: the quickest of four, because
 * other programs on the machine only add to them. Then one holder imports 100,000 trips in five files.
 */
export async function measureImports(): Promise<void> {
  await onInstallation(async ({ db, app }) => {
    const signInFilled = async (name: string) => {
      await fillHolder(db, name, MAX_IMPORT_ROWS);
      return signIn(app, name);
    };
    const file = fileOfTrips(0);
    const bystander = await signInFilled('BYSTANDER');
    const holder = await signInFilled('WATCHED');
    const previewed = await watched(app, bystander, () => preview(holder, file));
    const stored = await watched(app, bystander, () => store(holder, file, previewed.result));

    const previews: number[] = [];
    const imports: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await signInFilled(`IMPORT-${round}`);
      previews.push(await timed(() => preview(one, file)));
      imports.push(await timed(() => store(one, file, previewed.result)));
    }
    const reading =
      'reading and checking each row by the rules of the form, in one process of lower priority; PostgreSQL takes an eighth of the time';
    const storing =
      'reading the file takes as long as its preview. Of the rest two thirds are the trips (eight indexes, three references and a trigger each), a quarter their audit events, a tenth the totals';
    atMost('Import of 20,000 rows: preview', Math.min(...previews), 1500, { unit: 'ms', limit: reading });
    atMost('Import of 20,000 rows', Math.min(...imports), 3000, { unit: 'ms', limit: storing });
    atMost('Preview of 20,000 rows: others wait', previewed.longestWaitMs, 300, { unit: 'ms' });
    atMost('Import of 20,000 rows: others wait', stored.longestWaitMs, 300, { unit: 'ms' });

    const many = await signInFilled('MANY');
    const ms = await timed(async () => {
      for (let year = 0; year < FILES; year += 1) {
        const next = fileOfTrips(year);
        await store(many, next, await preview(many, next));
      }
    });
    const count = (await db.$count(trips, eq(trips.beaHolderId, many.holderId))) - MAX_IMPORT_ROWS;
    report({
      what: '100,000 rows, 20,000 a file',
      figure: `${count.toLocaleString('en-AU')} in ${FILES} files, ${(ms / 1000).toFixed(0)} s with previews`,
      target: '100,000 stored',
      met: count === FILES * MAX_IMPORT_ROWS,
      limit: 'an error',
    });
  });
}
