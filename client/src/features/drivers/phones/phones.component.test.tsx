import type { ActivityLine } from '@shared/activity/activity';
import type { DriversPhones, HeldRecord, HeldSettled, Phone, PhonesOfDriver } from '@shared/phones';
import { expectNoViolations } from '@test/axe';
import { buildDriver, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeDrivers } from '@test/stores';
import { expect as expectValue, test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const safari: Phone = {
  id: 'phone-1',
  name: 'Safari on iPhone',
  createdAt: '2026-11-20T02:00:00.000Z',
  lastUsedAt: NOW,
};

/** Keeps Amy's phones and what waited on them as the server does; each code is another. */
function storePhones(phones: Phone[], held: HeldRecord[] = [], refused: HeldSettled['refused'] = []) {
  let codes = 0;
  const known: PhonesOfDriver = { code: null, phones };
  const settle = ({ body: { keys } }: Call<{ keys: string[] }>, kept: HeldSettled['refused'] = []) => {
    const stays = ({ key }: HeldRecord) => !keys.includes(key) || kept.some((one) => one.key === key);
    held.splice(0, held.length, ...held.filter(stays));
    return { settled: keys.length - kept.length, refused: kept };
  };
  return {
    ...storeDrivers([amy]),
    'GET /api/drivers/phones': (): DriversPhones[] =>
      phones.length + held.length > 0
        ? [
            {
              driverId: amy.id,
              phones: phones.length,
              lastUsedAt: phones[0]?.lastUsedAt ?? null,
              held: held.length,
            },
          ]
        : [],
    'GET /api/drivers/:id/phones': () => structuredClone(known),
    'DELETE /api/drivers/:id/phones/:phone': ({ params }: Call) => {
      phones.splice(
        phones.findIndex(({ id }) => id === params.phone),
        1,
      );
      known.code = null;
    },
    'POST /api/drivers/:id/phone-codes': () => {
      codes += 1;
      const code = `1234567${codes}`;
      const expiresAt = `2026-11-23T02:00:00.00${codes}Z`;
      known.code = { expiresAt, phonesLeft: 3 };
      return { code, url: `https://trips.example.com/phone#${code}`, expiresAt };
    },
    'GET /api/drivers/held': () => held,
    'POST /api/drivers/held/store': (call: Call<{ keys: string[] }>) => settle(call, refused),
    'POST /api/drivers/held/drop': (call: Call<{ keys: string[] }>) => settle(call),
  } satisfies Answers;
}

const dialog = page.getByRole('dialog', { name: "Amy Young's phone" });
const open = () => page.getByRole('button', { name: "Amy Young's phone" }).click();
const code = dialog.getByLabelText('Code', { exact: true });

test('a driver without a phone has a code at once, to scan, to type and to send', async () => {
  const phones: Phone[] = [];
  const server = await openApp('/drivers', { on: 'phone', answers: storePhones(phones) });
  await open();
  await expect(code).toHaveValue('1234 5671');
  await expect(dialog.getByLabelText('Address')).toHaveValue('https://trips.example.com/phone#12345671');
  await expect(dialog.getByRole('img', { name: 'QR code with the address' })).toBeVisible();
  await expect(dialog).toHaveTextContent('Works on up to 3 phones, until 23/11/2026 12:00.');
  await expectNoViolations();

  // the phone takes the code while the office looks on
  phones.push(safari);
  await expect(dialog.getByRole('list', { name: 'Phones' })).toHaveTextContent('Safari on iPhone');
  await expect(code).toHaveValue('1234 5671');
  expectValue(server.sent('POST /api/drivers/:id/phone-codes')).toHaveLength(1);
  await expect(toast("Amy Young's phone is ready")).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('list', { name: 'Drivers' })).toHaveTextContent('1 phone, last used today');
});

test('the code stays when its dialog is opened again or the driver changes, until another is asked for', async () => {
  const server = await openApp('/drivers', { answers: storePhones([]) });
  await open();
  await expect(code).toHaveValue('1234 5671');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await page.getByLabelText('Authorisation Expires').fill('21/11/2031');
  await page.getByRole('button', { name: 'Update Driver' }).click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  await open();
  await expect(code).toHaveValue('1234 5671');
  await dialog.getByRole('button', { name: 'New code' }).click();
  await expect(code).toHaveValue('1234 5672');
  expectValue(server.sent('POST /api/drivers/:id/phone-codes')).toHaveLength(2);
});

test('the row says how many phones there are, and one of them is ended', async () => {
  const pixel = { ...safari, id: 'phone-2', name: 'Chrome on Pixel', lastUsedAt: '2026-11-20T02:00:00.000Z' };
  const server = await openApp('/drivers', { answers: storePhones([safari, pixel]) });
  const row = page.getByRole('row', { name: 'Amy Young' });
  await expect(row).toHaveTextContent('2 phones, last used today');
  await open();
  const list = dialog.getByRole('list', { name: 'Phones' });
  await expect(list).toHaveTextContent('Chrome on Pixel');
  await expectNoViolations();
  // a look at the phones ends no code that a driver is typing
  expectValue(server.sent('POST /api/drivers/:id/phone-codes')).toEqual([]);

  await list.getByRole('button', { name: 'End: Chrome on Pixel, added 20/11/2026 12:00' }).click();
  const question = page.getByRole('alertdialog', { name: "End Amy Young's phone?" });
  await expect(question).toHaveTextContent(
    'Chrome on Pixel, added 20/11/2026 12:00, last used 20/11/2026 12:00',
  );
  await expectNoViolations();
  await question.getByRole('button', { name: 'End' }).click();
  await expect(toast("Chrome on Pixel is no longer Amy Young's phone")).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Add another phone' }).click();
  await expect(code).toHaveValue('1234 5671');
  await press('Escape');
  await expect(row).toHaveTextContent('1 phone, last used today');
});

test('two phones of one name are told apart, and a code that End has ended is not shown again by itself', async () => {
  const first = { ...safari, id: 'phone-0', createdAt: '2026-11-19T02:00:00.000Z' };
  const phones = [safari, first];
  const server = await openApp('/drivers', { answers: storePhones(phones) });
  await open();
  await dialog.getByRole('button', { name: 'Add another phone' }).click();
  await expect(code).toHaveValue('1234 5671');
  const list = dialog.getByRole('list', { name: 'Phones' });
  await expect(list).toHaveTextContent(/Safari on iPhone \(2\).*Safari on iPhone/);
  for (const name of ['Safari on iPhone (2)', 'Safari on iPhone']) {
    await list.getByRole('button', { name: `End: ${name}, added` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await expect(toast(`${name} is no longer Amy Young's phone`)).toBeVisible();
    await expect(code).not.toBeInTheDocument();
  }
  await dialog.getByRole('button', { name: 'New code' }).click();
  await expect(code).toHaveValue('1234 5672');
  expectValue(server.sent('POST /api/drivers/:id/phone-codes')).toHaveLength(2);
});

test('a code that is used up or was ended elsewhere is not shown as if it worked', async () => {
  const answers = storePhones([safari]);
  const server = await openApp('/drivers', { answers });
  await open();
  await dialog.getByRole('button', { name: 'Add another phone' }).click();
  await expect(dialog).toHaveTextContent('Works on up to 3 phones');
  const look = async (known: PhonesOfDriver['code']) => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    server.change({ 'GET /api/drivers/:id/phones': { code: known, phones: [safari] } });
    await open();
  };
  await look({ expiresAt: '2026-11-23T02:00:00.001Z', phonesLeft: 1 });
  await expect(dialog).toHaveTextContent('Works on 1 more phone, until 23/11/2026 12:00.');
  await look({ expiresAt: '2026-11-23T05:00:00.000Z', phonesLeft: 3 });
  await expect(dialog).toHaveTextContent('A code that is not shown here works until 23/11/2026 15:00.');
  await expect(code).not.toBeInTheDocument();
  await look(null);
  await expect(dialog.getByRole('button', { name: 'Add another phone' })).toBeVisible();
  await expect(dialog).not.toHaveTextContent('A code that');
  expectValue(server.sent('POST /api/drivers/:id/phone-codes')).toHaveLength(1);
});

test('the page of a driver has the same dialog, and that of an inactive one has none', async () => {
  const ben = buildDriver({ firstName: 'Ben', isActive: false });
  await openApp(`/drivers/${amy.id}`, {
    answers: { ...storePhones([safari]), ...storeDrivers([amy, ben]) },
  });
  await expect(page.getByText('1 phone, last used today')).toBeVisible();
  await page.getByRole('button', { name: "Amy's phone" }).click();
  await expect(dialog.getByRole('list', { name: 'Phones' })).toHaveTextContent('last used today');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Back to Drivers' }).click();
  await expect(page.getByRole('button', { name: 'Edit driver: Ben Young' })).toBeVisible();
  await expect(page.getByRole('button', { name: "Ben Young's phone" })).not.toBeInTheDocument();
});

test('a code that cannot be made says so, and is asked for again', async () => {
  expectedErrors.push(/409.*phone-codes/);
  const answers = storePhones([]);
  const server = await openApp('/drivers', {
    answers: {
      ...answers,
      'POST /api/drivers/:id/phone-codes': refuse(409, 'Amy Young does not drive any more', {
        code: 'conflict',
      }),
    },
  });
  await open();
  await expect(dialog.getByText('Amy Young does not drive any more')).toBeVisible();
  server.change({ 'POST /api/drivers/:id/phone-codes': answers['POST /api/drivers/:id/phone-codes'] });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(code).toHaveValue('1234 5671');
});

const held = (key: string, overrides: object = {}): HeldRecord => ({
  key,
  driverId: amy.id,
  driverName: 'Amy Young',
  loggedAt: NOW,
  trip: {
    datetime: '2026-11-21T23:30:00.000Z',
    suburb: `Ascot ${key}`,
    postcode: '4007',
    waitingTime: 5,
    vehicleRegistration: '123ABC',
  },
  ...overrides,
});
const shift: HeldRecord = {
  key: 'shift',
  driverId: amy.id,
  driverName: 'Amy Young',
  loggedAt: NOW,
  shift: { start: '2026-11-21T20:00:00.000Z', end: '2026-11-22T01:30:00.000Z' },
};
const waited = page.getByRole('list', { name: "Waited on Amy Young's phone" });

test('what waited on a phone that ended is stored, and what the server refuses stays and says why', async () => {
  const refused = [{ key: 'two', message: 'The vehicle was not available on 22/11/2026' }];
  const server = await openApp('/drivers', {
    on: 'phone',
    answers: storePhones([], [held('one'), held('two'), shift], refused),
  });
  await expect(page.getByRole('heading', { name: 'Amy Young: 2 trips and 1 shift' })).toBeVisible();
  await expect(waited).toHaveTextContent('Shift, 22/11/2026 06:00 to 11:30');
  await expect(waited).toHaveTextContent('5 min wait · 123ABC');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Store all of Amy Young' }).click();
  await expect(toast('1 trip could not be stored')).toBeVisible();
  await expect(waited.getByText('The vehicle was not available on 22/11/2026')).toBeVisible();
  await expect(waited.getByRole('listitem')).toHaveCount(1);
  expectValue(server.sent('POST /api/drivers/held/store')).toEqual([{ keys: ['one', 'two', 'shift'] }]);

  await waited.getByRole('button', { name: 'Discard: Ascot Two 4007, 22/11/2026 09:30' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard 1 trip?' });
  await expect(question).toHaveTextContent('Ascot Two 4007, 22/11/2026 09:30');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(toast('1 trip discarded')).toBeVisible();
  await expect(page.getByText("Waited on drivers' phones")).not.toBeInTheDocument();
  expectValue(server.sent('POST /api/drivers/held/drop')).toEqual([{ keys: ['two'] }]);
});

test('a long list shows its first five, and one of them is stored alone', async () => {
  const keys = ['one', 'two', 'three', 'four', 'five', 'six'];
  await openApp('/drivers', {
    answers: storePhones(
      [],
      keys.map((key) => held(key)),
    ),
  });
  const rows = waited.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await waited.getByRole('button', { name: 'Store: Ascot Three 4007, 22/11/2026 09:30' }).click();
  await expect(toast('1 trip stored')).toBeVisible();
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('heading', { name: 'Amy Young: 5 trips' })).toBeVisible();
});

test('removing or switching off a driver says what becomes of their phones and of what waited there', async () => {
  await openApp('/drivers', { on: 'phone', answers: storePhones([safari], [held('one'), held('two')]) });
  const ends = 'Their 1 phone can then log no more trips.';
  await page.getByRole('button', { name: 'Delete driver: Amy Young' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveTextContent(
    '2 trips or shifts that waited on their phone are not stored yet.',
  );
  await expect(question).toHaveTextContent(ends);
  await expectNoViolations();
  await press('Escape');
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await expect(page.getByText(ends)).not.toBeInTheDocument();
  await page.getByLabelText('Active', { exact: true }).click();
  await expect(page.getByText(ends)).toBeVisible();
});

test('what a removed driver left is stored once the driver is taken back, in one press', async () => {
  const gone = { driverId: 'gone', driverName: 'Zoe Gone' };
  const answers = storePhones([], [held('one', gone), held('two', gone)]);
  const server = await openApp('/drivers', {
    on: 'phone',
    answers: {
      ...answers,
      'POST /api/drivers/:id/restore': buildDriver({ id: 'gone', firstName: 'Zoe', lastName: 'Gone' }),
    },
  });
  const list = page.getByRole('list', { name: "Waited on Zoe Gone's phone" });
  await expect(list.getByRole('button', { name: /^Store: Ascot One/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Store all of Zoe Gone' })).not.toBeInTheDocument();
  await expectNoViolations();
  server.change({
    'GET /api/drivers': [amy, buildDriver({ id: 'gone', firstName: 'Zoe', lastName: 'Gone' })],
  });
  await page.getByRole('button', { name: 'Take Zoe Gone back' }).click();
  await expect(toast('Driver restored')).toBeVisible();
  expectValue(server.calls.some(({ path }) => path === '/api/drivers/gone/restore')).toBe(true);
  await page.getByRole('button', { name: 'Store all of Zoe Gone' }).click();
  await expect(toast('2 trips stored')).toBeVisible();
});

test('the page of a removed driver takes the driver back', async () => {
  const ben = buildDriver({ firstName: 'Ben' });
  const removal: ActivityLine = {
    id: 'removal',
    at: NOW,
    entity: 'driver',
    entityId: ben.id,
    action: 'deleted',
    subject: 'Ben Young',
    person: 'Mary Smith',
    changes: {},
    many: null,
  };
  const server = await openApp(`/drivers/${ben.id}`, {
    answers: {
      ...storeDrivers([amy]),
      'GET /api/activity': { events: [removal], total: 1 },
      'POST /api/drivers/:id/restore': ben,
    },
  });
  await expect(page.getByText('Ben Young was removed')).toBeVisible();
  await expectNoViolations();
  server.change({ 'GET /api/drivers': [amy, ben] });
  await page.getByRole('button', { name: 'Take Ben Young back' }).click();
  await expect(page.getByRole('heading', { name: 'Ben Young' })).toBeVisible();
});

test('what a colleague settled meanwhile is not counted as stored', async () => {
  const answers = { ...storePhones([], [held('one'), held('two')]) };
  await openApp('/drivers', {
    answers: { ...answers, 'POST /api/drivers/held/store': { settled: 1, refused: [] } },
  });
  await page.getByRole('button', { name: 'Store all of Amy Young' }).click();
  await expect(toast('1 of 2 trips stored')).toBeVisible();
});
