import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../../app';
import { signInBudgets } from '../../features/codes/sign-in-budgets';
import { mailBudget } from '../../features/deliveries/recipients/recipients.service';
import { demoBudget } from '../../features/demo/demo-limits';
import { phoneBudgets } from '../../features/phones/phone-budgets';
import { uploadBudget } from '../../features/pictures/picture-limits';
import { documentBudget } from '../../features/reports/document-limits';
import { calendarFailures, calendarReads } from '../../features/to-do/calendar.service';
import { tokenBudget } from '../../features/tokens/token-limits';
import { exportBudget } from '../../features/trips/export-limits';
import { importBudget } from '../../features/trips/import-limits';
import { type Budget, COUNTED_ALREADY } from '../../lib/throttle';
import { insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { serve, toHttp } from '../http/http-requests';
import type { Route } from '../http/route-table';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { tokenOf } from '../token-rows';

const it = createTestApp();

/** What signed-in holders use up. */
const HOLDERS = [calendarReads, documentBudget, exportBudget, uploadBudget, importBudget, mailBudget];

const BUDGETS = [
  ...Object.values(signInBudgets),
  ...Object.values(phoneBudgets),
  demoBudget,
  calendarFailures,
  ...HOLDERS,
  tokenBudget,
];

const COUNTED: Partial<Record<Route, string>> = {
  'POST /api/reports/quarterly': 'documents',
  'POST /api/reports/annual': 'documents',
  'POST /api/reports/annual-data': 'documents',
  'GET /api/reports/tmr-annual': 'documents',
  'POST /api/reports/tmr-filled-form': 'documents',
  'GET /api/reports/hours': 'documents',
  'GET /api/reports/driver': 'documents',
  'GET /api/reports/portal-data': 'documents',
  'GET /api/reports/portal-data/:part': 'documents',
  'GET /api/lodgements/changes': 'documents',
  'POST /api/lodgements': 'documents',
  'GET /api/lodgements/:id/documents/:name': 'documents',
  'GET /api/records': 'exports',
  'GET /api/tmr-requests/:id/answer': 'exports',
  'GET /api/export/everything': 'exports',
  'GET /api/export/trips': 'exports',
  'GET /calendar/:holderId.ics': 'calendarReads',
  'POST /api/objects/upload': 'uploads',
  'PUT /api/profile/logo': 'uploads',
  'PUT /api/bea-holders/logo': 'uploads',
  'PUT /api/profile': 'uploads',
  'POST /api/imports/preview': 'imports',
  'POST /api/imports': 'imports',
  'POST /api/imports/files': 'imports',
  'POST /api/imports/typed/preview': 'imports',
  'POST /api/imports/typed': 'imports',
  'POST /api/drivers/sheet/preview': 'imports',
  'POST /api/drivers/sheet': 'imports',
  'POST /api/shifts/read': 'imports',
  'POST /api/shifts/typed': 'imports',
  'POST /api/email-settings': 'mails',
  'POST /api/deliveries/test': 'mails',
  'POST /api/deliveries/:id/send-again': 'mails',
};

test('the routes that have budgets are these, and no other asks the database to count', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const spent: [Budget, string][] = [];
  const throttle = {
    ...COUNTED_ALREADY,
    spend: async (...counted: [Budget, string]) => void spent.push(counted),
  };
  const client = await serve(createApp({ ...it.deps, throttle }));
  const counted: typeof COUNTED = {};
  const signIn = async () => {
    const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
    return { own, cookie: await signInFullHolder(client, own) };
  };
  // one for all that only read
  const reader = await signIn();
  for (const [index, route] of askedRoutes.entries()) {
    const { own, cookie } = route.startsWith('GET ') ? reader : await signIn();
    spent.length = 0;
    const request = await validRequest(index, { own, origin: client.origin, deps: it.deps });
    await client.send(toHttp(route, { ...request, headers: { ...request.headers, Cookie: cookie } }));
    const theirs = spent.filter(([budget]) => HOLDERS.includes(budget));
    for (const [budget, key] of theirs) {
      expect(key, route).toBe(own.ids.holder);
      counted[route] = budget.name;
    }
    expect(theirs.length, `${route} is counted once`).toBeLessThanOrEqual(1);
  }
  await client.close();
  expect(counted).toEqual(COUNTED);
});

test('beyond its budget a holder is refused with the time left, and no one else is', async () => {
  const two: Budget = { ...exportBudget, most: 2 };
  const { throttle } = it.deps;
  const spend = (budget: Budget, key: string) => throttle.spend(budget === exportBudget ? two : budget, key);
  const app = createApp({ ...it.deps, throttle: { ...throttle, spend } });
  const client = await serve(app);
  const exported = (cookie: string) =>
    client.send(toHttp('GET /api/export/trips', { params: {}, query: {}, headers: { Cookie: cookie } }));
  const [hungry, other] = await Promise.all(
    ['Hungry', 'Other'].map(async (mark) =>
      signInFullHolder(client, await insertFullHolder(it.deps, { mark, postcode: '4066' })),
    ),
  );
  for (let n = 0; n < 2; n += 1) expect((await exported(hungry ?? '')).status).toBe(200);
  const { status, headers, body } = await exported(hungry ?? '');
  expect(status).toBe(429);
  expect(JSON.parse(body.toString())).toEqual({
    message: 'Too many exports. Please try again in 60 minutes.',
    code: 'too-many',
  });
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
  expect((await exported(other ?? '')).status).toBe(200);
  await client.close();
});

test('what a token asks for counts for the token, and leaves its holder and other tokens what they have', async () => {
  const few = (budget: Budget) => ({ ...budget, most: budget === tokenBudget ? 4 : 2 });
  const reduced = new Map([exportBudget, tokenBudget].map((budget) => [budget, few(budget)]));
  const { throttle } = it.deps;
  const spend = (budget: Budget, key: string) => throttle.spend(reduced.get(budget) ?? budget, key);
  const client = await serve(createApp({ ...it.deps, throttle: { ...throttle, spend } }));
  const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
  const cookie = await signInFullHolder(client, own);
  const exported = (headers: Record<string, string>) =>
    client.send(toHttp('GET /api/export/trips', { params: {}, query: {}, headers }));
  const [hungry, other] = [own.ids.token, own.ids.readingToken].map((id) => ({ 'X-API-Key': tokenOf(id) }));
  if (!hungry || !other) throw new RangeError('A full holder has two tokens');
  for (const status of [200, 200, 429, 429]) expect((await exported(hungry)).status).toBe(status);
  const { status, headers, body } = await client.send(
    toHttp('GET /api/vehicles', { params: {}, query: {}, headers: hungry }),
  );
  expect([status, JSON.parse(body.toString())]).toEqual([
    429,
    { message: 'Too many requests by this token. Please try again in 60 minutes.', code: 'too-many' },
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
  for (const sent of [other, { Cookie: cookie }]) expect((await exported(sent)).status).toBe(200);
  await client.close();
});

test('a request by a token counts once, wherever its route is mounted', async () => {
  const spent: string[] = [];
  const spend = async ({ name }: Budget, key: string) => void spent.push(`${name} ${key}`);
  const client = await serve(createApp({ ...it.deps, throttle: { ...COUNTED_ALREADY, spend } }));
  const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
  const headers = { 'X-API-Key': tokenOf(own.ids.token) };
  for (const route of ['GET /api/imports/layouts', 'GET /api/imports', 'GET /api/vehicles'] as const) {
    spent.length = 0;
    await client.send(toHttp(route, { params: {}, query: {}, headers }));
    expect(spent, route).toEqual([`token ${own.ids.token}`]);
  }
  await client.close();
});

test('docs/operations.md lists every budget', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| `(\w+)` \| (\d+) in (\d+) minutes \|/gm,
  );
  expect([...rows].map(([, name, most, minutes]) => [name, Number(most), Number(minutes) * 60])).toEqual(
    BUDGETS.map(({ name, most, seconds }) => [name, most, seconds]),
  );
  const declared = execFileSync('git', ['grep', '-hoE', '\\bmost: [0-9]+', '--', 'server/features'], {
    encoding: 'utf8',
  });
  expect(declared.trim().split('\n'), 'budgets that features declare').toHaveLength(BUDGETS.length);
});
