import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { paste, press } from '@test/screen';
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

test('ten paper trips take at most 150 keys and no repair, from the cell that has the cursor', async () => {
  await openApp('/log-several', { answers: storeDrivers([amy, ben]) });
  await expect(cell('Driver', 1)).toHaveFocus();
  await expect(cell('Driver', 1)).toHaveAttribute('placeholder', 'e.g. Amy');
  await expect(cell('Waiting time', 1)).toHaveAttribute('placeholder', '0');
  await expect(page.getByRole('button', { name: 'Log trips' })).toBeDisabled();
  await expectNoViolations();
  const places = [
    ['Milton', '4064'],
    ['Spring Hill', '4000'],
    ['Newstead', '4006'],
    ['West End', '4101'],
    ['Ascot', '4007'],
    ['Hamilton', '4007'],
    ['Milton', '4064'],
    ['Newstead', '4006'],
    ['Ascot', '4007'],
    ['West End', '4101'],
  ] as const;
  let keys = 0;
  for (const [index, [place, postcode]] of places.entries()) {
    // the first letters of a place are enough once it is in the grid
    const suburb = index < 6 ? place.toLowerCase() : place.slice(0, 4).toLowerCase();
    const wait = index % 5 === 4 ? '' : `{Tab}{Tab}${index}`;
    const typed = `${index === 0 ? 'am{Tab}fri{Tab}' : ''}${515 + index * 50 + (index % 2) * 50}{Tab}${suburb}${wait}{Enter}`;
    keys += typed.replaceAll(/\{\w+\}/g, '.').length;
    await userEvent.keyboard(typed);
    await expect(cell('Postcode', index + 1)).toHaveValue(postcode);
    await expect(cell('Suburb', index + 1)).toHaveValue(expect.stringMatching(new RegExp(`^${place}`)));
  }
  expect(keys).toBeLessThanOrEqual(150);
  await expect(cell('Driver', 10)).toHaveValue('Amy Young');
  await expect(cell('Date', 10)).toHaveValue('20/11/2026');
  await expect(cell('Driver', 1)).not.toHaveAttribute('placeholder');
  await expect(cell('Waiting time', 5)).toHaveValue('');
  await expect(cell('Waiting time', 5)).toHaveAttribute('placeholder', '0');
  await expect(page.getByRole('button', { name: 'Log 10 trips' })).toBeEnabled();
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
  await expect(page.getByText(/left out/)).toBeHidden();

  await focus('Driver', 3);
  paste('Date\tTime\tDriver\tWhere\tStood\n20/11/2026\t1215\tAmy\tToowong\t9');
  const notice = page
    .getByRole('status')
    .filter({ hasText: '2 columns were left out: Where, Stood. Choose what they are.' });
  await expect(notice).toBeVisible();
  await notice.getByLabelText('Where (Toowong)').selectOptions('Suburb');
  await notice.getByLabelText('Stood (9)').selectOptions('Waiting time');
  await expectNoViolations();
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
