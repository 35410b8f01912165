import { readdir, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { Profiler, Runtime } from 'node:inspector';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { listTrips } from '../../features/trips/trip-list.repository';
import { insertTrip } from '../../features/trips/trips.repository';
import { systemClock } from '../../lib/clock';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asHolder } from '../../lib/database/isolation';
import { send } from '../../test/attacks/attacker';
import { buildTrip } from '../../test/builders';
import { startServer } from '../../test/processes';
import { atLeast, atMost, inTurns, median, timed } from '../figures';
import { filledInstallation, LARGE, makeDataDir, SMALL, signIn } from '../installation';

const BARE_SERVER = ['--import', 'tsx', 'server/bench/bare-server.ts'];
const CONNECTIONS = 50;
const ROUNDS = 3;
const ROUND_SECONDS = 5;
const PAGE = '/api/trips?page=';
const STARTS = 3;
const CALLERS = 20;
const CALLS_MS = 3_000;
const CALL_ROUNDS = 7;
const PROFILE_WARM_UP = 5;
const PROFILE_SECONDS = 8;
const PROFILE_ROWS = 10;

const LIST_PATH = '/api/trips?page=1&limit=10';
const listSql = `select t.*, concat_ws(' ', d.first_name, d.last_name) as driver_name
  from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
  where t.bea_holder_id = $1 and t.deleted_at is null order by t.datetime desc, t.id desc limit 10 offset 0`;
const insertSql = `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time,
  duration, datetime, notes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

/** The requests per second that a server answers to 50 connections. @throws Error for any answer but a 2xx */
async function requestsPerSecond(target: autocannon.Options, duration = ROUND_SECONDS) {
  const result = await autocannon({ connections: CONNECTIONS, duration, ...target });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0 || result['2xx'] === 0)
    throw new Error(`${target.url}: ${bad} requests failed, ${result['2xx']} did not`);
  return result['2xx'] / result.duration;
}

/** Compares the server under load with one that uses `node:http` and `pg` alone. */
async function compareWithBare(ours: autocannon.Options, bare: Omit<autocannon.Options, 'url'>) {
  const { urls, large } = await filledInstallation();
  const queries = JSON.stringify({ listSql, listParams: [large.holderId], insertSql });
  // the owner: to the service's role the policies would show nothing
  const server = await startServer([...BARE_SERVER, urls.ownerUrl, queries]);
  return inTurns(
    () => requestsPerSecond(ours),
    () => requestsPerSecond({ url: server.url, ...bare }),
    { rounds: ROUNDS },
  ).finally(server.stop);
}

export async function measureList(): Promise<void> {
  const { app, large } = await filledInstallation();
  atLeast(
    'Trip list against a bare handler',
    await compareWithBare({ url: app.url + LIST_PATH, headers: { Cookie: large.cookie } }, {}),
    { least: 0.6, next: 0.8 },
    'the way through Express, the query of the session, and two dozen headers of the answer; see below',
  );
}

export async function measureLog(): Promise<void> {
  const { app, large, driver } = await filledInstallation();
  const trip = buildTrip(driver);
  const { driverId, driverAuthorityLicense, postcode, suburb, waitingTime, duration, datetime, notes } = trip;
  const values = [large.holderId, driverId, driverAuthorityLicense, postcode, suburb];
  const headers = { Cookie: large.cookie, 'Content-Type': 'application/json' };
  atLeast(
    'Log a trip against a bare insert',
    await compareWithBare(
      { url: `${app.url}/api/trips`, method: 'POST', headers, body: JSON.stringify(trip) },
      { method: 'POST', body: JSON.stringify([...values, waitingTime, duration, datetime, notes]) },
    ),
    { least: 0.5, next: 0.8 },
    'PostgreSQL: next to the trip its audit event and three totals are stored',
  );
}

export async function measureGrowth(): Promise<void> {
  const { large, small } = await filledInstallation();
  const agent = new Agent({ keepAlive: true });
  /** @param smallPath where the path of the small holder differs */
  const compare = async (what: string, path: string, most: number, smallPath = path) => {
    const { ours, other } = await inTurns(
      () => timed(() => large.ask({ path, agent })),
      () => timed(() => small.ask({ path: smallPath, agent })),
      { rounds: 60, warmUp: 10 },
    );
    const note = `(${ours.toFixed(1)} ms against ${other.toFixed(1)} ms)`;
    atMost(`Growth: ${what}`, ours / other, most, { note });
  };
  await compare('list, page 1', `${PAGE}1`, 1.5);
  await compare(`list, page ${LARGE / 20}`, `${PAGE}${LARGE / 20}`, 1.5, `${PAGE}${SMALL / 20}`);
  await compare(`list, page ${LARGE / 10}`, `${PAGE}${LARGE / 10}`, 1.5, `${PAGE}${SMALL / 10}`);
  await compare('statistics', '/api/statistics', 1.5);
  await compare('top locations', '/api/top-locations', 1.5);
  await compare('search by suburb', '/api/trips?search=suburb%2042', 5);
}

/** Measures the time from `npm start`, without npm, to the first answer of /readyz. */
export async function measureStart(): Promise<void> {
  const DATA_DIR = await makeDataDir();
  const times: number[] = [];
  // the first makes the database
  for (let run = 0; run <= STARTS; run += 1) {
    const began = performance.now();
    const server = await startServer(['server/scripts/run.js', 'index'], { DATA_DIR, DATABASE_URL: '' });
    if ((await send(server.url, { path: '/readyz' })).status !== 200) throw new Error('Not ready');
    if (run > 0) times.push((performance.now() - began) / 1000);
    await server.stop();
  }
  await rm(DATA_DIR, { recursive: true });
  atMost('Start until /readyz, built and initialised', median(times), 3, { unit: 's' });
}

/** How often a second 20 callers at once do something. */
async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let done = 0;
  const lane = async () => {
    for (; performance.now() - began < CALLS_MS; done += 1) await call();
  };
  await Promise.all(Array.from({ length: CALLERS }, lane));
  return (done * 1000) / (performance.now() - began);
}

/** Compares the two most frequent calls, without HTTP, by the service's role with the same by the owner, whom no policy binds. */
export async function measureIsolation(): Promise<void> {
  const { urls, large, driver } = await filledInstallation();
  const options = { onError: console.error, max: CALLERS };
  const service = connectDatabase(urls.url, options);
  const owner = connectDatabase(urls.ownerUrl, options);
  const { holderId } = large;
  const page = { search: '', postcode: 'all', page: 1, limit: 10, sort: 'datetime', order: 'desc' } as const;
  const trip = buildTrip(driver);
  const calls = {
    'List with row-level security or without': (db: Db) => listTrips(db, holderId, page),
    'Log a trip with it or without': (db: Db) =>
      insertTrip({ db, holderId, userId: null, now: systemClock() }, trip, undefined),
  };
  const limit = 'setting whose rows a statement sees, without HTTP; decision 0012 has what was tried';
  for (const [what, call] of Object.entries(calls)) {
    const compared = await inTurns(
      () => callsPerSecond(() => call(asHolder(service, holderId))),
      () => callsPerSecond(() => call(owner)),
      { rounds: CALL_ROUNDS },
    );
    atLeast(what, compared, { least: 0.9 }, limit);
  }
  await Promise.all([service.$client.end(), owner.$client.end()]);
}

/** A part of the time in which a process was busy, from 0 to 1. */
export type Share = { name: string; share: number };

/** The functions, without what they call, and the packages in which a server's own process spends most time. */
export type Profile = { functions: Share[]; layers: Share[] };

/** Where the list's time goes, once it is measured. */
export let profiled: Profile | undefined;

/** Profiles a fresh server while 50 connections ask for the list. */
export async function measureProfile(): Promise<void> {
  const { start, dataDir } = await filledInstallation();
  const server = await start('--cpu-prof', `--cpu-prof-dir=${dataDir}`);
  const { cookie } = await signIn(server, 'LARGE');
  const target = { url: server.url + LIST_PATH, headers: { Cookie: cookie } };
  await requestsPerSecond(target, PROFILE_WARM_UP);
  const began = performance.now();
  await requestsPerSecond(target, PROFILE_SECONDS);
  await server.stop();
  const countedMicros = (performance.now() - began) * 1000;
  const file = (await readdir(dataDir)).find((name) => name.includes(`.${server.child.pid}.`)) ?? '';
  const recorded: Profiler.Profile = JSON.parse(await readFile(join(dataDir, file), 'utf8'));
  const { nodes, startTime, endTime, samples = [] } = recorded;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const counted = Math.round((samples.length * countedMicros) / (endTime - startTime));
  const busy = samples
    .slice(-counted)
    .flatMap((id) => frames.get(id) ?? [])
    .filter(({ functionName }) => functionName !== '(idle)');
  profiled = { functions: shares(busy.map(nameOf)), layers: shares(busy.map(layerOf)) };
  console.table(profiled.functions);
}

/** The most frequent names. */
function shares(names: string[]): Share[] {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1 / names.length);
  const sorted = [...found].sort(([, a], [, b]) => b - a).slice(0, PROFILE_ROWS);
  return sorted.map(([name, share]) => ({ name, share }));
}

const fileOf = ({ url }: Runtime.CallFrame) =>
  url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/dist\//, 'dist/');

const nameOf = (frame: Runtime.CallFrame) =>
  `${frame.functionName || 'anonymous'} ${fileOf(frame) && `${fileOf(frame)}:${frame.lineNumber + 1}`}`.trim();

function layerOf(frame: Runtime.CallFrame): string {
  const file = fileOf(frame);
  if (frame.functionName === '(garbage collector)') return 'garbage collection';
  if (file === '' && /^write(v|Buffer|\w*String)$/.test(frame.functionName)) return 'writing to sockets';
  if (file === '') return 'V8 and its built-in functions';
  if (file.startsWith('node:')) return 'Node: HTTP, streams, events, hashes';
  if (file.startsWith('dist/')) return 'Trip Log';
  return /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}
