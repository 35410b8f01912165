import type { AreaPlace, ConfirmAreas } from '@shared/areas/areas';
import { expectNoViolations } from '@test/axe';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse, unreachable } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const GET = 'GET /api/areas/places';
const PUT = 'PUT /api/areas/places';

const place = (suburb: string, postcode: string, more: Partial<AreaPlace> = {}): AreaPlace => ({
  suburb,
  postcode,
  area: 'Brisbane',
  isConfirmed: false,
  isDoubtful: false,
  candidates: [],
  tripCount: 12,
  lodged: [],
  ...more,
});

const places = [
  place('Toowong', '4066'),
  place('Ascot', '4007', { isConfirmed: true }),
  place('North Lakes', '4509', {
    isDoubtful: true,
    area: 'Redcliffe',
    candidates: ['Redcliffe', 'Brisbane'],
    tripCount: 1,
  }),
  place('Nowhere', '4999', { isDoubtful: true, area: null }),
  place('Milton', '4064'),
];

/** A server that remembers what was confirmed. */
function storeAreas(stored: readonly AreaPlace[]) {
  let now = [...stored];
  return {
    [GET]: () => now,
    [PUT]: ({ body }: Call<ConfirmAreas>) => {
      now = now.map((one) => {
        const change = body.find(
          ({ suburb, postcode }) => suburb === one.suburb && postcode === one.postcode,
        );
        return change ? { ...one, ...change, isDoubtful: false, candidates: [] } : one;
      });
      return now;
    },
  };
}

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const field = (name: string) => page.getByRole('combobox', { name: `Area of ${name}` });
const status = (text: string) => page.getByRole('status').filter({ hasText: text });

test('guesses, doubts and confirmed areas are shown as such, to confirm first', async () => {
  await openApp('/areas', { on: 'phone', answers: { [GET]: places } });
  await expect(status('4 taxi areas to confirm')).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Area of/ })).toHaveCount(2);
  for (const group of ['Likely areas', 'Confirmed'])
    await page.getByRole('button', { name: `Show: ${group}` }).click();
  await expect(page.getByRole('combobox', { name: /^Area of/ })).toHaveCount(5);
  const fields = page.getByRole('combobox', { name: /^Area of/ }).elements();
  expect(fields.map((element) => element.getAttribute('aria-label'))).toEqual([
    'Area of North Lakes 4509',
    'Area of Nowhere 4999',
    'Area of Toowong 4066',
    'Area of Milton 4064',
    'Area of Ascot 4007',
  ]);
  await expect(page.getByRole('region', { name: 'Likely areas' }).getByRole('listitem')).toHaveCount(2);
  await expect(row('North Lakes').getByText('Doubtful')).toBeVisible();
  await expect(row('Nowhere').getByText('Not known')).toBeVisible();
  await expect(row('Ascot').getByText('Confirmed')).toBeVisible();
  await expectNoViolations();
});

test('an area is chosen from the list and confirmed by a tap', async () => {
  const server = await openApp('/areas', { on: 'phone', answers: storeAreas(places) });
  await page.getByRole('button', { name: 'Show: Likely areas' }).click();
  await page.getByRole('button', { name: 'Confirm: Toowong 4066, Brisbane' }).click();
  await expect(row('Toowong').getByText('Confirmed')).toBeVisible();
  await field('Nowhere 4999').click();
  await expectNoViolations();
  await page.getByRole('option', { name: 'Ipswich South-East Queensland' }).click();
  await expect(field('Nowhere 4999')).toHaveValue('Ipswich');
  await expect(status('2 taxi areas to confirm')).toBeVisible();
  expect(server.sent(PUT)).toEqual([
    [{ suburb: 'Toowong', postcode: '4066', area: 'Brisbane', isConfirmed: true }],
    [{ suburb: 'Nowhere', postcode: '4999', area: 'Ipswich', isConfirmed: true }],
  ]);
});

test('a place near two areas, or away from its town, has a button for each', async () => {
  const malanda = place('Malanda', '4885', {
    isDoubtful: true,
    area: 'Atherton',
    candidates: ['Atherton', 'In no taxi service area'],
    lodged: ['Q1-2026'],
  });
  const server = await openApp('/areas', { on: 'phone', answers: storeAreas([...places, malanda]) });
  await expect(field('North Lakes 4509')).toHaveValue('');
  await expect(
    row('Malanda').getByText(/^Reported in Atherton\. With another area: Quarterly/),
  ).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Confirm: North Lakes 4509, Brisbane' }).click();
  await expect(field('North Lakes 4509')).toHaveValue('Brisbane');
  await expect(page.getByRole('button', { name: 'Confirm: North Lakes 4509, Redcliffe' })).toBeHidden();
  await page.getByRole('button', { name: 'Confirm: Malanda 4885, In no taxi service area' }).click();
  await expect(field('Malanda 4885')).toHaveValue('In no taxi service area');
  await expect(row('Malanda').getByText('Confirmed')).toBeVisible();
  expect(server.sent(PUT)).toEqual([
    [{ suburb: 'North Lakes', postcode: '4509', area: 'Brisbane', isConfirmed: true }],
    [{ suburb: 'Malanda', postcode: '4885', area: 'In no taxi service area', isConfirmed: true }],
  ]);
});

test('a holder without trips sees that there are no places', async () => {
  await openApp('/areas', { on: 'phone' });
  await expect(page.getByText('No places yet')).toBeVisible();
  await expectNoViolations();
});

test('a failure is shown and tried again', async () => {
  expectedErrors.push(/500.*api\/areas/);
  const failure = new Response(null, { status: 500 });
  const server = await openApp('/areas', { on: 'phone', answers: { [GET]: failure } });
  await expect(page.getByText('The areas could not be loaded')).toBeVisible();
  await expectNoViolations();
  server.change({ [GET]: places });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(field('North Lakes 4509')).toBeVisible();
});

test('places are gone through by keyboard: Enter confirms, arrows move, typing chooses another area', async () => {
  const server = await openApp('/areas', { answers: storeAreas(places) });
  await expect(field('North Lakes 4509')).toHaveFocus();
  await press('ArrowDown', 'ArrowUp');
  await expect(field('North Lakes 4509')).toHaveFocus();
  await press('b', 'r', 'i', 's');
  await expect(page.getByRole('option')).toHaveCount(1);
  await press('Enter');
  await expect(field('Nowhere 4999')).toHaveFocus();
  // without a guess Enter shows what there is
  await press('Enter');
  await expect(page.getByRole('option')).toHaveCount(98);
  await press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await press('z', 'z');
  await expect(page.getByText('No area of this name')).toBeVisible();
  await press('Enter', 'Escape', 'ArrowDown');
  await expect(field('Toowong 4066')).toHaveFocus();
  await press('Enter');
  await expect(field('Milton 4064')).toHaveFocus();
  await press('Enter');
  await expect(status('1 taxi area to confirm')).toBeVisible();
  expect(server.sent(PUT).flat()).toEqual([
    { suburb: 'North Lakes', postcode: '4509', area: 'Brisbane', isConfirmed: true },
    { suburb: 'Toowong', postcode: '4066', area: 'Brisbane', isConfirmed: true },
    { suburb: 'Milton', postcode: '4064', area: 'Brisbane', isConfirmed: true },
  ]);
});

test('all likely areas are confirmed at once, which can be undone', async () => {
  const server = await openApp('/areas', { answers: storeAreas(places) });
  await page.getByRole('button', { name: 'Confirm 2 likely areas' }).click();
  await expect(status('2 taxi areas to confirm')).toBeVisible();
  await expect(page.getByRole('button', { name: /likely area/ })).toBeHidden();
  await toast('2 places confirmed').findElement();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status('4 taxi areas to confirm')).toBeVisible();
  expect(
    server.sent(PUT).map((body) => (body as ConfirmAreas).map(({ isConfirmed }) => isConfirmed)),
  ).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('a confirmed area is withdrawn, and is the guess again', async () => {
  const answers = storeAreas([place('Ascot', '4007', { area: 'Ipswich', isConfirmed: true })]);
  const server = await openApp('/areas', { answers });
  await expect(page.getByText('All taxi areas are confirmed')).toBeVisible();
  server.change({ [PUT]: [], [GET]: [place('Ascot', '4007')] });
  await page.getByRole('button', { name: 'Undo: Ascot 4007' }).click();
  await expect(field('Ascot 4007')).toHaveValue('Brisbane');
  await expect(status('1 taxi area to confirm')).toBeVisible();
});

test('what cannot be saved is taken back and said', async () => {
  expectedErrors.push(/400.*api\/areas/);
  const server = await openApp('/areas', { answers: { [GET]: places, [PUT]: refuse(400, 'No such area') } });
  await page.getByRole('button', { name: 'Confirm: Toowong 4066, Brisbane' }).click();
  await expect(toast('No such area')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm: Toowong 4066, Brisbane' })).toBeVisible();
  await expect(row('Toowong').getByText('Confirmed')).toBeHidden();
  server.change({ [PUT]: unreachable });
  await page.getByRole('button', { name: 'Confirm: Milton 4064, Brisbane' }).click();
  await expect(toast(/Nothing was lost/)).toBeVisible();
  await expect(status('4 taxi areas to confirm')).toBeVisible();
});

test('without a network the screen says so', async () => {
  await openApp('/areas', { answers: { [GET]: unreachable, 'GET /api/areas': unreachable } });
  await expect(
    page.getByText('The areas could not be loaded because the server cannot be reached.'),
  ).toBeVisible();
  await expectNoViolations();
});

test('the check before lodging counts the places to confirm and leads to them', async () => {
  const finding = {
    kind: 'areas',
    title: 'Confirm 12 taxi areas',
    detail: '',
    trips: null,
    examples: [],
    fixes: [],
  };
  const checks = {
    ...emptyAnswers['GET /api/checks'],
    placesToConfirm: 12,
    tripCount: 40,
    questions: 1,
    findings: [finding],
  };
  await openApp('/?tab=reports', { answers: { 'GET /api/checks': checks, [GET]: places } });
  await expect(page.getByText('1 question · 40 trips in all')).toBeVisible();
  await page.getByRole('link', { name: 'Confirm 12 taxi areas' }).click();
  await expect(field('Toowong 4066')).toBeVisible();
});

test('choosing another area says which lodged reports that changes; confirming a guess does not', async () => {
  const lodged = place('Toowong', '4066', { lodged: ['Q1-2026'] });
  await openApp('/areas', { answers: storeAreas([lodged, place('Milton', '4064')]) });
  const warning = page.getByText(
    /^Quarterly report, Q1 .* is marked as lodged\. This changes what it says\.$/,
  );
  await expect(field('Toowong 4066')).toHaveFocus();
  await expect(warning).toBeHidden();
  await field('Toowong 4066').fill('ips');
  await expect(warning).toBeVisible();
  await expectNoViolations();
  await press('Enter');
  await expect(field('Toowong 4066')).toHaveValue('Ipswich');
  await expect(warning).toBeHidden();
});
