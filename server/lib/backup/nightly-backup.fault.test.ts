import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../../test/backups/filled-installation';
import { installationOf } from '../../test/backups/installations';
import { insertFullHolder } from '../../test/full-holder';
import { createTestApp, createTestStore } from '../../test/http/create-test-app';
import { createLogger } from '../logger';
import { backUpNightly, newestBackup } from './backup';

const it = createTestApp();

beforeAll(async () => {
  await insertFullHolder(it, { mark: 'Nightly', postcode: '4066' });
});

/** A folder in which each night's backup is made, the newest two are kept, and what the log says of it. */
async function nightly(context: TestContext) {
  const folder = await temporaryFolder(context);
  const events: string[] = [];
  const log = createLogger('info', { write: (line) => void events.push(JSON.parse(line).event) });
  const { deps, ...installation } = installationOf(it.urls, it.storage);
  const backUp = (day: string, storage = it.storage) => {
    const clock = () => new Date(`${day}T04:17:00+10:00`);
    return backUpNightly({ ...installation, deps: { ...deps, clock, log, storage } }, { folder, keep: 2 });
  };
  return { folder, events, backUp, names: async () => (await readdir(folder)).sort() };
}

test('every night has one backup, anyone who makes it; the newest are kept, and what is not ours', async (context) => {
  const { folder, events, backUp, names } = await nightly(context);
  await mkdir(join(folder, '2026-01-01'));
  await mkdir(join(folder, 'nightly-2026-01-01.unfinished-abc123'));
  await writeFile(join(folder, 'notes.txt'), '');
  expect(await newestBackup(folder)).toBeUndefined();
  for (const day of ['2026-11-30', '2026-12-01', '2026-12-02']) await Promise.all([backUp(day), backUp(day)]);
  expect(await names()).toEqual(['2026-01-01', 'nightly-2026-12-01', 'nightly-2026-12-02', 'notes.txt']);
  expect(events).toEqual(['backup-made', 'backup-made', 'backup-made']);
  expect(Date.now() - ((await newestBackup(folder))?.getTime() ?? 0)).toBeLessThan(60_000);
});

test('while there is no whole new one, no older one is removed', async (context) => {
  const { events, backUp, names } = await nightly(context);
  const { storage: empty, drop } = await createTestStore();
  context.onTestFinished(drop);
  const older = ['nightly-2026-11-28', 'nightly-2026-11-29'];
  for (const name of older) await backUp(name.slice('nightly-'.length));
  const list = () => {
    throw new Error('away');
  };
  await expect(backUp('2026-11-30', { ...it.storage, list })).rejects.toThrow('away');
  expect(await names()).toEqual(older);
  await backUp('2026-12-01', empty);
  expect(await names()).toEqual([...older, 'nightly-2026-12-01']);
  expect(events).toEqual(['backup-made', 'backup-made', 'backup-incomplete']);
});
