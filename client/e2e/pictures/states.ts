import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { HOUR_MS } from '@shared/durations';
import { previousQuarter, quarterOf } from '@shared/periods';
import { fillLogin } from '../fixtures';
import { csvFile } from '../import-files';

/** The data that a state shows: an operator of two years, a holder without any, one whose every value is the longest. */
export type Data = 'demo' | 'empty' | 'longest';

export type State = {
  name: string;
  path: string;
  /** No one's: signed out. */
  data: Data | 'signed-out';
  /** Opens what the state is about. */
  open?: (page: Page) => Promise<void>;
  /** The API answers nothing, or an error. */
  api?: 'silent' | 'failing';
  /** Something is refused or out of reach, which the console shows. */
  fails?: true;
  /** Also as a PDF. */
  isPrinted?: boolean;
};

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const dialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.locator('dialog[open]').waitFor();
};

/** With the questions that follow. */
const changeVehicle = async (page: Page) => {
  await dialog(/^Edit driver/)(page);
  await page.getByLabel('Vehicle Registration').fill('999ZZZ');
  await page.getByRole('radio', { name: /^Another vehicle/ }).check();
};

/** With its history, and the question of a changed registration. */
const editVehicle = async (page: Page) => {
  await dialog(/^Edit vehicle/)(page);
  await press('History')(page);
  await page.getByRole('list', { name: 'History' }).waitFor();
  await page.getByLabel('Registration', { exact: true }).fill('999ZZZ');
};

/** By the trip's dialog, as on a phone. */
const deleteTrip = async (page: Page) => {
  await dialog(/^Edit trip/)(page);
  await dialog(/^Delete$/)(page);
};

/** The running quarter cannot be lodged yet, and nothing before it is due of who registered today. */
const lodge = async (page: Page) => {
  const { quarter, year } = previousQuarter(quarterOf(new Date()));
  await page.getByLabel('Quarter', { exact: true }).selectOption(String(quarter));
  await page.getByLabel('Year', { exact: true }).selectOption(String(year));
  await dialog(/^Mark as lodged/)(page);
};

/** The dialog is loaded once it is asked for. */
const keys = async (page: Page) => {
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
};

/** Each state of the same holder signs in, and so adds a device before the one with the longest name. */
const signOutDevice = async (page: Page) => {
  const name = /^(Sign out|Forget): W/;
  const button = page.getByRole('button', { name });
  const all = page.locator('#people').getByRole('button', { name: /^Show all/ });
  await button.or(all).first().waitFor();
  if (await all.isVisible()) await all.click();
  await dialog(name)(page);
};

/** As many old records as no holder of the pictures has. */
const removal = (openRequests: number) => async (page: Page) => {
  await page.route('**/api/records/removal?*', async (route) => {
    const response = await route.fetch();
    const counts = { trips: 12_480, shifts: 1296 };
    const old = { counts, deletedTrips: 31, oldestDay: '2021-07-03', openRequests };
    await route.fulfill({ response, json: { ...(await response.json()), ...old } });
  });
  await dialog(/^Remove old records/)(page);
  await page.getByText('What stays:').waitFor();
};

const file = (says: string | RegExp, contents: string[]) => async (page: Page) => {
  await page.getByLabel('File', { exact: true }).setInputFiles(csvFile('old trips.csv', ...contents));
  await page.getByText(says).waitFor();
};

const fix = file('2 rows cannot be imported', [
  'Date,Driver,Suburb,Postcode,Waiting Time (minutes)',
  '31/13/2026,Amy Nguyen,Toowong,4066,7',
  '31/10/2026 14:05,No one,Toowong,4066,7',
]);

const palette = (text: string, says: string | RegExp) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump' }).fill(text);
  await page.getByRole('dialog').getByText(says).first().waitFor();
};

/** Signs a new holder in, or gets the answer instead. */
const login = (says: string, answer?: { status: number; json: object }) => async (page: Page) => {
  const unique = randomUUID().slice(0, 8);
  if (answer) await page.route('**/api/auth/login', (route) => route.fulfill(answer));
  await fillLogin(page, {
    beaNumber: `BEA-${unique}`,
    holderName: 'Mary Smith',
    companyName: 'Smith Cars Pty Ltd',
    contactEmail: `mary.${unique}@example.com`,
    contactPhone: '07 3000 0000',
  });
  await press('Sign In')(page);
  await page.getByText(says).first().waitFor();
};

/** Types cells of a grid, and sends them. */
const cells = (texts: Record<string, string>) => async (page: Page) => {
  for (const [name, text] of Object.entries(texts))
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/(cells?|things?) to fix/)
    .first()
    .waitFor();
};

async function logOffline(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  for (const minutes of ['3', '4']) {
    await page.getByRole('group', { name: 'Recent suburbs' }).getByRole('button').last().click();
    await page.getByLabel('Waiting Time (minutes)').fill(minutes);
    await page.getByRole('button', { name: 'Log Trip', exact: true }).click();
    await page.getByText('Trip logged successfully!').first().waitFor();
  }
  await page
    .getByText(/Offline, 2/)
    .first()
    .waitFor();
}

/** Answers with the newest trips, as though they had been deleted: no state changes what is stored. */
async function recentlyDeleted(page: Page): Promise<void> {
  const response = await page.request.get('/api/trips');
  const { trips } = await response.json();
  const deleted = trips.slice(0, 4).map((trip: object, index: number) => ({
    ...trip,
    deletedAt: new Date(Date.now() - index * 9 * HOUR_MS).toISOString(),
  }));
  await page.route('**/api/trips/deleted', (route) => route.fulfill({ json: deleted }));
  await dialog(/^Recently deleted/)(page);
}

/** Answers with two imports, of which one was undone. */
async function earlierImports(page: Page): Promise<void> {
  const imports = ['old trips.csv', 'trips 2025.xlsx'].map((fileName, index) => ({
    id: randomUUID(),
    fileName,
    tripCount: 120 - index * 80,
    importedBy: 'Mary Smith',
    createdAt: new Date(Date.now() - (index + 1) * 50 * HOUR_MS).toISOString(),
    undoneAt: index === 0 ? null : new Date(Date.now() - 90 * HOUR_MS).toISOString(),
  }));
  await page.route('**/api/imports', (route) => route.fulfill({ json: imports }));
  await page.reload();
  await page.getByText('old trips.csv').first().waitFor();
}

const SCREENS: [name: string, path: string, isPrinted?: true][] = [
  ['log-trip', '/'],
  ['drivers', '/?tab=drivers', true],
  ['history', '/?tab=history', true],
  ['reports', '/?tab=reports', true],
  ['settings', '/?tab=settings'],
  ['profile', '/?tab=profile'],
  ['tmr-form', '/tmr-form', true],
  ['areas', '/areas'],
  ['portal', '/portal', true],
  ['import-trips', '/import-trips'],
  ['log-several', '/log-several'],
  ['hours', '/hours', true],
  ['hours-week', '/hours/week'],
];

const screens = SCREENS.flatMap(([name, path, isPrinted = false]): State[] => [
  { name, path, data: 'demo', isPrinted },
  { name: `${name}-empty`, path, data: 'empty' },
  { name: `${name}-longest`, path, data: 'longest', isPrinted },
  { name: `${name}-loading`, path, data: 'demo', api: 'silent' },
  { name: `${name}-failed`, path, data: 'demo', api: 'failing' },
]);

/** What is opened on a screen, with plain and with the longest values. */
const OPENED: [name: string, path: string, open: State['open']][] = [
  ['driver-add', '/?tab=drivers', dialog(/^Add Driver/)],
  ['driver-edit', '/?tab=drivers', dialog(/^Edit driver/)],
  ['driver-delete', '/?tab=drivers', dialog(/^Delete driver/)],
  ['driver-changes-vehicle', '/?tab=drivers', changeVehicle],
  ['vehicle-add', '/?tab=drivers', dialog(/^Add Vehicle/)],
  ['vehicle-edit', '/?tab=drivers', editVehicle],
  ['vehicle-renew', '/?tab=drivers', dialog(/^Renew licence/)],
  ['vehicle-delete', '/?tab=drivers', dialog(/^Delete vehicle/)],
  ['driver-report', '/?tab=drivers', dialog(/^Report for/)],
  ['shift-add', '/hours', dialog(/^Add Shift/)],
  ['request-add', '/reports/records', dialog(/^New request/)],
  ['request-edit', '/reports/records', dialog(/^Edit request/)],
  ['request-answer', '/reports/records', dialog(/^Answer request/)],
  ['records-removal', '/reports/records', dialog(/^Remove old records/)],
  ['history-open', '/?tab=history', press(/^Open trip/)],
  ['trip-edit', '/?tab=history', dialog(/^Edit trip/)],
  ['trip-delete', '/?tab=history', deleteTrip],
  ['export', '/?tab=history', dialog(/^Export/)],
  ['lodge', '/?tab=reports', lodge],
  ['activity', '/?tab=settings', press('Show activity')],
  ['profile-edit', '/?tab=profile', press('Edit Profile')],
  ['person-add', '/?tab=profile', dialog('Add a person')],
  ['token-make', '/?tab=profile', dialog('Make a token')],
  ['not-found', '/nowhere', undefined],
];

const opened = OPENED.flatMap(([name, path, open]): State[] => [
  { name, path, open, data: 'demo' },
  { name: `${name}-longest`, path, open, data: 'longest' },
]);

const others: State[] = [
  { name: 'recently-deleted', path: '/?tab=history', data: 'demo', open: recentlyDeleted },
  {
    name: 'recently-deleted-empty',
    path: '/?tab=history',
    data: 'demo',
    open: dialog(/^Recently deleted/),
  },
  {
    name: 'recently-deleted-longest',
    path: '/?tab=history',
    data: 'longest',
    open: dialog(/^Recently deleted/),
  },
  { name: 'import-earlier', path: '/import-trips', data: 'demo', open: earlierImports },
  {
    name: 'log-trip-errors',
    path: '/',
    data: 'demo',
    open: (page) => page.getByRole('button', { name: 'Log Trip', exact: true }).click(),
  },
  { name: 'log-trip-filled', path: '/?repeat', data: 'demo' },
  { name: 'log-trip-repeated', path: '/', data: 'demo', open: press(/^Repeat last trip/) },
  {
    name: 'history-selected',
    path: '/?tab=history',
    data: 'demo',
    open: (page) => page.getByLabel('Select all on this page').check(),
  },
  { name: 'keys', path: '/?tab=drivers', data: 'demo', open: keys },
  { name: 'history-no-match', path: '/?tab=history&search=nowhere', data: 'demo' },
  {
    name: 'import-columns',
    path: '/import-trips',
    data: 'demo',
    open: file(/Choose columns for/, [
      'Occasion;Person;Where;PC;Stood',
      '31/10/2026 14:05;DA-4711;Toowong;4066;5',
    ]),
  },
  {
    name: 'import-rows',
    path: '/import-trips',
    data: 'demo',
    open: fix,
  },
  {
    name: 'import-fix',
    path: '/import-trips',
    data: 'demo',
    open: async (page) => {
      await fix(page);
      await press('Fix 2 rows here')(page);
      await page.getByRole('heading', { name: 'Rows to fix' }).waitFor();
    },
  },
  {
    name: 'log-several-faults',
    path: '/log-several',
    data: 'demo',
    open: cells({
      'Driver, row 1': 'No one',
      'Date, row 1': '31/13',
      'Time, row 1': '2561',
      'Suburb, row 1': 'Toowong',
    }),
  },
  { name: 'log-trip-offline', path: '/', data: 'demo', fails: true, open: logOffline },
  { name: 'palette', path: '/', data: 'demo', open: palette('', 'Go to') },
  { name: 'palette-results', path: '/', data: 'demo', open: palette('amy', /^All /) },
  { name: 'first-run', path: '/', data: 'signed-out', open: login('How do you begin?') },
  { name: 'login', path: '/', data: 'signed-out' },
  {
    name: 'login-refused',
    path: '/',
    data: 'signed-out',
    fails: true,
    open: login('The details do not match our records', {
      status: 401,
      json: { message: 'The details do not match our records', code: 'unauthorised' },
    }),
  },
  {
    name: 'code-step',
    path: '/',
    data: 'signed-out',
    open: login('We sent a code to', {
      status: 202,
      json: { verification: { id: 'asked', sentTo: 'mary@example.com', expiresInSeconds: 600 } },
    }),
  },
  { name: 'recipient-remove', path: '/?tab=settings', data: 'longest', open: dialog(/^Remove recipient/) },
  { name: 'person-remove', path: '/?tab=profile', data: 'longest', open: dialog(/^Remove person/) },
  { name: 'token-revoke', path: '/?tab=profile', data: 'longest', open: dialog(/^Revoke token/) },
  { name: 'device-sign-out', path: '/?tab=profile', data: 'longest', open: signOutDevice },
  { name: 'records-removal-counted', path: '/reports/records', data: 'demo', open: removal(0) },
  { name: 'records-removal-waiting', path: '/reports/records', data: 'demo', open: removal(1) },
  { name: 'import-undo', path: '/import-trips', data: 'longest', open: dialog(/^Undo import/) },
];

export const STATES: readonly State[] = [...screens, ...opened, ...others];
