/** @module-tag long */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config';
import { cloneDatabase } from '../../test/http/create-test-app';
import { type MailServer, startMailServer } from '../../test/mail/mail-server';
import { runSql } from '../../test/postgres/run-sql';
import { bundleProgram } from '../../test/program';
import { checkDisk } from './check-machine';
import { diagnose } from './diagnose';

const program = bundleProgram('server/scripts/doctor.ts');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let mailServer: MailServer;
let dataDir: string;

beforeAll(async () => {
  [database, mailServer] = await Promise.all([cloneDatabase(), startMailServer()]);
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
});
afterAll(() => Promise.all([database.drop(), mailServer.stop()]));

type Environment = Record<string, string>;
const environment = (overrides: Environment = {}): Environment => ({
  DATABASE_URL: database.url,
  MIGRATIONS_DATABASE_URL: database.ownerUrl,
  DATA_DIR: dataDir,
  SMTP_URL: mailServer.url,
  ...overrides,
});

/** What the doctor says, by the name of what it checked. */
async function ask(overrides: Environment = {}, options: Parameters<typeof diagnose>[2] = {}) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await diagnose(() => readConfig(environment(overrides)), say, options);
  const words = lines.map((line) => /^(ok|wrong) +([a-z]+) +(\S.*)$/.exec(line) ?? [line]);
  const found = Object.fromEntries(words.map(([, state, name, rest]) => [name, `${state}: ${rest}`]));
  // whether these tests run on a build is of no matter to them
  const wrong = Object.keys(found).filter((name) => name !== 'build' && found[name]?.startsWith('wrong'));
  return { code, lines, found, wrong };
}

/** The same as a separate process, in a folder with a build. */
async function run(overrides: Environment = {}, { cwd = installed() } = {}) {
  const child = spawn(process.execPath, [program()], {
    cwd,
    env: { ...process.env, ...environment(overrides) },
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [said, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { said, errors, code };
}

/** A folder as `npm ci --omit=dev` leaves it on a server that got a build, without its sources. */
function installed(): string {
  const folder = join(dataDir, 'installed');
  for (const below of ['dist/server', 'dist/client']) mkdirSync(join(folder, below), { recursive: true });
  for (const file of ['dist/server/index.js', 'dist/client/index.html', 'dist/built-from'])
    writeFileSync(join(folder, file), 'v22.0.0 built');
  for (const name of ['migrations', 'package.json']) symlinkSync(resolve(name), join(folder, name));
  return folder;
}

test('a whole installation is ok line by line, and nothing of the check is left behind', async () => {
  const { said, errors, code } = await run();
  expect(errors).toBe('');
  expect(
    said
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 17).trim()),
  ).toEqual([
    'ok     config',
    'ok     database',
    'ok     role',
    'ok     migrations',
    'ok     storage',
    'ok     mail',
    'ok     clock',
    'ok     disk',
    'ok     backup',
    'ok     node',
    'ok     build',
  ]);
  expect(code).toBe(0);
  expect(said).toMatch(/database +PostgreSQL 1\d[\d.]+, database test_\w+ at 127\.0\.0\.1:\d+/);
  expect(said).toContain(
    `triplog_app owns no table, and row-level security keeps it to one holder's rows in `,
  );
  expect(mailServer.mails, 'it sends no mail').toEqual([]);
  expect(readdirSync(dataDir), 'nor does it make a secret').toEqual(['installed']);
});

test('a bad configuration is one line, and what needs none is checked anyway', async () => {
  const { said, code } = await run({ PORT: 'x', LOG_LEVEL: 'loud', SESSION_SECRET: 'short secret' });
  expect(code).toBe(1);
  const [config, ...others] = said.trim().split('\n');
  expect(config).toMatch(/^wrong {2}config .*PORT: .*SESSION_SECRET: .*LOG_LEVEL: /);
  expect(others.map((line) => line.slice(7, 12))).toEqual(['node ', 'build']);
  expect(said).not.toContain('short secret');
});

/** The settings of a database that the statement changed. */
async function changed(sql: string) {
  const own = await cloneDatabase();
  onTestFinished(() => own.drop());
  await runSql(own.ownerUrl, sql);
  return { DATABASE_URL: own.url, MIGRATIONS_DATABASE_URL: own.ownerUrl };
}

describe('of the database it says', () => {
  test('that it cannot be reached, and checks everything else', async () => {
    const { code, found, wrong } = await ask({
      DATABASE_URL: 'postgres://trip_log:pass@127.0.0.1:1/trip_log',
    });
    expect(code).toBe(1);
    expect(wrong).toEqual(['database', 'role', 'migrations', 'clock']);
    expect(found.database).toMatch(/^wrong: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL, and /);
    expect(found.clock).toBe('wrong: Not checked, because the database could not be asked.');
  });

  test('that the role owns the tables', async () => {
    const { found, wrong } = await ask({ DATABASE_URL: database.ownerUrl, MIGRATIONS_DATABASE_URL: '' });
    expect(wrong).toEqual(['role']);
    expect(found.role).toMatch(
      /^wrong: triplog owns the tables .* name the owner in MIGRATIONS_DATABASE_URL: docs/,
    );
  });

  test('that the owner of the tables cannot sign in', async () => {
    const ownerUrl = Object.assign(new URL(database.ownerUrl), { password: 'no-such-password' }).href;
    const { found, wrong, lines } = await ask({ MIGRATIONS_DATABASE_URL: ownerUrl });
    expect(wrong).toEqual(['role']);
    expect(found.role).toContain('password authentication failed');
    expect(found.role).toContain('Check MIGRATIONS_DATABASE_URL');
    expect(lines.join()).not.toContain('no-such-password');
  });

  test('which tables row-level security does not protect', async () => {
    const { found, wrong } = await ask(
      await changed(
        'alter table trips disable row level security; alter table drivers disable row level security',
      ),
    );
    expect(wrong).toEqual(['role']);
    expect(found.role).toMatch(/^wrong: Row-level security is off for drivers, trips\. /);
  });

  test('that row-level security does not bind the role', async () => {
    const { ownerUrl } = inject('template');
    const name = `doctor_${randomUUID().replaceAll('-', '')}`;
    await runSql(ownerUrl, `create role ${name} login bypassrls password 'secret'`);
    onTestFinished(() => runSql(ownerUrl, `drop role ${name}`));
    const url = Object.assign(new URL(database.url), { username: name, password: 'secret' }).href;
    const { found } = await ask({ DATABASE_URL: url });
    expect(found.role).toContain(`${name} sees every holder's rows`);
    expect(found.migrations).toMatch(
      /^wrong: permission denied .* Start Trip Log once with MIGRATIONS_DATABASE_URL/,
    );
  });

  test('how many migrations are missing', async () => {
    const { found, wrong } = await ask(
      await changed(
        'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
      ),
    );
    expect(wrong).toEqual(['migrations']);
    expect(found.migrations).toMatch(/^wrong: 1 of \d+ are missing. Start Trip Log/);
  });

  test('that it is empty', async () => {
    const { ownerUrl } = inject('template');
    const name = `doctor_${randomUUID().replaceAll('-', '')}`;
    await runSql(ownerUrl, `create database ${name}`);
    onTestFinished(() => runSql(ownerUrl, `drop database ${name} with (force)`));
    const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const { found, wrong } = await ask({
      DATABASE_URL: on(database.url),
      MIGRATIONS_DATABASE_URL: on(ownerUrl),
    });
    expect(wrong).toEqual(['role', 'migrations']);
    expect(found.role).toContain('there are no tables yet. `npm start` makes them');
    expect(found.migrations).toMatch(/^wrong: (\d+) of \1 are missing/);
  });

  test.each([
    [60_000, /^wrong: This machine's clock is (59\.\d|60) s ahead of the database's\. Set both by NTP/],
    [-3_600_000, /^wrong: This machine's clock is 3,(599\.\d|600) s behind the database's\. Set both by NTP/],
  ])('that the clock is wrong by %d ms', async (difference, words) => {
    const { found, wrong } = await ask({}, { now: () => new Date(Date.now() + difference) });
    expect(wrong).toEqual(['clock']);
    expect(found.clock).toMatch(words);
  });

  test('that there is no embedded one yet, and makes none', async () => {
    const { found, wrong } = await ask({ DATABASE_URL: '', MIGRATIONS_DATABASE_URL: '' });
    expect(wrong).toEqual(['database', 'role', 'migrations', 'clock']);
    expect(found.database).toMatch(/^wrong: There is none in .*\/postgres yet. `npm start` makes it/);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});

describe('of the storage it says', () => {
  test('that the folder cannot be written to', async () => {
    writeFileSync(join(dataDir, 'objects'), 'a file');
    const { found, wrong } = await ask();
    expect(wrong).toEqual(['storage']);
    expect(found.storage).toMatch(
      /^wrong: E\w+: .* Let the account that runs Trip Log write to .*objects\.$/,
    );
  });

  test('that the bucket refuses, without the key', async () => {
    const refusing = createServer((req, res) => {
      req.resume();
      res.writeHead(403, { 'Content-Type': 'application/xml' });
      res.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    onTestFinished(() => void refusing.close());
    const { said, code } = await run({
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'the-key-id',
      AWS_SECRET_ACCESS_KEY: 'the-secret-key',
    });
    expect(code).toBe(1);
    expect(said).toMatch(/^wrong {2}storage {5}Access Denied\. Check S3_BUCKET, /m);
    expect(said).not.toMatch(/the-key-id|the-secret-key/);
  });
});

describe('of the mail server it says', () => {
  test('that it does not let Trip Log in, without the password', async () => {
    const { found, wrong, lines } = await ask({ SMTP_URL: mailServer.url.replace('s3cret', 'wr0ng-pass') });
    expect(wrong).toEqual(['mail']);
    expect(found.mail).toMatch(/^wrong: The mail server .*535.* Check SMTP_URL: /);
    expect(lines.join()).not.toContain('wr0ng-pass');
    expect(mailServer.mails).toEqual([]);
  });

  test('that mails are held, which is not wrong, and nothing of it for the tables of an older version', async () => {
    expect((await ask()).found.mail).not.toContain('held');
    const held = await ask(await changed("insert into mail_hold (since) values ('2026-11-22T01:00:00Z')"));
    expect(held.wrong).toEqual([]);
    expect(held.found.mail).toMatch(
      /^ok: .*\. Mails are held since 22\/11\/2026 11:00: `npm run mails` lets them go$/,
    );
    const older = await ask(await changed('drop table mail_hold'));
    expect(older.found.mail).toMatch(/^ok: (?!.*held)/);
  });
});

describe('of the machine it says', () => {
  test('that DATA_DIR is not there, and makes none', async () => {
    const none = join(dataDir, 'none');
    const { found, wrong } = await ask({ DATA_DIR: none });
    expect(wrong).toEqual(['storage', 'disk']);
    expect(found.disk).toBe(`wrong: There is no folder ${none}. \`npm start\` makes it; or set DATA_DIR.`);
    expect(existsSync(none)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('that there is no room', async () => {
    await expect(checkDisk('/proc')).rejects.toThrow(
      /^0 GB are free in \/proc, less than 1 GB\. Make room, or move DATA_DIR/,
    );
  });

  test('how old the last backup is, where they are made by night', async () => {
    const BACKUP_TO = join(dataDir, 'backups');
    const none = await ask({ BACKUP_TO });
    expect(none.wrong).toEqual(['backup']);
    expect(none.found.backup).toContain(`\`npm run backup -- --to ${BACKUP_TO}/first\` makes one now.`);
    mkdirSync(join(BACKUP_TO, 'first'), { recursive: true });
    writeFileSync(join(BACKUP_TO, 'first/manifest.json'), '');
    const made = await ask({ BACKUP_TO, BACKUP_KEEP: '3' });
    expect(made.wrong).toEqual([]);
    expect(made.found.backup).toMatch(/^ok: the last backup in .* was made on .*; the newest 3 are kept$/);
    const later = await ask({ BACKUP_TO }, { now: () => new Date(Date.now() + 27 * 3_600_000) });
    expect(later.wrong).toEqual(['clock', 'backup']);
    expect(later.found.backup).toContain('The log has a line "backup-failed"');
  });

  test.each(['v18.20.0', 'v20.18.3', 'v21.9.0', 'v22.11.0'])(
    'that Node %s is too old',
    async (nodeVersion) => {
      const { found, wrong } = await ask({}, { nodeVersion });
      expect(wrong).toEqual(['node']);
      expect(found.node).toMatch(/^wrong: This is Node v\d+.*Install Node 22 or 24/);
    },
  );
  test.each(['v20.19.0', 'v20.20.2', 'v22.12.0', 'v24.0.0'])('nothing of Node %s', async (nodeVersion) => {
    expect((await ask({}, { nodeVersion })).wrong).toEqual([]);
  });

  test('that there is no build, or one of other sources', async () => {
    const cwd = installed();
    for (const folder of ['client', 'server', 'shared']) mkdirSync(join(cwd, folder));
    for (const file of ['vite.config.ts', 'tsconfig.json', 'package-lock.json'])
      writeFileSync(join(cwd, file), '');
    const other = await run({}, { cwd });
    expect(other.code).toBe(1);
    expect(other.said).toMatch(/^wrong {2}build {7}What is in dist was built from other sources/m);
    rmSync(join(cwd, 'dist/client'), { recursive: true });
    const none = await run({}, { cwd });
    expect(none.said).toMatch(
      /^wrong {2}build {7}dist\/client\/index.html is missing. Run `npm ci && npm run build`/m,
    );
  });
});

test('no line has a secret, whatever is wrong', async () => {
  const secret = () => randomBytes(24).toString('hex');
  const secrets = Array.from({ length: 5 }, secret);
  const [owner, service, mail, session, query] = secrets;
  const { said, errors } = await run({
    DATABASE_URL: `postgres://a:${service}@127.0.0.1:1/x?password=${query}`,
    MIGRATIONS_DATABASE_URL: `postgres://b:${owner}@127.0.0.1:1/x`,
    SMTP_URL: `smtp://c:${mail}@127.0.0.1:1`,
    SESSION_SECRET: `${session}`,
    DATA_DIR: `/none/${session}/${mail}`,
  });
  expect(said.match(/^wrong/gm)?.length).toBeGreaterThan(5);
  expect(said).toContain('/none/***/***');
  for (const each of secrets) expect(`${said}${errors}`).not.toContain(each);
});

test('what it says is the same whatever the passwords are, short or a whole word', async () => {
  const said = async (password: string) => {
    const { lines } = await ask({
      DATABASE_URL: `postgres://service:${password}@127.0.0.1:1/trip_log?password=${password}`,
      MIGRATIONS_DATABASE_URL: `postgres://owner:${password}@127.0.0.1:1/trip_log`,
      SMTP_URL: `smtp://reports:${password}@127.0.0.1:1`,
      S3_ENDPOINT: `http://user:${password}@127.0.0.1:1`,
    });
    // others write to the disk meanwhile
    return lines.map((line) => line.replace(/[\d.]+ GB are free/, 'some GB are free'));
  };
  const usual = await said('Xq7-zz-0815');
  expect(usual[0]).toBe(
    'ok     config      serves http://127.0.0.1:3000 on port 3000 of 127.0.0.1, asks for sign-in codes',
  );
  for (const password of ['a', 'ok', '1', 'trip_log', 'ECONNREFUSED', '%40%2F', '%3A%20b'])
    expect(await said(password), password).toEqual(usual);
});
