import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../http/create-test-app';
import { runSql } from '../postgres/run-sql';
import { kill, startProgram } from '../processes';
import { program } from '../program';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dataDir: string;

beforeEach(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-newer-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
});

function run(args: [string, ...string[]], env: Record<string, string> = {}) {
  const [name, ...rest] = args;
  const running = startProgram([program(name), ...rest], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MIGRATIONS_DATABASE_URL: database.ownerUrl,
    LOG_LEVEL: 'info',
    ...env,
  });
  onTestFinished(() => kill(running.child));
  return running;
}

/** What a newer version leaves: a migration that this one does not have, and fewer rights. */
const migrateFurther = () =>
  runSql(
    database.ownerUrl,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000);
    revoke delete on bea_holders from triplog_app`,
  );

/** Names what this version has, what the database has, and what to do. */
const REFUSAL =
  /This version of Trip Log has (\d+) migrations, the newest of \d\d\/\d\d\/20\d\d.*; the database has (\d+), the newest of 01\/01\/2100.*\. The database has 1 that this version does not know: .* Run that version, .* ALLOW_NEWER_DATABASE=yes .*: docs\/operations\.md#another-version\.\n$/;

test('a version that lacks a migration of the database does not start, and says which versions they are', async () => {
  await migrateFurther();
  const ways: Record<string, string>[] = [{}, { MIGRATIONS_DATABASE_URL: '' }, { WEB_CONCURRENCY: '2' }];
  for (const env of ways) {
    const { code, errors } = await run(['index'], env).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(REFUSAL);
    const [, own, its] = REFUSAL.exec(errors) ?? [];
    expect(Number(its)).toBe(Number(own) + 1);
  }
});

test.each([[['holders', 'list']], [['backup', '--to', '/nowhere/backup']]] as [[string, ...string[]]][])(
  'nor does any command work on its rows: %s',
  async (args) => {
    await migrateFurther();
    const { code, errors } = await run(args).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(REFUSAL)]);
  },
);

test('a server that runs goes on while the database is migrated further, and only its next start is refused', async () => {
  const server = run(['index']);
  const url = await server.ready;
  await migrateFurther();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
  expect((await run(['index']).ended).errors).toMatch(REFUSAL);
});

test('where the operator allows it, it starts with a warning, and leaves the rights as the newer version set them', async () => {
  await migrateFurther();
  const server = run(['index'], { ALLOW_NEWER_DATABASE: 'yes' });
  const url = await server.ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const warnings = server.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings).toEqual([expect.objectContaining({ msg: expect.stringMatching('the database has') })]);
  await runSql(
    database.ownerUrl,
    `do $$ begin
      assert not has_table_privilege('triplog_app', 'bea_holders', 'delete');
    end $$`,
  );
  expect((await run(['holders', 'list'], { ALLOW_NEWER_DATABASE: 'yes' }).ended).code).toBe(0);
});

test.each([
  [
    'a migration',
    'delete from drizzle.__drizzle_migrations where created_at = (select created_at from drizzle.__drizzle_migrations order by 1 desc offset 1 limit 1)',
    /^\d{4}_\w+$/,
  ],
  ['a function', 'drop function store_trip', /^the function store_trip$/],
])('a database that lacks %s of this version is refused all the same, in words', async (_, take, lack) => {
  await migrateFurther();
  await runSql(database.ownerUrl, take);
  for (const args of [['index'], ['holders', 'list']] as [string, ...string[]][]) {
    const { code, errors } = await run(args, { ALLOW_NEWER_DATABASE: 'yes' }).ended;
    expect(code).toBe(1);
    const [, said] =
      /^The database .* lacks what this version needs: (.*?)\. ALLOW_NEWER_DATABASE=yes is for .*\n$/.exec(
        errors,
      ) ?? [];
    expect(said, errors).toMatch(lack);
  }
});
