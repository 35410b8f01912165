import { buildDriver } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeDrivers } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const adding = page.getByRole('dialog', { name: 'Add New Driver' });

for (const on of ['desk', 'phone'] as const) {
  /** A phone has the dates in the dialog. */
  const expectEnd = (day: string) =>
    on === 'desk' ? expect(page.getByText(day).last()).toBeVisible() : Promise.resolve();
  test(`a driver is added, changed, deleted and restored, on a ${on}`, async () => {
    const server = await openApp('/drivers', { on, answers: storeDrivers([]) });
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
    await page.getByRole('button', { name: 'Ended today' }).click();
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
}

test('a phone shows a driver in two lines, and many drivers are searched, accents or not', async () => {
  const names = ['Amy', 'Ben', 'Łukasz', 'Ngāti', 'Wei', 'Zoë'];
  const drivers = names.map((firstName, index) =>
    buildDriver({ firstName, lastName: 'Chen', vehicleRegistrationNumber: `${index}AB` }),
  );
  await openApp('/drivers', { on: 'phone', answers: storeDrivers(drivers) });
  const rows = page.getByRole('list', { name: 'Drivers' }).getByRole('listitem');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(2)).toHaveTextContent('Łukasz Chen2AB · Active');
  expect(rows.nth(2).element().getBoundingClientRect().height).toBeLessThan(80);
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
