import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type TestContext, test } from 'vitest';
import type { DatabaseUrls } from '../lib/database/migrate';
import {
  expectRestored,
  fill,
  openInstallation,
  stateOf,
  temporaryFolder,
} from '../test/backups/filled-installation';
import { ownedDatabase } from '../test/postgres/owned-database';
import { program } from '../test/program';

const settings = { timeout: 300_000 };
const long = { ...settings, tags: 'long' };

/** Runs one of the two programs; it fails where the program does. */
const run = async (name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program(name), ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
  });

async function expectPrivate(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect((mode & 0o777).toString(8), entry.name).toBe(entry.isFile() ? '600' : '700');
  }
}

type Environment = Record<string, string>;

async function backUpByCommand(running: Environment, folder: string): Promise<string> {
  const backup = join(folder, '2026-11-22');
  const { stdout } = await run('backup', running, '--to', backup);
  expect(stdout).toMatch(/^trips: 1,50\d rows$/m);
  expect(stdout).toContain(`The backup is in ${backup}.`);
  return backup;
}

/** Backs up a running installation, loses it, and restores it into another. */
async function backUpAndRestore(
  context: TestContext,
  running: Environment,
  restored: Environment,
  lose = async () => {},
) {
  const folder = join(await temporaryFolder(context), 'backups');
  await mkdir(folder, { mode: 0o700 });
  const installation = await openInstallation(context, running);
  const filled = await fill(installation);
  const backup = await backUpByCommand(running, folder);
  const before = await stateOf(installation, filled.cookie);
  await expectPrivate(backup);
  await installation.close();
  await lose();
  const said = await run('restore', restored, '--from', backup);
  expect(said.stdout).toContain('Restored.');
  await expectRestored(await openInstallation(context, restored), before, filled);
}

test(
  'an installation with its embedded database is backed up while it runs, and restored with the same data and documents, to the byte',
  long,
  async (context) => {
    const folder = await temporaryFolder(context);
    const [lost, DATA_DIR] = [join(folder, 'data'), join(folder, 'new')];
    const lose = () => rename(lost, join(folder, 'lost'));
    await backUpAndRestore(context, { DATA_DIR: lost }, { DATA_DIR }, lose);
    expect(await readFile(join(DATA_DIR, 'session-secret'))).toEqual(
      await readFile(join(folder, 'lost', 'session-secret')),
    );
  },
);

test(
  'an installation on DATABASE_URL is backed up while it runs, and restored by an owner that is no superuser',
  settings,
  async (context) => {
    const folder = await temporaryFolder(context);
    const on = ({ url, ownerUrl }: DatabaseUrls, data: string) => ({
      DATABASE_URL: url,
      MIGRATIONS_DATABASE_URL: ownerUrl,
      DATA_DIR: join(folder, data),
    });
    const running = on(await ownedDatabase(context), 'data');
    await backUpAndRestore(context, running, on(await ownedDatabase(context), 'new'));
  },
);
