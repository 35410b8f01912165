import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../config';
import { backUp } from '../../lib/backup/backup';
import { readManifest, tableFile } from '../../lib/backup/manifest';
import { restore } from '../../lib/backup/restore';
import { connectDatabase, type Database } from '../../lib/database/db';
import { asHolder } from '../../lib/database/isolation';
import { migrateDatabase } from '../../lib/database/migrate';
import { readMigrations } from '../../lib/database/migrations';
import { distribute } from '../../lib/distribution/distribute';
import { temporaryFolder } from '../backups/filled-installation';
import { installationOf } from '../backups/installations';
import { buildTrip, insertDriver } from '../builders';
import { insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp, createTestStore, type SignedIn } from '../http/create-test-app';
import { type HttpClient, serve, toHttp } from '../http/http-requests';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { CLUSTER_URL, clusterDatabase, emptyClusterDatabase } from '../postgres/cluster-database';
import { killNode } from '../postgres/kill-node';
import { runSql } from '../postgres/run-sql';
import { expectStoredOnce } from '../postgres/stored-once';
import { wrongTotals } from '../postgres/wrong-totals';

if (!CLUSTER_URL)
  process.stderr.write(
    'LEFT OUT: the tests on a Citus cluster. CITUS_URL names its coordinator (docs/scaling.md).\n',
  );

/** These links name a recipient alone. */
const OF_NO_HOLDER = ['GET /unsubscribe', 'POST /unsubscribe'];

/** What a holder can do while a worker is away that has others. */
const GO_ON: typeof askedRoutes = [
  'GET /api/trips',
  'GET /api/statistics',
  'POST /api/imports',
  'POST /api/drivers',
  'PUT /api/trips/:id',
  'POST /api/trips/change',
  'POST /api/trips/delete',
  'POST /api/reports/quarterly',
];

/** The rows of a table in a backup; workers answer in any order. */
const rowsOf = async (folder: string, table: string) =>
  gunzipSync(await readFile(join(folder, tableFile(table))))
    .toString()
    .split('\n')
    .sort();

describe.skipIf(!CLUSTER_URL)('on a Citus cluster', () => {
  const it = createTestApp({}, undefined, clusterDatabase);
  let client: HttpClient;
  beforeAll(async () => {
    client = await serve(it.app);
  }, 120_000);
  afterAll(() => client.close());

  async function fullHolder() {
    const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
    return { own, cookie: await signInFullHolder(client, own) };
  }

  /** Answers what was wrong with the answer. */
  async function ask(index: number, { own, cookie }: Awaited<ReturnType<typeof fullHolder>>) {
    const request = await validRequest(index, { own, origin: client.origin, deps: it.deps });
    const route = askedRoutes[index] as (typeof askedRoutes)[number];
    const headers = { ...request.headers, Cookie: cookie };
    const answer = await client.send(toHttp(route, { ...request, headers }));
    return answer.status < 300 ? [] : [`${route}: ${answer.status} ${answer.body}`];
  }

  const query = async (sql: string, url = it.urls.ownerUrl) => {
    const connection = new pg.Client({ connectionString: url });
    await connection.connect();
    try {
      return (await connection.query(sql)).rows;
    } finally {
      await connection.end();
    }
  };

  /** The app's may not ask every shard. */
  async function onOwnConnection<T>(ask: (db: Database) => Promise<T>, url = it.urls.ownerUrl): Promise<T> {
    const db = connectDatabase(url, { onError: () => {}, max: 3 });
    try {
      return await ask(db);
    } finally {
      await db.$client.end();
    }
  }
  const recount = () => onOwnConnection(wrongTotals);

  test('every route answers its valid request, and no request of a holder asks more than one shard', async () => {
    const strict = 'citus.multi_task_query_log_level';
    const database = new URL(it.urls.url).pathname.slice(1);
    // what asks several shards fails
    await it.asOwner(`alter database ${database} set ${strict} = 'error'`);
    await it.deps.db.$client.query(`set ${strict} = 'error'`);
    const faults: string[] = [];
    for (const [index, route] of askedRoutes.entries())
      if (!OF_NO_HOLDER.includes(route)) faults.push(...(await ask(index, await fullHolder())));
    expect(faults).toEqual([]);
    await expect(query('select count(*) from trips')).rejects.toThrow('multi-task query');
    await it.asOwner(`alter database ${database} reset ${strict}`);
    expect(await recount()).toEqual([]);
  }, 600_000);

  test('the list of a holder is read by one task on one node, and the workers show a holder its own rows alone', async () => {
    const { agent, holderId } = await it.signIn();
    const other = await it.signIn();
    const driver = await insertDriver(it.db, holderId);
    await agent.post('/api/trips').send(buildTrip(driver)).expect(201);
    const list = `from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
      where t.bea_holder_id = '${holderId}'`;
    const plan = JSON.stringify(
      await query(`explain select t.id, d.id ${list} order by t.datetime desc limit 10`),
    );
    expect(plan).toContain('Task Count: 1');
    const seen = (holder: string) =>
      it.deps.db.transaction(async (tx) => {
        await tx.execute(`set local app.holder = '${holder}'`);
        return (await tx.execute(`select t.id ${list}`)).rowCount;
      });
    expect(await seen(holderId)).toBe(1);
    expect(await seen(other.holderId)).toBe(0);
    expect(await seen('')).toBe(0);
  });

  /** Logs trips of one holder, one after another, each again until it is acknowledged; until it is stopped. */
  function logTrips({ agent, holderId }: SignedIn, driver: Parameters<typeof buildTrip>[0]) {
    let stopping = false;
    const acknowledged = new Map<string, string>();
    const refused: number[] = [];
    const done = (async () => {
      while (!stopping) {
        const key = randomUUID();
        while (!acknowledged.has(key)) {
          const { status, body } = await agent
            .post('/api/trips')
            .set('Idempotency-Key', key)
            .send(buildTrip(driver, { notes: key }));
          if (status === 201) acknowledged.set(key, body.id);
          else {
            refused.push(status);
            await setTimeout(50);
          }
        }
      }
    })();
    /** Answers how many are acknowledged at the moment. */
    const count = () => acknowledged.size;
    const refusals = () => refused.length;
    /** Each acknowledged trip must be stored once. Answers what was refused. */
    async function stop() {
      stopping = true;
      await done;
      await onOwnConnection((db) => expectStoredOnce(asHolder(db, holderId), acknowledged), it.urls.url);
      return refused;
    }
    return { count, refusals, stop };
  }

  /** Where the trips of a holder are, and where else they could be. */
  async function placeOf(holderId: string) {
    const [place] = await query(`select nodename as name, nodeport as port, shardid as shard from citus_shards
      where shardid = get_shard_id_for_distribution_column('trips', '${holderId}')`);
    const [other] = await query(`select nodename as name, nodeport as port from pg_dist_node
      where shouldhaveshards and nodeport <> ${place.port}`);
    return { place, other };
  }

  test('a shard moves to the other worker, and the rebalancer moves one back, while trips are logged, and none is lost', async () => {
    const holder = await it.signIn();
    const load = logTrips(holder, await insertDriver(it.db, holder.holderId));
    await expect.poll(load.count).toBeGreaterThan(5);
    const { place, other } = await placeOf(holder.holderId);
    await query(
      `select citus_move_shard_placement(${place.shard}, '${place.name}', ${place.port}, '${other.name}', ${other.port}, 'block_writes')`,
    );
    const moved = load.count();
    await expect.poll(load.count, { timeout: 20_000 }).toBeGreaterThan(moved + 5);
    expect((await placeOf(holder.holderId)).place).toEqual({ ...place, ...other });
    const unequal = `select from citus_shards where table_name = 'trips'::regclass
      group by nodeport having count(*) * 2 <> (select count(*) from citus_shards where table_name = 'trips'::regclass)`;
    expect(await query(unequal)).toHaveLength(2);
    await query(`select citus_rebalance_start(shard_transfer_mode => 'block_writes')`);
    const finished = () => query(`select from citus_rebalance_status() where state = 'finished'`);
    await expect.poll(finished, { timeout: 60_000, interval: 500 }).toHaveLength(1);
    expect(await query(unequal)).toEqual([]);
    expect((await load.stop()).filter((status) => status !== 503)).toEqual([]);
    expect(await recount()).toEqual([]);
  }, 120_000);

  /** A holder with a driver on each worker, the first two of many. */
  async function holderOnEach() {
    const found = new Map<number, SignedIn>();
    while (found.size < 2) {
      const holder = await it.signIn();
      found.set((await placeOf(holder.holderId)).place.port, holder);
    }
    return Promise.all(
      [...found].map(async ([port, holder]) => {
        const driver = await insertDriver(it.db, holder.holderId);
        return { port, holder, driver, load: logTrips(holder, driver) };
      }),
    );
  }

  test('while a worker is killed its holders are answered 503, the others go on, and all is right when it is back', async () => {
    const [lost, kept] = await holderOnEach();
    if (!lost || !kept) throw new Error('A cluster of fewer than two workers');
    let full = await fullHolder();
    while ((await placeOf(full.own.ids.holder)).place.port !== kept.port) full = await fullHolder();
    for (const { load } of [lost, kept]) await expect.poll(load.count).toBeGreaterThan(5);
    const start = await killNode(Object.assign(new URL(it.urls.ownerUrl), { port: lost.port }).href);
    try {
      const before = kept.load.count();
      await expect.poll(lost.load.refusals).toBeGreaterThan(5);
      await expect.poll(kept.load.count).toBeGreaterThan(before + 5);
      await lost.holder.agent.get('/api/trips').expect(503);
      for (const route of GO_ON) expect(await ask(askedRoutes.indexOf(route), full)).toEqual([]);
    } finally {
      await start();
    }
    const back = lost.load.count();
    await expect.poll(lost.load.count, { timeout: 30_000 }).toBeGreaterThan(back + 5);
    expect(new Set(await lost.load.stop())).toEqual(new Set([503]));
    expect(await kept.load.stop()).toEqual([]);
    expect(await recount()).toEqual([]);
  }, 120_000);

  test('it is backed up, and restored into an empty cluster that is distributed then', async (context) => {
    await insertFullHolder(it.deps, { mark: 'Backup', postcode: '4066' });
    const folder = join(await temporaryFolder(context), 'backup');
    await backUp(installationOf(it.urls, it.storage), folder, () => {});
    const { storage, drop } = await createTestStore();
    const fresh = await emptyClusterDatabase();
    context.onTestFinished(async () => {
      await Promise.all([drop(), fresh.drop()]);
    });
    const target = installationOf(fresh, storage);
    await restore(target, folder, () => {});
    await distribute(fresh.ownerUrl, ON_COORDINATOR, () => {});
    const again = `${folder}-again`;
    await backUp(target, again, () => {});
    const { tables } = await readManifest(folder);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) expect(await rowsOf(again, name)).toEqual(await rowsOf(folder, name));
    await expect(restore(target, folder, () => {})).rejects.toThrow('is distributed already');
  }, 300_000);

  test('an upgrade replaces the functions on every node, and totals stay right', async () => {
    await query("update drizzle.functions set hash = 'of a version before'");
    await query(
      `create or replace function fold_text(given text) returns text language sql immutable as $$ select '' $$`,
    );
    await migrateDatabase(it.urls);
    const folded = await query(`select result from run_command_on_all_nodes($$ select fold_text('Zoë') $$)`);
    expect(folded).toEqual([{ result: 'zoe' }, { result: 'zoe' }, { result: 'zoe' }]);
    const { agent, holderId } = await it.signIn();
    const driver = await insertDriver(it.db, holderId);
    await agent.post('/api/trips').send(buildTrip(driver)).expect(201);
    expect(await recount()).toEqual([]);
  });

  test('an upgrade spreads its new tables, and shows each holder its own rows', async () => {
    const older = await emptyClusterDatabase();
    onTestFinished(() => older.drop());
    const madeAt = readMigrations().map((migration) => migration.madeAt);
    await migrateDatabase(older, { upTo: madeAt.at(-2) ?? 0 });
    await distribute(older.ownerUrl, ON_COORDINATOR, () => {});
    await migrateDatabase(older);
    const said: string[] = [];
    await distribute(older.ownerUrl, ON_COORDINATOR, (line) => said.push(line));
    expect(said).toEqual(['Every table is distributed already: nothing was done.']);
    const unwalled = `select from pg_class where relkind = 'r' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'own_holder')`;
    await runSql(older.ownerUrl, `do $$ begin assert not exists (${unwalled}); end $$`);
  });

  test('it can be run again, and refuses a worker and a database without Citus', async () => {
    const said: string[] = [];
    await distribute(it.urls.ownerUrl, ON_COORDINATOR, (line) => said.push(line));
    expect(said).toEqual(['Every table is distributed already: nothing was done.']);
    const [worker] = await query(`select nodeport as port from pg_dist_node where shouldhaveshards`);
    const onWorker = Object.assign(new URL(it.urls.ownerUrl), { port: worker.port }).href;
    await expect(distribute(onWorker, ON_COORDINATOR, () => {})).rejects.toThrow('This is a worker');
    const none = Object.assign(new URL(it.urls.ownerUrl), { pathname: '/postgres' }).href;
    await expect(distribute(none, ON_COORDINATOR, () => {})).rejects.toThrow(ConfigError);
    await runSql(it.urls.url, 'select 1');
  });
});
