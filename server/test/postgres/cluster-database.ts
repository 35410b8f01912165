import { randomUUID } from 'node:crypto';
import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import pg from 'pg';
import { type DatabaseUrls, migrateDatabase } from '../../lib/database/migrate';
import { distribute } from '../../lib/distribution/distribute';
import { runSql } from './run-sql';

/** The coordinator of a Citus cluster, with a role that may do everything on each of its nodes; without it the tests are left out. */
export const CLUSTER_URL = process.env.CITUS_URL;

/** Nodes know all databases' roles: two that are made at once disturb each other. */
const ONE_AT_A_TIME = 7_405_321;

const migrate = async (urls: DatabaseUrls): Promise<void> => void (await migrateDatabase(urls));

/** A new database on each node of the cluster, which had its tables before it had Citus, and is distributed; `drop` removes it. */
export const clusterDatabase = () =>
  newDatabase(
    (url) => migrate({ url, ownerUrl: url }),
    async (urls) => {
      // the grants
      await migrate(urls);
      await distribute(urls.ownerUrl, ON_COORDINATOR, () => {});
    },
  );

/** The same without tables. */
export const emptyClusterDatabase = () =>
  newDatabase(
    async () => {},
    async () => {},
  );

async function newDatabase(
  beforeCitus: (owner: string) => Promise<void>,
  fill: (urls: DatabaseUrls) => Promise<void>,
) {
  if (!CLUSTER_URL) throw new Error('CITUS_URL names no cluster');
  const client = new pg.Client({ connectionString: CLUSTER_URL });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ONE_AT_A_TIME]);
    const database = await makeDatabase(client, CLUSTER_URL, beforeCitus);
    await fill(database);
    return database;
  } finally {
    await client.end();
  }
}

async function makeDatabase(
  client: pg.Client,
  server: string,
  beforeCitus: (owner: string) => Promise<void>,
) {
  const { rows: nodes } = await client.query<{ host: string; port: number; address: string }>(
    `select nodename as host, nodeport as port, quote_literal(nodename) || ', ' || nodeport as address
     from pg_dist_node order by groupid`,
  );
  const name = `cluster_${randomUUID().replaceAll('-', '')}`;
  const at = (node: { host: string; port: number }, database: string, role?: string) =>
    Object.assign(new URL(server), {
      hostname: node.host,
      port: node.port,
      pathname: `/${database}`,
      ...(role && { username: role }),
    }).href;
  const [coordinator, ...workers] = nodes;
  if (!coordinator) throw new Error('A cluster without nodes');
  const owner = at(coordinator, name);
  for (const node of nodes) await runSql(at(node, 'postgres'), `create database ${name}`);
  await beforeCitus(owner);
  for (const node of nodes) await runSql(at(node, name), 'create extension citus');
  await runSql(
    owner,
    `select citus_set_coordinator_host(${coordinator.address}); ${workers.map(({ address }) => `select citus_add_node(${address})`).join(';')}`,
  );
  // fewer than the usual 32 shards are made in a third of the time
  await runSql(owner, `alter database ${name} set citus.shard_count = 4; create role "${name}" login`);
  return {
    url: at(coordinator, name, name),
    ownerUrl: owner,
    workers: workers.map((worker) => at(worker, name)),
    drop: async () => {
      for (const node of nodes.toReversed())
        await runSql(at(node, 'postgres'), `drop database ${name} with (force)`);
    },
  };
}
