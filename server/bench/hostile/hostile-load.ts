/** The process of the hostile holders of hostile.ts: each repeats every attack, two at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Call, send } from '../../test/attacks/attacker';
import { endlessPictures, hostilePictures } from '../../test/attacks/hostile-pictures';
import { hostileRequests } from '../../test/attacks/hostile-requests';
import { hostileSpreadsheets, sameTrips } from '../../test/attacks/hostile-spreadsheets';
import { openRaw } from '../../test/attacks/raw-connection';
import { buildLogin } from '../../test/builders';

export type HostileLoad = { url: string; holders: { cookie: string; licence: string }[] };

const IN_FLIGHT = 2;
/** Between two attacks of one, so that they load the server more than the machine. */
const PAUSE_MS = 500;
const STALL_MS = 18_000;

type Holder = HostileLoad['holders'][number] & { ask(call: Call): Promise<Answer> };
type Attack = (holder: Holder) => Promise<Answer[]>;

const asking =
  (call: Call): Attack =>
  async ({ ask }) => [await ask(call)];
const file = { 'Content-Type': 'application/octet-stream' };

const documents: Call[] = [
  { path: '/api/reports/tmr-filled-form', json: { financialYear: '2025-2026' } },
  { path: '/api/reports/quarterly', json: { quarter: 'Q3', year: 2026, detailedBreakdown: true } },
  { path: '/api/reports/annual-data', json: { financialYear: '2025-2026' } },
  { path: '/api/export/trips' },
  { path: '/api/export/everything' },
  { path: '/api/records?startDate=2026-01-01&endDate=2026-03-31' },
];
const searches: Call[] = [
  { path: `/api/activity?search=${'a+b+c+d+e+f+g+h+'.repeat(15)}` },
  { path: '/api/trips?search=suburb&limit=100' },
  { path: '/api/trips?search=%25_%25_%25&sort=waitingTime&page=90&limit=100' },
  { path: '/api/drivers' },
  { path: '/api/statistics' },
  { path: '/api/auth/login', json: buildLogin({ companyName: 'e\u0301'.repeat(30_000) }) },
];

/** Uploads a file and saves it as the logo. */
const saving =
  (url: string, picture: Buffer): Attack =>
  async ({ ask }) => {
    const address = await ask({ method: 'POST', path: '/api/objects/upload' });
    if (address.status !== 200) return [address];
    const { uploadURL } = JSON.parse(address.body.toString());
    const stored = await ask({
      method: 'PUT',
      path: uploadURL.slice(url.length),
      headers: { 'Content-Type': 'image/png' },
      body: picture,
    });
    return [stored, await ask({ method: 'PUT', path: '/api/profile/logo', json: { logoUrl: uploadURL } })];
  };

/** Takes an export one chunk every 18 seconds. */
const stalling =
  (url: string): Attack =>
  async ({ cookie }) => {
    const { host } = new URL(url);
    const reader = await openRaw(
      url,
      `GET /api/export/trips HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    reader.socket.pause();
    await sleep(STALL_MS);
    reader.close();
    return [];
  };

async function allAttacks(url: string): Promise<Attack[]> {
  const preview = (body: string | Buffer) => asking({ path: '/api/imports/preview', headers: file, body });
  const pictures: Attack[] = [];
  for (const make of Object.values({ ...hostilePictures, ...endlessPictures }))
    pictures.push(saving(url, await make()));
  return [
    ...Object.values(hostileRequests).map((make) => asking(make())),
    ...Object.values(hostileSpreadsheets).map((make) => preview(make())),
    ({ licence, ask }) => preview(sameTrips(licence))({ licence, ask, cookie: '' }),
    ...pictures,
    ...documents.map(asking),
    ...searches.map(asking),
    stalling(url),
  ];
}

const answers: Record<string, number> = {};
let stopping = false;

async function doWorst(holder: Holder, attacks: Attack[], first: number): Promise<void> {
  for (let at = first; !stopping; at += 1) {
    // a step that shares no factor with their number meets all of them, in another order for each
    const attack = attacks[(at * 7 + first) % attacks.length];
    for (const { status } of (await attack?.(holder)) ?? []) answers[status] = (answers[status] ?? 0) + 1;
    await sleep(PAUSE_MS);
  }
}

process.once('message', async ({ url, holders }: HostileLoad) => {
  const attacks = await allAttacks(url);
  process.once('message', async () => {
    process.once('message', () => {
      stopping = true;
      process.send?.(answers, () => process.exit());
    });
    for (const [index, { cookie, licence }] of holders.entries()) {
      const ask = (call: Call) => send(url, { ...call, headers: { Cookie: cookie, ...call.headers } });
      for (let loop = 0; loop < IN_FLIGHT; loop += 1)
        void doWorst({ cookie, licence, ask }, attacks, index * IN_FLIGHT + loop);
    }
  });
  process.send?.('ready');
});
