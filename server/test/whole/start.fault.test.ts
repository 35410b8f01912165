import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, type TestContext, test } from 'vitest';
import { memoryOfTree, processTree, sum } from '../attacks/process-memory';
import { builtCheckout } from '../checkout';
import { ownedDatabase } from '../postgres/owned-database';
import { freePort } from '../processes';

const { checkout, folder, start, run } = builtCheckout();
const patiently = { timeout: 180_000 };

/** The first port that an ordinary user may listen on, where this machine says it. */
const PORTS = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const firstOpenPort = existsSync(PORTS) ? Number(readFileSync(PORTS, 'utf8')) : 1024;

type Environment = Record<string, string>;
const CODE_OF_STACK = /^\s+at .*:\d+:\d+\)?$/m;

/** What a command says that cannot work: it ends with code 1, and no stack. */
async function refusal(...command: Parameters<typeof run>): Promise<string> {
  const { code, errors, said } = await run(...command);
  expect(code, said).toBe(1);
  expect(errors).not.toMatch(CODE_OF_STACK);
  expect(said).not.toMatch(CODE_OF_STACK);
  return errors;
}

/** The address of the tests' PostgreSQL with something else in it. */
const postgres = (change: Partial<URL>) => Object.assign(new URL(inject('template').url), change).href;

/** A separate empty database for one server. */
async function ownDatabase(context: TestContext): Promise<Environment> {
  const { url, ownerUrl } = await ownedDatabase(context);
  return { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: ownerUrl };
}

/** A preloaded module that has the workers of a server end as soon as they start, and nothing else. */
async function _deadWorkers(): Promise<Environment> {
  const preload = join(await folder(0o755), 'dead-workers.mjs');
  await writeFile(preload, `import cluster from 'node:cluster'; if (cluster.isWorker) process.exit(3);`);
  return { NODE_OPTIONS: `--import=${preload}` };
}

describe('npm start with WEB_CONCURRENCY', patiently, () => {
  test('serves with that many workers, and starts one again that was killed', async (context) => {
    const server = start('start', {
      ...(await ownDatabase(context)),
      DATA_DIR: await folder(),
      WEB_CONCURRENCY: '2',
      PORT: String(await freePort()),
    });
    const url = await server.ready;
    const ready = () =>
      server.log.flatMap((line) => (/Trip Log is ready/.test(line) ? [JSON.parse(line).pid as number] : []));
    await expect.poll(() => ready().length, { timeout: 60_000 }).toBe(2);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    process.kill(ready()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => ready().length, { timeout: 60_000 }).toBe(3);
    const { errors } = await server.stop();
    expect(errors).not.toMatch(CODE_OF_STACK);
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });
});

describe.skipIf(process.platform !== 'linux')('the first npm start', patiently, () => {
  test('builds in a process of its own: the server has less than 150 MB of its own, and with its work and jobs less than 300', async (context) => {
    await rm(join(checkout(), 'dist/built-from'));
    const server = start('start', { ...(await ownDatabase(context)), DATA_DIR: await folder() });
    await server.ready;
    expect(server.log).toContain('Building Trip Log …');
    const { pid } = JSON.parse(server.log.find((line) => line.includes('Trip Log is ready')) ?? '');
    // they read their tables of places
    await expect.poll(() => processTree(pid), { timeout: 60_000 }).toHaveLength(3);
    await sleep(15_000);
    const memory = memoryOfTree(pid);
    const figures = memory.map(Math.round).join(' + ');
    expect(memory[0], figures).toBeLessThan(150);
    expect(sum(memory), figures).toBeLessThan(300);
    expect((await server.stop()).errors).not.toMatch(CODE_OF_STACK);
  });

  test('that is told to stop while it builds ends without a build, and the next one builds', async (context) => {
    const built = join(checkout(), 'dist/built-from');
    await rm(built);
    const env = { ...(await ownDatabase(context)), DATA_DIR: await folder() };
    const stopped = start('start', env);
    await expect.poll(() => stopped.log, { timeout: 60_000 }).toContain('Building Trip Log …');
    await stopped.stop();
    expect(existsSync(built)).toBe(false);
    expect(stopped.log.join()).not.toContain('Trip Log is ready');
    await run('run build');
    expect(existsSync(built)).toBe(true);
  });
});

async function portInUse({ onTestFinished }: TestContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return String((other.address() as AddressInfo).port);
}

describe('npm start that cannot work says what to do', patiently, () => {
  type Case = [
    why: string,
    env: (context: TestContext) => Environment | Promise<Environment>,
    sentence: string | RegExp,
  ];

  test.for<Case>([
    [
      'where DATA_DIR is a file',
      async () => ({ DATA_DIR: join(checkout(), 'package.json') }),
      /^DATA_DIR: \S+ cannot be used: EEXIST: .*\. Set DATA_DIR to a folder of the account that runs Trip Log\.$/,
    ],
    [
      'where DATA_DIR cannot be made',
      async () => ({ DATA_DIR: '/proc/trip-log/data' }),
      "DATA_DIR: /proc/trip-log/data cannot be used: ENOENT: no such file or directory, mkdir '/proc/trip-log'. Set DATA_DIR to a folder of the account that runs Trip Log.",
    ],
    [
      'where BACKUP_TO is not there, before it asks for the database',
      async () => ({
        BACKUP_TO: '/no/backups',
        DATABASE_URL: 'postgres://trip_log:pass@127.0.0.1:1/trip_log',
      }),
      'BACKUP_TO: there is no folder /no/backups. Make it for the account that runs Trip Log, or mount its disk.',
    ],
    [
      'where BACKUP_TO is a file',
      async () => ({ BACKUP_TO: join(checkout(), 'package.json') }),
      /^BACKUP_TO: \S+ cannot be used: ENOTDIR: .*\. Set BACKUP_TO to a folder that the account that runs Trip Log can write to\.$/,
    ],
    [
      'where the database is refused',
      () => ({ DATABASE_URL: 'postgres://trip_log:pass@127.0.0.1:1/trip_log' }),
      'connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL, and whether this PostgreSQL runs and lets this machine in.',
    ],
    [
      'where the database is unknown',
      () => ({ DATABASE_URL: postgres({ pathname: '/no_such_database' }) }),
      'database "no_such_database" does not exist. Create that database, or name another in DATABASE_URL.',
    ],
    [
      'where a bucket has no credentials',
      () => ({ S3_BUCKET: 'trip-log' }),
      /^S3_BUCKET: there are no credentials for the bucket: .*\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/,
    ],
    [
      'once, where several workers find the port in use',
      async (context) => ({
        ...(await ownDatabase(context)),
        PORT: await portInUse(context),
        WEB_CONCURRENCY: '2',
      }),
      /^Port \d+ on 127\.0\.0\.1 is in use by another program\. Set PORT to a free one\.$/,
    ],
  ])('%s', async ([, env, sentence], context) => {
    const errors = await refusal('start', { DATA_DIR: await folder(), ...(await env(context)) });
    if (typeof sentence === 'string') expect(errors).toBe(sentence);
    else expect(errors).toMatch(sentence);
  });
});

describe('an ordinary user', patiently, () => {
  const asOrdinary = { asOrdinary: true };

  test('reads that DATA_DIR cannot be written, or is another account’s', async () => {
    const remedy = 'Set DATA_DIR to a folder of the account that runs Trip Log.';
    const readOnly = await folder(0o500);
    const denied = 'EACCES: permission denied';
    expect(await refusal('start', { DATA_DIR: readOnly }, asOrdinary)).toBe(
      `DATA_DIR: ${readOnly} cannot be used: ${denied}, access '${readOnly}'. ${remedy}`,
    );
    const within = join(readOnly, 'data');
    expect(await refusal('start', { DATA_DIR: within }, asOrdinary)).toBe(
      `DATA_DIR: ${within} cannot be used: ${denied}, mkdir '${within}'. ${remedy}`,
    );
    expect(await refusal('start', { DATA_DIR: await folder(), BACKUP_TO: readOnly }, asOrdinary)).toBe(
      `BACKUP_TO: ${readOnly} cannot be used: ${denied}, access '${readOnly}/'. Set BACKUP_TO to a folder that the account that runs Trip Log can write to.`,
    );
    const used = await folder();
    const secret = join(used, 'session-secret');
    await writeFile(secret, 's'.repeat(43), { mode: 0o000 });
    expect(await refusal('start', { DATA_DIR: used }, asOrdinary)).toBe(
      `DATA_DIR: ${used} cannot be used: ${denied}, open '${secret}'. ${remedy}`,
    );
  });

  test.skipIf(firstOpenPort <= 80)('reads that a port below 1024 is not open to them', async (context) => {
    const env = { ...(await ownDatabase(context)), DATA_DIR: await folder(), PORT: '80' };
    const sentence = 'This account may not listen on port 80. Set PORT to 1024 or more.';
    expect(await refusal('start', env, asOrdinary)).toBe(sentence);
    expect(await refusal('start', { ...env, WEB_CONCURRENCY: '2' }, asOrdinary)).toBe(sentence);
  });

  test('reads that another account must build what has changed', async () => {
    const changed = await folder(0o755);
    for (const name of readdirSync(checkout()))
      if (name !== 'dist') await symlink(join(checkout(), name), join(changed, name));
    await mkdir(join(changed, 'dist'), { mode: 0o755 });
    const errors = await refusal('start', { DATA_DIR: await folder() }, { ...asOrdinary, cwd: changed });
    expect(errors).toMatch(
      /^Trip Log must be built first, and this account may not: EACCES: .*\. Run "npm run build" as the owner of this folder\.$/m,
    );
  });
});

describe('a command without what it needs says so', { ...patiently, tags: 'long' }, () => {
  test.each([
    'run holders -- list',
    'run send-due-reports',
    'run backup -- --to backups/1',
    'run distribute',
    'run demo -- 5',
  ])('npm %s without its database', async (command) => {
    const env = { DATA_DIR: await folder(), DATABASE_URL: 'postgres://trip_log:pass@127.0.0.1:1/trip_log' };
    expect(await refusal(command, env)).toMatch(
      /^connect ECONNREFUSED 127\.0\.0\.1:1\. Check DATABASE_URL( \(MIGRATIONS_DATABASE_URL, where it is set\))?, and whether this/,
    );
  });

  test('npm run demo, dev and screenshots without the build tools, while others run what was built', async () => {
    const cwd = await withoutBuildTools();
    const env = { DATA_DIR: await folder() };
    for (const command of ['run demo -- 5', 'run dev', 'run screenshots']) {
      expect(await refusal(command, env, { cwd }), command).toBe(
        'This command needs the build tools, which are not installed here. Run "npm ci" first.',
      );
    }
    const { said } = await run('run doctor', env, { cwd });
    expect(said).toMatch(/^wrong +database +There is none in/m);
  });

  /** A checkout as `npm ci --omit=dev` leaves it where a build was brought along. */
  async function withoutBuildTools(): Promise<string> {
    const cwd = await folder(0o755);
    for (const name of readdirSync(checkout()))
      if (name !== 'node_modules') await symlink(join(checkout(), name), join(cwd, name));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
      if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(path)) continue;
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await symlink(resolve(path), join(cwd, path));
    }
    return cwd;
  }
});

test('npm start warns of a variable in .env that looks like one of ours', patiently, async (context) => {
  const cwd = await folder(0o755);
  for (const name of readdirSync(checkout())) await symlink(join(checkout(), name), join(cwd, name));
  await writeFile(join(cwd, '.env'), 'DATABSE_URL=postgres://127.0.0.1:1/x\nMAIL_FORM=x\nPGHOST=x\n');
  const server = start('start', { ...(await ownDatabase(context)), DATA_DIR: await folder() }, { cwd });
  await server.ready;
  await server.stop();
  const warnings = server.log.filter((line) => /"level":40/.test(line)).map((line) => JSON.parse(line).msg);
  expect(warnings).toEqual([
    'DATABSE_URL is not a variable of Trip Log and has no effect. Is DATABASE_URL meant?',
    'MAIL_FORM is not a variable of Trip Log and has no effect. Is MAIL_FROM meant?',
  ]);
});
