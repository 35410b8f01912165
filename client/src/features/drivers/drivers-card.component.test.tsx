import { expectNoViolations } from '@test/axe';
import { buildCarChange, buildDriver, buildVehicle, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeDrivers, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const adding = page.getByRole('dialog', { name: 'Add New Driver' });

const expectEnd = (day: string) => expect(page.getByText(day).last()).toBeVisible();

test('a driver is added, changed, deleted and restored', async () => {
  const server = await openApp('/drivers', { answers: storeDrivers([]) });
  await expect(page.getByText('No drivers registered yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  for (const message of ['Driver Authority License is required', 'Booked Hire Service License is required'])
    await expect(adding.getByText(message)).toBeVisible();
  await adding.getByLabelText('Driver Authority License').fill('DA-1');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-1');
  await adding.getByLabelText('Vehicle Registration').fill('1abc');
  await adding.getByLabelText('First Name').fill('Amy');
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(toast('Driver created successfully')).toBeVisible();
  expect(server.sent('POST /api/drivers')).toMatchObject([
    { driverAuthorityLicense: 'DA-1', vehicleRegistrationNumber: '1ABC', firstName: 'Amy', endDate: null },
  ]);

  await page.getByRole('button', { name: 'Delete driver: Amy' }).click();
  await page.getByRole('button', { name: 'End today' }).click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  await expectEnd('22/11/2026');

  await page.getByRole('button', { name: 'Edit driver: Amy' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Driver' });
  await editing.getByLabelText('Last Name').fill('Young');
  await editing.getByLabelText('End Date').fill('2026-01-31');
  await editing.getByLabelText('Start Date').fill('2025-02-01');
  await editing.getByRole('button', { name: 'Update Driver' }).click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  await expect(page.getByText('Inactive')).toBeVisible();
  await expectEnd('31/01/2026');

  await page.getByRole('button', { name: 'Delete driver: Amy Young' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this driver?',
  });
  await expect(question).toHaveTextContent('Amy Young');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast('Driver deleted successfully')).toBeVisible();
  await expect(page.getByText('No drivers registered yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Driver restored')).toBeVisible();
  await expect(page.getByText('Inactive')).toBeVisible();
  await expectEnd('31/01/2026');
});

test('many drivers are searched, accents or not', async () => {
  const names = ['Amy', 'Ben', 'Łukasz', 'Ngāti', 'Wei', 'Zoë'];
  const drivers = names.map((firstName, index) =>
    buildDriver({ firstName, lastName: 'Chen', vehicleRegistrationNumber: `${index}AB` }),
  );
  await openApp('/drivers', { on: 'phone', answers: storeDrivers(drivers) });
  const rows = page.getByRole('list', { name: 'Drivers' }).getByRole('listitem');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(2)).toHaveTextContent(/Łukasz Chen2AB\s*$/);
  const search = page.getByLabelText('Search drivers');
  await search.fill('chen ngati');
  await expect(rows).toHaveCount(1);
  await search.fill('4ab');
  await expect(rows).toHaveTextContent('Wei Chen');
  await search.fill('xyzzy');
  await expect(page.getByText('No driver matches this search.')).toBeVisible();
});

test('a small phone shows the buttons of the dialog while the fields scroll', async () => {
  await openApp('/drivers', { on: 'smallPhone' });
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  const create = adding.getByRole('button', { name: 'Create Driver' });
  await expect(create).toBeInViewport({ ratio: 1 });
  await create.click();
  await expect(adding.getByText('Driver Authority License is required')).toBeVisible();
  await expect(adding.getByText('Driver Authority License', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('a licence entered twice is refused in words and nothing typed is lost', async () => {
  expectedErrors.push(/409.*api\/drivers/);
  await openApp('/drivers', {
    answers: {
      ...storeDrivers([buildDriver()]),
      'POST /api/drivers': refuse(409, 'A driver with this Driver Authority License is already registered', {
        code: 'conflict',
      }),
    },
  });
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await adding.getByLabelText('Driver Authority License').fill('DA-1');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-2');
  await adding.getByLabelText('Vehicle Registration').fill('2ABC');
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(
    adding.getByText('A driver with this Driver Authority License is already registered'),
  ).toBeVisible();
  await expect(adding.getByLabelText('Booked Hire Service License')).toHaveValue('BHSL-2');
});

test('the address of First steps opens the dialog of a new driver, once', async () => {
  await openApp('/?tab=drivers&driver=new');
  await expect(page.getByRole('dialog', { name: 'Add New Driver' })).toBeVisible();
  await expect.poll(() => location.search).toBe('?tab=drivers');
});

const editing = page.getByRole('dialog', { name: 'Edit Driver' });
const update = editing.getByRole('button', { name: 'Update Driver' });

test('another name is a correction or a change from a day on', async () => {
  const server = await openApp('/drivers', { on: 'phone', answers: storeDrivers([buildDriver()]) });
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await editing.getByLabelText('Last Name').fill('Old');
  await update.click();
  const question = editing.getByRole('group', {
    name: 'Why are you changing the name Amy Young to Amy Old?',
  });
  await expect(question.getByText('Please choose one')).toBeVisible();
  await question.getByLabelText('New name').click();
  await expectNoViolations();
  await update.click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toMatchObject([
    { lastName: 'Old', changes: { name: '2026-11-22', number: null, vehicle: null } },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Change undone')).toBeVisible();
  expect(server.sent('POST /api/drivers/:id/undo')).toEqual([{ version: 2 }]);
  await expect(page.getByText('Amy Young')).toBeVisible();
});

test('a driver who has ended and starts later came back, or never ended', async () => {
  const gone = buildDriver({ endDate: '2026-03-30T14:00:00.000Z' });
  const server = await openApp('/drivers', { answers: storeDrivers([gone]) });
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await editing.getByLabelText('Start Date').fill('2026-11-02');
  await editing.getByLabelText('End Date').fill('');
  await editing.getByLabelText(/They came back on 02\/11\/2026/).click();
  await update.click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toMatchObject([
    { changedOn: '2026-11-02', endDate: null, changes: { name: null, number: null, vehicle: null } },
  ]);
});

test('a driver changes to a vehicle that the form suggests, and the former one ends', async () => {
  const licences = [{ kind: 'booked-hire' as const, number: 'BHSL-2', from: '2025-01-01', expires: null }];
  const car = buildVehicle();
  const other = buildVehicle({ registration: '456DEF', description: 'Grey Kluger', licences });
  const amy = buildDriver({ vehicleId: car.id });
  const server = await openApp('/drivers', {
    answers: { ...storeDrivers([amy]), ...storeVehicles([car, other]) },
  });
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await editing.getByLabelText('Vehicle Registration').fill('klug');
  await expect(editing.getByRole('option', { name: '456DEF Grey Kluger' })).toBeVisible();
  await expectNoViolations();
  await press('ArrowDown', 'Enter');
  await expect(editing.getByLabelText('Vehicle Registration')).toHaveValue('456DEF');
  await expect(editing.getByLabelText('Booked Hire Service License')).toHaveValue('BHSL-2');
  await expect(editing.getByRole('listbox')).not.toBeInTheDocument();

  await editing.getByLabelText('Another vehicle').click();
  await editing.getByLabelText('First day in 456DEF').fill('2026-11-10');
  const former = editing.getByRole('group', { name: 'Is 123ABC still in use?' });
  await former.getByLabelText('No').click();
  await expect(former.getByLabelText('Its last day')).toHaveValue('09/11/2026');
  former.element().scrollIntoView({ block: 'center' });
  await expectNoViolations();
  await update.click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toMatchObject([
    {
      vehicleRegistrationNumber: '456DEF',
      bookedHireServiceLicense: 'BHSL-2',
      vehicleId: other.id,
      changes: { vehicle: '2026-11-10' },
      formerEndsOn: '2026-11-09',
    },
  ]);
});

test('Escape closes the list of vehicles and not the dialog', async () => {
  await openApp('/drivers', {
    answers: { ...storeDrivers([buildDriver()]), ...storeVehicles([buildVehicle()]) },
  });
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await adding.getByLabelText('Vehicle Registration').fill('12');
  await expect(adding.getByRole('option')).toBeVisible();
  await press('Escape');
  await expect(adding.getByRole('option')).not.toBeInTheDocument();
  await expect(adding).toBeVisible();
});

test('the list says whose authorisation has expired or soon will, and the form takes a new day', async () => {
  const drivers = [
    buildDriver({ firstName: 'Amy', authorisationExpires: '2026-11-21' }),
    buildDriver({ firstName: 'Ben', authorisationExpires: '2026-12-13' }),
    buildDriver({ firstName: 'Cai', authorisationExpires: '2027-12-13' }),
    buildDriver({ firstName: 'Dee', authorisationExpires: '2026-11-21', isActive: false }),
  ];
  const server = await openApp('/drivers', { answers: storeDrivers(drivers) });
  await expect(page.getByText('authorisation expired')).toHaveCount(1);
  await expect(page.getByText('authorisation expires in 21 days')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Driver' });
  const day = form.getByLabelText('Authorisation Expires');
  await day.fill('21/11/2031');
  await expectNoViolations();
  await form.getByRole('button', { name: 'Update Driver' }).click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toMatchObject([{ authorisationExpires: '2031-11-21' }]);
  await expect(page.getByText('authorisation expired')).toHaveCount(0);
});

const wrong = buildCarChange({
  former: { vehicleId: 'car', registration: '123ABC' },
  trips: 14,
  shifts: 3,
});

test('another registration that was mistyped asks about the trips in the wrong vehicle', async () => {
  const car = buildVehicle();
  const server = await openApp('/drivers', {
    answers: {
      ...storeDrivers([buildDriver({ vehicleId: car.id })]),
      ...storeVehicles([car]),
      'GET /api/drivers/:id/vehicle': wrong,
    },
  });
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await editing.getByLabelText('Vehicle Registration').fill('123abd');
  await editing.getByLabelText('First Name').fill('Ann');
  await editing
    .getByRole('group', { name: 'Why are you changing vehicle 123ABC to 123ABD?' })
    .getByLabelText('Typing mistake')
    .click();
  await editing
    .getByRole('group', { name: 'Why are you changing the name Amy Young to Ann Young?' })
    .getByLabelText('New name')
    .click();
  const question = editing.getByRole('group', { name: '14 trips and 3 shifts are in 123ABC. Move them?' });
  await expect(question).toBeVisible();
  await update.click();
  await expect(question.getByText('Please choose one')).toBeVisible();
  await question.getByLabelText('Yes, driven in 123ABD').click();
  await editing.getByLabelText('Licence since').fill('01/02/2026');
  await expect(editing.getByLabelText('Available since')).toBeVisible();
  await expectNoViolations();
  await update.click();
  await expect(toast('Driver updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toMatchObject([
    {
      vehicleRegistrationNumber: '123ABD',
      changes: { vehicle: null, name: '2026-11-22' },
      moves: true,
      licenceFrom: '2026-02-01',
    },
  ]);
});

test('a driver who is saved at once waits for the question about trips', async () => {
  const car = buildVehicle();
  const answers = { ...storeDrivers([buildDriver({ vehicleId: car.id })]), ...storeVehicles([car]) };
  const server = await openApp('/drivers', {
    answers: { ...answers, 'GET /api/drivers/:id/vehicle': wrong },
  });
  const release = server.hold('GET /api/drivers/:id/vehicle');
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  await editing.getByLabelText('Vehicle Registration').fill('123abd');
  await editing.getByLabelText('Another vehicle').click();
  await editing.getByLabelText('First day in 123ABD').fill('2026-11-10');
  await update.click();
  release();
  const question = editing.getByRole('group', { name: /^14 trips and 3 shifts since 10\/11\/2026/ });
  await expect(question.getByText('Please choose one')).toBeVisible();
  expect(server.sent('PUT /api/drivers/:id')).toEqual([]);
});

test('another licence than a known vehicle has is asked about', async () => {
  const server = await openApp('/drivers', {
    on: 'phone',
    answers: { ...storeDrivers([buildDriver()]), ...storeVehicles([buildVehicle()]) },
  });
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await adding.getByLabelText('Driver Authority License').fill('DA-2');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-9');
  await adding.getByLabelText('Vehicle Registration').fill('123abc');
  const question = adding.getByRole('group', {
    name: '123ABC has Booked Hire Service Licence BHSL-1. Which is right?',
  });
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(question.getByText('Please choose one')).toBeVisible();
  await question.getByLabelText('BHSL-1').click();
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(toast('Driver created successfully')).toBeVisible();
  expect(server.sent('POST /api/drivers')).toMatchObject([{ licenceAnswer: 'keep' }]);
});

test('a removed driver with the same number is offered back', async () => {
  expectedErrors.push(/409.*api\/drivers/);
  const message = 'Amy Nguyen was removed on 12/10/2026 with this Driver Authority License';
  const removed = { id: 'amy', name: 'Amy Nguyen', removedOn: '2026-10-12' };
  const server = await openApp('/drivers', {
    answers: {
      ...storeDrivers([buildDriver()]),
      'POST /api/drivers': refuse(409, message, { code: 'driver-removed', removed }),
      'POST /api/drivers/:id/restore': buildDriver({ lastName: 'Nguyen' }),
    },
  });
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await adding.getByLabelText('Driver Authority License').fill('DA-2');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-2');
  await adding.getByLabelText('Vehicle Registration').fill('2ABC');
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(adding.getByText('Amy Nguyen was removed on 12/10/2026 with this number')).toBeVisible();
  await expectNoViolations();
  await adding.getByRole('button', { name: 'Take Amy Nguyen back' }).click();
  await expect(toast('Driver restored')).toBeVisible();
  await expect(adding).not.toBeInTheDocument();
  expect(server.sent('POST /api/drivers/:id/restore')).toEqual([{ from: '2026-11-22' }]);
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await expect(adding.getByLabelText('Driver Authority License')).toHaveValue('');
  await expect(adding.getByText('What you typed before is here again.')).not.toBeInTheDocument();
});

test('a removed driver is offered for the number that was typed, and for no other', async () => {
  expectedErrors.push(/409.*api\/drivers/);
  const message = 'Amy Nguyen was removed on 12/10/2026 with this Driver Authority License';
  const removed = { id: 'amy', name: 'Amy Nguyen', removedOn: '2026-10-12' };
  const answers = storeDrivers([buildDriver()]);
  const server = await openApp('/drivers', {
    answers: { ...answers, 'POST /api/drivers': refuse(409, message, { code: 'driver-removed', removed }) },
  });
  const offer = adding.getByText('Amy Nguyen was removed on 12/10/2026 with this number');
  const number = adding.getByLabelText('Driver Authority License');
  const create = adding.getByRole('button', { name: 'Create Driver' });
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await number.fill('DA-2');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-2');
  await adding.getByLabelText('Vehicle Registration').fill('2ABC');
  await create.click();
  await expect(offer).toBeVisible();
  await number.fill('DA-22');
  await expect(offer).not.toBeInTheDocument();
  await number.fill('DA-2');
  await adding.getByRole('button', { name: 'This is someone else' }).click();
  await expect(offer).not.toBeInTheDocument();
  server.change(answers);
  await number.fill('DA-22');
  await create.click();
  await expect(toast('Driver created successfully')).toBeVisible();
  expect(server.sent('POST /api/drivers')).toMatchObject([
    { driverAuthorityLicense: 'DA-2', ifRemoved: 'ask' },
    { driverAuthorityLicense: 'DA-22', ifRemoved: 'ask' },
  ]);
});

test('another vehicle of the fleet is asked about also where the driver was entered today', async () => {
  const licences = [{ kind: 'booked-hire' as const, number: 'BHSL-2', from: '2025-01-01', expires: null }];
  const [own, other] = [buildVehicle(), buildVehicle({ registration: '456DEF', licences })];
  const amy = buildDriver({ vehicleId: own.id, createdAt: NOW });
  await openApp(`/?tab=drivers&driver=${amy.id}`, {
    answers: { ...storeDrivers([amy]), ...storeVehicles([own, other]) },
  });
  const form = page.getByRole('dialog', { name: 'Edit Driver' });
  const mistake = form.getByRole('radio', { name: /Typing mistake/ });
  await form.getByLabelText('Vehicle Registration').fill('123ABX');
  await expect(mistake).toBeChecked();
  await form.getByLabelText('Vehicle Registration').fill('456DEF');
  await expect(mistake).not.toBeChecked();
  const licence = form.getByLabelText('Booked Hire Service License');
  await expect(licence).toHaveValue('BHSL-2');
  await form.getByLabelText('Vehicle Registration').fill('456DEG');
  await expect(licence).toHaveValue(amy.bookedHireServiceLicense);
  await licence.fill('BHSL-9');
  await form.getByLabelText('Vehicle Registration').fill('456DEF');
  await expect(licence).toHaveValue('BHSL-9');
});
