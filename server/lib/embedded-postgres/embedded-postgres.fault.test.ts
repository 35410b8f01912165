import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { program } from '../../test/program';
import { startEmbeddedPostgres } from './embedded-postgres';
import { type Addresses, latestClaim } from './protocol';

type ServerProcess = Addresses & {
  adopted: boolean;
  stop(): Promise<void>;
  kill(): void;
};

const children = new Set<ChildProcess>();
let dataDir: string;
let created: string;

beforeAll(async () => {
  created = newFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: created });
  await postgres.stop();
});

afterAll(() => rmSync(created, { recursive: true }));

beforeEach(() => {
  dataDir = newFolder();
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await expectNothingRuns();
  rmSync(dataDir, { recursive: true });
});

describe('startEmbeddedPostgres', () => {
  it('creates a database and shuts it down (keeper in TypeScript)', { tags: 'long' }, async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    expect(postgres.adopted).toBe(false);
    const [settings] = await query(
      postgres.connectionString,
      `select current_database() as database, current_setting('server_encoding') as encoding,
              current_setting('listen_addresses') as addresses, current_setting('max_connections') as connections,
              datlocprovider as provider, datlocale as locale, lower('ŁÓDŹ') as lower
         from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual({
      database: 'triplog',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      connections: '100',
      provider: 'b',
      locale: 'C.UTF-8',
      lower: 'łódź',
    });

    await postgres.stop();
    expect(await accepts(portOf(postgres))).toBe(false);
    expect(existsSync(path.join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    await postgres.stop();
  });

  it('runs with the settings of the caller, and without them is safe against a loss of power', async () => {
    copyCluster();
    const safety = `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`;
    const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
    for (const [given, expected] of [[settings, 'off'] as const, [undefined, 'on'] as const]) {
      const postgres = await startEmbeddedPostgres({ dataDir, ...(given && { settings: given }) });
      const names = ['fsync', 'full_page_writes', 'synchronous_commit'];
      expect(await query(postgres.connectionString, safety)).toEqual(
        names.map((name) => ({ name, setting: expected })),
      );
      await postgres.stop();
    }
  });

  it('asks for its password, which only the owner of the folder can read', async () => {
    copyCluster();
    const { connectionString } = await startServer();
    const url = new URL(connectionString);
    url.password = 'guess';
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    const readable = readdirSync(path.join(dataDir, 'postgres'))
      .filter((name) => name !== 'data')
      .filter((name) => statSync(path.join(dataDir, 'postgres', name)).mode & 0o077);
    expect(readable).toEqual([]);
  });

  it('keeps data, port and password over a restart', async () => {
    copyCluster();
    const first = await startServer();
    await query(first.ownerConnectionString, 'create table trip as select 42 as id');
    await first.stop();
    const second = await startServer();
    expect(second).toMatchObject({ connectionString: first.connectionString, adopted: false });
    expect(await query(second.ownerConnectionString, 'select id from trip')).toEqual([{ id: 42 }]);
  });

  it('is shared by a second process and outlives the first', async () => {
    copyCluster();
    const first = await startServer();
    const second = await startServer();
    expect(second).toMatchObject({ connectionString: first.connectionString, adopted: true });
    await first.stop();
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await accepts(portOf(second))).toBe(false);
  });

  it('starts once when three processes start at the same moment', async () => {
    const servers = await Promise.all([startServer(), startServer(), startServer()]);
    expect(new Set(servers.map((server) => server.connectionString)).size).toBe(1);
    expect(servers.map((server) => server.adopted).sort()).toEqual([false, true, true]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('is gone soon after a SIGKILL of the only process', async () => {
    copyCluster();
    const server = await startServer();
    server.kill();
    await expectNothingRuns();
    expect(await accepts(portOf(server))).toBe(false);
  });

  it('comes back when its keeper is killed', async () => {
    copyCluster();
    const server = await startServer();
    await query(server.ownerConnectionString, 'create table trip as select 42 as id');
    const killed = latestClaim(path.join(dataDir, 'postgres'));
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(latestClaim(path.join(dataDir, 'postgres'))?.generation).toBe((killed?.generation ?? 0) + 1);
        expect(await query(server.ownerConnectionString, 'select id from trip')).toEqual([{ id: 42 }]);
      },
      { timeout: 15_000, interval: 50 },
    );
    await server.stop();
  });

  it('replaces a server left behind when its keeper and all its processes were killed', async () => {
    copyCluster();
    const first = await startServer();
    await query(first.ownerConnectionString, 'create table trip as select 42 as id');
    first.kill();
    process.kill(latestClaim(path.join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
    const second = await startServer();
    expect(second.adopted).toBe(false);
    expect(await query(second.ownerConnectionString, 'select id from trip')).toEqual([{ id: 42 }]);
  });

  it('clears locks whose process id now belongs to someone else', async () => {
    copyCluster();
    const data = path.join(dataDir, 'postgres/data');
    const { uid, gid } = statSync(data);
    // PostgreSQL believes in no process of another account
    const stranger = spawn('sleep', ['60'], { uid, gid });
    children.add(stranger);
    const { port } = JSON.parse(readFileSync(path.join(dataDir, 'postgres/access.json'), 'utf8'));
    for (const lock of ['postmaster.pid', `.s.PGSQL.${port}.lock`])
      writeFileSync(path.join(data, lock), `${stranger.pid}\n`, { mode: 0o666 });
    const server = await startServer();
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over when it was killed while creating the database', { tags: 'long' }, async () => {
    const folder = path.join(dataDir, 'postgres');
    const interrupted = startServer().catch(() => 'interrupted');
    await vi.waitFor(() => expect(leftovers(folder)).toHaveLength(1), { timeout: 10_000, interval: 5 });
    process.kill(latestClaim(folder)?.pid ?? 0, 'SIGKILL');
    for (const child of children) child.kill('SIGKILL');
    expect(await interrupted).toBe('interrupted');
    expect(leftovers(folder)).toHaveLength(1);

    const server = await startServer();
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(leftovers(folder)).toEqual([]);
  });

  it('moves to another port when its own is taken', { tags: 'long' }, async () => {
    copyCluster();
    const first = await startServer();
    await first.stop();
    const squatter = net.createServer().listen(portOf(first), '127.0.0.1');
    await once(squatter, 'listening');
    const second = await startServer();
    squatter.close();
    expect(portOf(second)).not.toBe(portOf(first));
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says why it cannot start, with the end of the log, and leaves nothing behind', async () => {
    const data = path.join(dataDir, 'postgres/data');
    copyCluster();
    writeFileSync(path.join(data, 'PG_VERSION'), '9\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /did not start.*database files are incompatible with server.*DATABASE_URL/s,
    );
    await expectNothingRuns();
  });

  it('gives strangers that connect to its keeper little time and little room, and goes on serving', {
    tags: 'long',
  }, async () => {
    copyCluster();
    const server = await startServer();
    const { port = 0, pid = 0 } = latestClaim(path.join(dataDir, 'postgres')) ?? {};
    const before = residentMegabytes(pid);
    const connect = () => net.connect(port, '127.0.0.1').on('error', () => undefined);
    const talker = connect();
    talker.write('x'.repeat(50_000_000));
    const guesser = connect();
    guesser.write(`${'x'.repeat(32)}\n`);
    await vi.waitFor(() => expect([talker.closed, guesser.closed]).toEqual([true, true]), { timeout: 4_000 });
    expect(guesser.bytesRead).toBe(0);

    let open = 0;
    const silent = Array.from({ length: 300 }, connect);
    for (const socket of silent) socket.once('connect', () => open++).once('close', () => open--);
    await vi.waitFor(() => expect(open).toBe(20), { timeout: 4_000 });
    const second = await startServer();
    expect(second.adopted).toBe(true);
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    // one that goes on talking is a stranger anyway
    const trickle = setInterval(() => silent.at(-1)?.write('x'), 500);
    await vi.waitFor(() => expect(open).toBe(0), { timeout: 10_000 });
    clearInterval(trickle);
    expect(residentMegabytes(pid) - before).toBeLessThan(30);
    await server.stop();
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

/** The memory of a process; 0 where the system does not say. */
function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/statm`;
  return existsSync(file) ? (Number(readFileSync(file, 'utf8').split(' ')[1]) * 4096) / 1_000_000 : 0;
}

/** Only its owner may enter it: for tests run as root, a place that PostgreSQL's user cannot walk to. */
function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'));
}

/** Spares a test the time to create a cluster. */
function copyCluster(): void {
  execFileSync('cp', ['-a', path.join(created, 'postgres'), dataDir]);
}

/** A separate process that holds the database through the bundled modules, as a server in production does. */
async function startServer(): Promise<ServerProcess> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(program('embedded-postgres'))};
    const { stop, ...about } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify(about));
    process.stdin.once('data', async () => { await stop(); process.exit(0); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`the process ended: ${line}`);
  return {
    ...(JSON.parse(line) as Addresses & { adopted: boolean }),
    async stop() {
      child.stdin.write('stop\n');
      await once(child, 'exit');
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/** Waits until the keeper in charge of the folder, and with it PostgreSQL, has ended. */
async function expectNothingRuns(): Promise<void> {
  const folder = path.join(dataDir, 'postgres');
  if (!existsSync(folder)) return;
  await vi.waitFor(
    async () => {
      expect(await accepts(latestClaim(folder)?.port ?? 0)).toBe(false);
      expect(existsSync(path.join(folder, 'data/postmaster.pid'))).toBe(false);
    },
    { timeout: 15_000, interval: 20 },
  );
}

function leftovers(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('initdb-')) : [];
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connectionString);
  // a server that ends says so besides failing the query
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function portOf({ connectionString }: { connectionString: string }): number {
  return Number(new URL(connectionString).port);
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
