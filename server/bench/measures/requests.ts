import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import autocannon from 'autocannon';
import { send } from '../../test/attacks/attacker';
import { buildTrip } from '../../test/builders';
import { startServer } from '../../test/processes';
import { atLeast, inTurns, median, recordAtMost, timed } from '../figures';
import { filledInstallation, LARGE, makeDataDir, SMALL } from '../installation';

const BARE_SERVER = ['--import', 'tsx', 'server/bench/bare-server.ts'];
const CONNECTIONS = 50;
const ROUNDS = 3;
const ROUND_SECONDS = 5;
const PAGE = '/api/trips?page=';
const STARTS = 3;

const LIST_PATH = '/api/trips?page=1&limit=10';
const listSql = `select t.*, concat_ws(' ', d.first_name, d.last_name) as driver_name
  from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
  where t.bea_holder_id = $1 and t.deleted_at is null order by t.datetime desc, t.id desc limit 10 offset 0`;
const insertSql = `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time,
  duration, datetime, notes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

/** The requests per second that a server answers to 50 connections. @throws Error for any answer but a 2xx */
async function requestsPerSecond(target: autocannon.Options) {
  const result = await autocannon({ connections: CONNECTIONS, duration: ROUND_SECONDS, ...target });
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
    { least: 0.45 },
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
    { least: 0.6 },
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
    recordAtMost(`Growth: ${what}`, ours / other, most, { note });
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
  recordAtMost('Start until /readyz, built and initialised', median(times), 3, { unit: 's' });
}
