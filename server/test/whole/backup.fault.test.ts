/** @module-tag long */
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  expectRestored,
  expectWorks,
  fill,
  openInstallation,
  stateOf,
  temporaryFolder,
} from '../backups/filled-installation';
import { postgresMissing, startInstalledPostgres } from '../postgres/installed-postgres';
import { runSql } from '../postgres/run-sql';

const settings = { timeout: 300_000 };

const run = promisify(execFile);

test(
  'a copy of a stopped installation with its embedded database has the same data and documents, to the byte',
  settings,
  async (context) => {
    const folder = await temporaryFolder(context);
    const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
    const installation = await openInstallation(context, { DATA_DIR: dataDir });
    const { cookie, driver } = await fill(installation);
    const before = await stateOf(installation, cookie);
    expect(Object.entries(before.tables).filter(([, { rows }]) => rows === 0)).toEqual([]);
    await installation.close();
    await run('cp', ['-a', dataDir, copy]);
    await rename(dataDir, join(folder, 'lost'));

    const restored = await openInstallation(context, { DATA_DIR: copy });
    expect(await stateOf(restored, cookie)).toEqual(before);
    await expectWorks(restored, cookie, driver);
  },
);

// biome-ignore lint/suspicious/noConsole: a run without pg_dump must say so
if (postgresMissing) console.warn(postgresMissing);

test.skipIf(postgresMissing)(
  'a dump of DATABASE_URL, restored into an empty database, has the same data and documents, to the byte',
  settings,
  async (context) => {
    const postgres = await startInstalledPostgres();
    context.onTestFinished(() => postgres.stop());
    const folder = await temporaryFolder(context);
    const [dataDir, copy, dump] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'trip-log.dump')];
    const owner = await postgres.createDatabase('triplog');
    await runSql(owner, 'create role service login');
    const asService = (url: string) => Object.assign(new URL(url), { username: 'service' }).href;
    const open = (url: string, DATA_DIR: string) =>
      openInstallation(context, { DATABASE_URL: asService(url), MIGRATIONS_DATABASE_URL: url, DATA_DIR });
    const installation = await open(owner, dataDir);
    const filled = await fill(installation);
    const before = await stateOf(installation, filled.cookie);
    // while the server runs: pg_dump reads one snapshot
    const dumpOptions = ['--format=custom', '--exclude-table-data=session', `--file=${dump}`];
    await postgres.run('pg_dump', ...dumpOptions, owner);
    await run('cp', ['-a', dataDir, copy]);
    await installation.close();

    const empty = await postgres.createDatabase('restored');
    const restoreOptions = ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${empty}`];
    await postgres.run('pg_restore', ...restoreOptions, dump);
    const restored = await open(empty, copy);
    await expectRestored(restored, before, filled);
  },
);
