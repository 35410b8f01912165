import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { paste, press, toast } from '@test/screen';
import { storeDrivers, storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Okafor' });

const cell = (field: string, row: number) =>
  page.getByRole('textbox', { name: `${field}, row ${row}`, exact: true });

async function focus(field: string, row: number) {
  await cell(field, row).click();
  await expect(cell(field, row)).toHaveFocus();
}

test('trips are keyed from paper on a phone, and a fault leads to its cell', async () => {
  const server = await openApp('/log-several', { on: 'phone', answers: storeDrivers([amy, ben]) });
  await expect(page.getByRole('heading', { name: 'Log several' })).toBeVisible();
  await focus('Driver', 1);
  for (const row of [
    'am{Tab}yesterday{Tab}945{Tab}st lucia{Tab}{Tab}1{Enter}',
    '0935{Tab}toowong{Tab}{Tab}2{Enter}',
    // Ben takes over, and the first letters of a place are enough once it is in the grid
    '{Shift>}{Tab}{Tab}{/Shift}be{Tab}{Tab}2561{Tab}st l{Tab}{Tab}3{Enter}',
    '1015{Tab}too{Tab}{Tab}4{Enter}',
  ])
    await userEvent.keyboard(row);
  await expect(cell('Driver', 4)).toHaveValue('Ben Okafor');
  await expect(cell('Date', 4)).toHaveValue('21/11/2026');
  await expect(cell('Suburb', 1)).toHaveValue('St Lucia');
  await expect(cell('Postcode', 1)).toHaveValue('4067');
  await expect(cell('Time', 2)).toHaveValue('09:35');
  await expect(cell('Time', 5)).toHaveFocus();
  await expectNoViolations();

  await press('Control+Enter');
  await expect(cell('Time', 3)).toHaveFocus();
  await expect(cell('Time', 3)).toHaveAccessibleDescription('Write it as 14:05 or 1405');
  await expect(page.getByRole('alert').filter({ hasText: '1 thing to fix' })).toBeVisible();
  await expectNoViolations();
  await expectNoOverflow();
  expect(server.sent('POST /api/imports/typed')).toEqual([]);
});

test('drivers that are missing are reported before anything is typed', async () => {
  await openApp('/log-several', { answers: storeDrivers([]) });
  await expect(page.getByText('No drivers yet. Add a driver')).toBeVisible();
  await page.getByRole('link', { name: 'Add a driver' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Drivers' })).toBeVisible();
});

const PAPER = [
  ['Ben', '730', 'Milton', '4064', '5'],
  ['Ben', '815', 'Spring Hill', '4000', ''],
  ['Grace', '845', 'Newstead', '4006', '3'],
  ['Grace', '920', 'West End', '4101', '12'],
  ['Wei', '1005', 'Ascot', '4007', ''],
  ['Wei', '1040', 'Milton', '4064', '4'],
  ['Wei', '1125', 'Hamilton', '4007', '6'],
  ['Amy', '1150', 'Newstead', '4006', '2'],
  ['Amy', '1310', 'Ascot', '4007', '8'],
  ['Ben', '1345', 'West End', '4101', ''],
] as const;

const fleet = [
  amy,
  ben,
  buildDriver({ driverAuthorityLicense: 'DA-3', firstName: 'Grace', lastName: 'Smith' }),
  buildDriver({ driverAuthorityLicense: 'DA-4', firstName: 'Wei', lastName: 'Brown' }),
];

const countKeys = (typed: string) => typed.replaceAll(/\{\w+\}/g, '.').length;

async function expectPaperTrips() {
  for (const [index, [driver, time, suburb, postcode, wait]] of PAPER.entries()) {
    const row = index + 1;
    await expect(cell('Driver', row)).toHaveValue(expect.stringMatching(`^${driver} `));
    await expect(cell('Date', row)).toHaveValue('20/11/2026');
    await expect(cell('Time', row)).toHaveValue(time.padStart(4, '0').replace(/(..)$/, ':$1'));
    await expect(cell('Suburb', row)).toHaveValue(suburb);
    await expect(cell('Postcode', row)).toHaveValue(postcode);
    await expect(cell('Waiting time', row)).toHaveValue(wait);
  }
  await expect(page.getByRole('button', { name: 'Log 10 trips' })).toBeEnabled();
}

test('ten paper trips by four drivers take at most 150 keys and no repair, in the order of the columns', async () => {
  await openApp('/log-several', { answers: storeDrivers(fleet) });
  await expect(cell('Driver', 1)).toHaveFocus();
  await expect(page.getByText('Tab goes to the next cell of a trip, Enter to the row below.')).toBeVisible();
  await expect(cell('Driver', 1)).toHaveAttribute('placeholder', 'e.g. Amy');
  await expect(cell('Waiting time', 1)).toHaveAttribute('placeholder', '0');
  await expect(page.getByRole('button', { name: 'Log trips' })).toBeDisabled();
  await expectNoViolations();
  const seen = new Set<string>();
  let keys = 0;
  for (const [index, [driver, time, suburb, , wait]] of PAPER.entries()) {
    const isOther = driver !== PAPER[index - 1]?.[0];
    const who = isOther ? `${driver.slice(0, 2).toLowerCase()}{Tab}${index === 0 ? 'fri{Tab}' : ''}` : '';
    // three letters of a place are enough once it is in the grid
    const place = seen.has(suburb) ? suburb.slice(0, 3) : suburb;
    seen.add(suburb);
    const typed = `${who}${time}{Tab}${place.toLowerCase()}${wait && `{Tab}${wait}`}{Enter}`;
    keys += countKeys(typed);
    await userEvent.keyboard(typed);
    await expect(cell('Time', index + 2)).toHaveFocus();
  }
  await expectPaperTrips();
  expect(keys).toBeLessThanOrEqual(150);
  await expect(cell('Driver', 1)).not.toHaveAttribute('placeholder');
  await expect(cell('Waiting time', 2)).toHaveAttribute('placeholder', '0');
});

/** As the paper has them: the driver where another begins, the day once. Places by letters that no other name near begins with. */
const ON_PAPER = [
  'Ben{Tab}Fri{Tab}730{Tab}milton{Tab}5{Enter}815{Tab}spring h{Enter}',
  'Grace{Tab}845{Tab}newst{Tab}3{Enter}920{Tab}west end{Tab}12{Enter}',
  'Wei{Tab}1005{Tab}ascot{Enter}1040{Tab}mil{Tab}4{Enter}1125{Tab}hamilton{Tab}6{Enter}',
  'Amy{Tab}1150{Tab}new{Tab}2{Enter}1310{Tab}asc{Tab}8{Enter}Ben{Tab}1345{Tab}wes{Enter}',
].join('');

test('the same trips take at most 150 keys in the order of the paper, from the time of the first on', async () => {
  await openApp('/log-several', { answers: storeDrivers(fleet) });
  await focus('Time', 1);
  await userEvent.keyboard(ON_PAPER);
  await expectPaperTrips();
  expect(countKeys(ON_PAPER)).toBeLessThanOrEqual(150);
});

test('a driver, a day and a time go to their own cells from any of the first', async () => {
  await openApp('/log-several', {
    answers: storeDrivers([...fleet, buildDriver({ firstName: 'Grace', lastName: 'Lee' })]),
  });
  await expect(cell('Driver', 1)).toHaveFocus();
  for (const [driver, time, suburb, , wait] of PAPER)
    await userEvent.keyboard(
      `${driver === 'Grace' ? 'Grace S' : driver}{Tab}Fri{Tab}${time}{Tab}${suburb}{Tab}${wait}{Enter}`,
    );
  await expectPaperTrips();

  // the place of the date is empty, and 730 comes where the suburb is
  await userEvent.keyboard('wei{Tab}{Tab}1410{Tab}milton{Tab}5{Enter}');
  await expect(cell('Time', 11)).toHaveValue('14:10');
  await expect(cell('Suburb', 11)).toHaveValue('Milton');

  // a place that is asked about leaves the rest of the row in its place
  await userEvent.keyboard('1420{Tab}logan{Tab}7{Enter}');
  await expect(cell('Waiting time', 12)).toHaveValue('7');
  await expect(cell('Postcode', 12)).toHaveValue('');
  await expect(cell('Suburb', 12)).toHaveAttribute('aria-invalid', 'true');
  await cell('Suburb', 12).click();
  await page.getByRole('button', { name: 'Woodridge 4114' }).click();

  await cell('Time', 13).click();
  await userEvent.keyboard('grace{Enter}');
  await expect(cell('Time', 13)).toHaveFocus();
  await expect(cell('Time', 13)).toHaveValue('');
  await expect(cell('Driver', 13)).toHaveAttribute('aria-invalid', 'true');
  await cell('Driver', 13).click();
  await expect(cell('Driver', 13)).toHaveAccessibleDescription(
    '2 drivers fit. Type more of the name, or the licence',
  );
  await press('Control+z');
  await expect(cell('Driver', 13)).toHaveValue('');
});

test.each([
  ['desk', cell('Driver', 1)],
  ['phone', page.getByRole('button', { name: 'Done' })],
] as const)('once the trips are stored there is nothing to cancel, on a %s', async (on, focused) => {
  const preview = { rows: [], counts: { problem: 0, ready: 1, repeated: 0, stored: 0 } };
  await openApp('/log-several', {
    on,
    answers: {
      ...storeDrivers(fleet),
      'POST /api/imports/typed/preview': () => preview,
      'POST /api/imports/typed': () => ({ id: 'i', tripCount: 1 }),
    },
  });
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await cell('Driver', 1).click();
  await userEvent.keyboard('ben{Tab}fri{Tab}730{Tab}milton');
  await page.getByRole('button', { name: 'Log 1 trip' }).click();
  await expect(toast('1 trip logged')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(focused).toHaveFocus();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await cell('Time', 1).fill('8');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

test('a suburb is seen whole next to an empty column', async () => {
  await openApp('/log-several', { answers: storeDrivers([amy]) });
  const suburb = cell('Suburb', 1);
  for (const name of ['Fortitude Valley', 'Upper Mount Gravatt', 'Eight Mile Plains']) {
    await suburb.fill(name);
    const input = suburb.element();
    expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth);
  }
  await expectNoOverflow();
});

test('lines of a spreadsheet are its columns, and a name that no driver has is wrong in its cell', async () => {
  await openApp('/log-several', { answers: storeDrivers([amy]) });
  await page.getByRole('button', { name: 'Paste lines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste lines' });
  const lines = [
    'Amy Young\t20/11/2026\t10:15\tToowong\t4066\t5',
    'Someone New\t20/11/2026\t11:15\tAscot\t4007\t3',
  ];
  await dialog.getByLabelText('Lines').fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Add rows' }).click();
  await expect(dialog).not.toBeInTheDocument();
  await expect(cell('Waiting time', 1)).toHaveValue('5');
  await expect(cell('Driver', 2)).toHaveValue('Someone New');
  await expect(cell('Waiting time', 2)).toHaveValue('3');
  await expect(cell('Notes', 2)).toHaveValue('');
  await expect(cell('Driver', 2)).toHaveAttribute('aria-invalid', 'true');
});

test('a message thread becomes rows to look over, and copied cells fill those from the one in focus on', async () => {
  await openApp('/log-several', { answers: storeDrivers([amy]) });
  await page.getByRole('button', { name: 'Paste lines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste lines' });
  await dialog
    .getByLabelText('Lines')
    .fill('[20/11/26, 10:14 am] Amy: Toowong 5 min\n[20/11/26, 10:20 am] Amy: thanks\nSt Lucia 11:05');
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Add rows' }).click();
  await expect(dialog.getByText('2 rows added. The line below is not clear.')).toBeVisible();
  await expect(dialog.getByLabelText('Lines')).toHaveValue('[20/11/26, 10:20 am] Amy: thanks');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  for (const [field, value] of [
    ['Driver', 'Amy Young'],
    ['Date', '20/11/2026'],
    ['Time', '11:05'],
    ['Postcode', '4067'],
  ] as const)
    await expect(cell(field, 2)).toHaveValue(value);

  await focus('Time', 3);
  paste('0915\tAscot\t4007\t3\n1130\tToowong');
  await expect(cell('Waiting time', 3)).toHaveValue('3');
  await expect(cell('Driver', 4)).toHaveValue('Amy Young');
  await expect(cell('Postcode', 4)).toHaveValue('4066');
  await press('Control+z');
  await expect(cell('Time', 3)).toHaveValue('');
  await press('Control+y');
  await expect(cell('Time', 4)).toHaveValue('11:30');
  await cell('Notes', 4).fill('gate 2');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible();
});

test('columns of a pasted block that the grid does not know are named, and filled in once they are', async () => {
  await openApp('/log-several', { answers: storeDrivers([amy]) });
  await focus('Driver', 1);
  paste(
    'Date\tTime\tDriver\tPickup\tWait\n20/11/2026\t0915\tAmy\tToowong\t5\n20/11/2026\t1130\tAmy\tSt Lucia\t7',
  );
  await expect(cell('Postcode', 2)).toHaveValue('4067');
  await expect(cell('Waiting time', 2)).toHaveValue('7');
  await expect(page.getByText(/these columns/)).toBeHidden();

  await focus('Driver', 3);
  paste('Date\tPU\tDriver\tRef\tWhere\tStood\nFri 20/11\t7:40\tAmy\tB1\t12 Smith St, Toowong\t9');
  const notice = page.getByRole('status').filter({ hasText: 'What are these columns?' });
  await expect(notice).toBeVisible();
  // what is in them says what they are
  await expect(notice.getByLabelText('Where (12 Smith St, Toowong)')).toHaveDisplayValue('Suburb');
  await expect(notice.getByLabelText('Stood (9)')).toHaveDisplayValue('Waiting time');
  await expect(notice.getByLabelText('PU (7:40)')).toHaveDisplayValue('Time');
  await notice.getByRole('button', { name: 'Fill in' }).click();
  await expect(notice).toBeHidden();
  await expect(cell('Driver', 3)).toHaveFocus();
  await expect(cell('Suburb', 3)).toHaveValue('Toowong');
  await expect(cell('Postcode', 3)).toHaveValue('4066');
  await expect(cell('Waiting time', 3)).toHaveValue('9');
});

test('a registration is completed as it is stored, and one that is not known offers the nearest', async () => {
  const camry = buildVehicle({ description: 'Camry' });
  const server = await openApp('/log-several', {
    answers: {
      ...storeDrivers([amy]),
      ...storeVehicles([camry, buildVehicle({ registration: '456DEF' })]),
      'POST /api/imports/typed/preview': refuse(503, 'Later'),
    },
  });
  expectedErrors.push(/503/);
  await focus('Driver', 1);
  paste(
    'Date\tTime\tDriver\tPickup\tRego\n20/11/2026\t0915\tAmy\tToowong\t456-def\n20/11/2026\t1130\tAmy\tToowong\t123ABD',
  );
  await expect(cell('Vehicle', 1)).toHaveValue('456DEF');
  await expect(cell('Vehicle', 2)).toHaveValue('123ABD');
  await focus('Vehicle', 2);
  await expect(cell('Vehicle', 2)).toHaveAccessibleDescription('No vehicle has the registration 123ABD now');
  await expectNoViolations();
  await page.getByRole('button', { name: '123ABC, Camry' }).click();
  await expect(cell('Vehicle', 2)).toHaveValue('123ABC');
  await page.getByRole('button', { name: 'Log 2 trips' }).click();
  await expect
    .poll(() => server.sent('POST /api/imports/typed/preview'))
    .toMatchObject([{ rows: [{ cells: { vehicle: '456DEF' } }, { cells: { vehicle: '123ABC' } }] }]);
});

test('places that are no suburb, a region or far away are asked about, and chosen by one click', async () => {
  const answers = { ...storeTrips([amy], [buildTrip(amy)]) };
  const server = await openApp('/log-several', { answers });
  await focus('Driver', 1);
  paste(
    'Driver\tDate\tTime\tSuburb\tPostcode\nAmy\t20/11/2026\t0915\t12 Smith St\t4066\nAmy\t20/11/2026\t0930\tlogan\nAmy\t20/11/2026\t0945\troma',
  );
  await expect(cell('Suburb', 3)).toHaveValue('Roma');
  await expect(page.getByText('Roma is 428 km from your trips')).toBeVisible();
  await focus('Suburb', 1);
  await expect(cell('Suburb', 1)).toHaveAccessibleDescription(
    'This is a street. Which suburb did the trip begin in?',
  );
  await page.getByRole('button', { name: 'Auchenflower 4066' }).click();
  await expect(cell('Suburb', 1)).toHaveValue('Auchenflower');
  await focus('Suburb', 2);
  await expect(cell('Suburb', 2)).toHaveAccessibleDescription('Which suburb of Logan?');
  await expect(cell('Postcode', 2)).toHaveValue('');
  await press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: /to fix/ })).toBeVisible();
  expect(server.sent('POST /api/imports/typed/preview')).toEqual([]);
  await focus('Suburb', 2);
  await page.getByRole('button', { name: 'Woodridge 4114' }).click();
  await expect(cell('Postcode', 2)).toHaveValue('4114');
});
