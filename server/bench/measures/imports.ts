import { randomUUID } from 'node:crypto';
import { importPreviewSchema, MAX_IMPORT_ROWS } from '@shared/imports/imports';
import type { Attacker } from '../../test/attacks/attacker';
import { recordAtMost, timed } from '../figures';
import { fillHolder, onInstallation, signIn, watched } from '../installation';

const ROUNDS = 4;

/** New trips of 20 drivers from 200 suburbs, in most of a year. */
function fileOfTrips(): string {
  const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => {
    const at = new Date(Date.UTC(2025, 10, 1) + n * 1_500_000).toISOString();
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
 * other programs on the machine only add to them.
 */
export async function measureImport(): Promise<void> {
  await onInstallation(async ({ db, app }) => {
    const signInFilled = async (name: string) => {
      await fillHolder(db, name, MAX_IMPORT_ROWS);
      return signIn(app, name);
    };
    const file = fileOfTrips();
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
    recordAtMost('Import of 20,000 rows: preview', Math.min(...previews), 1500, { unit: 'ms' });
    recordAtMost('Import of 20,000 rows', Math.min(...imports), 3000, { unit: 'ms' });
    recordAtMost('Preview of 20,000 rows: others wait', previewed.longestWaitMs, 300, { unit: 'ms' });
    recordAtMost('Import of 20,000 rows: others wait', stored.longestWaitMs, 300, { unit: 'ms' });
  });
}
