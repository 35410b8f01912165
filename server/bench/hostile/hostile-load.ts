/** The process of the hostile holders of hostile.ts: each repeats every attack, two at a time. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Call, send } from '../../test/attacks/attacker';
import { endlessPictures, hostilePictures } from '../../test/attacks/hostile-pictures';
import { hostileRequests } from '../../test/attacks/hostile-requests';
import { hostileSpreadsheets, sameTrips } from '../../test/attacks/hostile-spreadsheets';
import { openRaw } from '../../test/attacks/raw-connection';
import { buildLogin } from '../../test/builders';

type Holder = { cookie: string; licence: string };
type Attack = Call | ((holder: Holder) => Promise<unknown>);
export type HostileLoad = { url: string; holders: Holder[] };

/** Between two attacks of one holder, so that they load the server more than the machine. */
const PAUSE_MS = 500;
const STALL_MS = 18_000;

const [{ url, holders }] = (await once(process, 'message')) as [HostileLoad];
const answers: Record<string, number> = {};
let stopping = false;

async function ask({ cookie }: Holder, call: Call): Promise<Answer> {
  const answer = await send(url, { ...call, headers: { Cookie: cookie, ...call.headers } });
  answers[answer.status] = (answers[answer.status] ?? 0) + 1;
  return answer;
}

const calls: Call[] = [
  ...Object.values(hostileRequests).map((make) => make()),
  { path: '/api/reports/tmr-filled-form', json: { financialYear: '2025-2026' } },
  { path: '/api/reports/quarterly', json: { quarter: 'Q3', year: 2026, detailedBreakdown: true } },
  { path: '/api/reports/annual-data', json: { financialYear: '2025-2026' } },
  { path: '/api/export/trips' },
  { path: '/api/export/everything' },
  { path: '/api/records?startDate=2026-01-01&endDate=2026-03-31' },
  { path: `/api/activity?search=${'a+b+c+d+e+f+g+h+'.repeat(15)}` },
  { path: '/api/trips?search=suburb&limit=100' },
  { path: '/api/trips?search=%25_%25_%25&sort=waitingTime&page=90&limit=100' },
  { path: '/api/drivers' },
  { path: '/api/statistics' },
  { path: '/api/auth/login', json: buildLogin({ companyName: 'e\u0301'.repeat(30_000) }) },
];

const preview = (body: string | Buffer): Call => ({
  path: '/api/imports/preview',
  headers: { 'Content-Type': 'application/octet-stream' },
  body,
});

/** Uploads a file and saves it as the logo. */
async function saveLogo(holder: Holder, picture: Buffer): Promise<void> {
  const { status, body } = await ask(holder, { method: 'POST', path: '/api/objects/upload' });
  if (status !== 200) return;
  const logoUrl: string = JSON.parse(body.toString()).uploadURL;
  const headers = { 'Content-Type': 'image/png' };
  await ask(holder, { method: 'PUT', path: logoUrl.slice(url.length), headers, body: picture });
  await ask(holder, { method: 'PUT', path: '/api/profile/logo', json: { logoUrl } });
}

/** Asks for an export, and reads a chunk of it in 18 seconds. */
async function stall({ cookie }: Holder): Promise<void> {
  const head = `GET /api/export/trips HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n\r\n`;
  const reader = await openRaw(url, head);
  reader.socket.pause();
  await sleep(STALL_MS);
  reader.close();
}

const makePictures = Object.values({ ...hostilePictures, ...endlessPictures });
const pictures = await Promise.all(makePictures.map((make) => make()));
const attacks: Attack[] = [
  ...Object.values(hostileSpreadsheets).map((make) => preview(make())),
  ...pictures.map((picture) => (holder: Holder) => saveLogo(holder, picture)),
  ...calls,
  (holder) => ask(holder, preview(sameTrips(holder.licence))),
  stall,
];

async function repeatAttacks(holder: Holder, first: number): Promise<void> {
  for (let at = first; !stopping; at += 1) {
    // a step that shares no factor with their number meets all of them, in another order for each
    const attack = attacks[(at * 7 + first) % attacks.length] ?? stall;
    await (typeof attack === 'function' ? attack(holder) : ask(holder, attack));
    await sleep(PAUSE_MS);
  }
}

process.once('message', () => {
  stopping = true;
  process.send?.(answers);
});
process.send?.('ready');
// two loops a holder
for (const [index, holder] of [...holders, ...holders].entries()) void repeatAttacks(holder, index);
