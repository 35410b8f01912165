import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { describe, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const { suburb, postcode, waitingTime, submit } = logTrip;

const amy = buildDriver();
const inToowong = buildTrip(amy);
const list = page.getByRole('listbox');
const option = (name: string) => page.getByRole('option', { name, exact: true });
const heading = page.getByText('Multiple matches found - Select the correct location:');

const openForm = (trips = [inToowong], on: 'phone' | 'desk' = 'phone') =>
  openApp('/', { on, answers: storeTrips([amy], trips) });

async function type(text: string) {
  await suburb.click();
  await userEvent.keyboard(text);
}

describe('a name that other states have, too', () => {
  test('is filled in with the place in Queensland, which is marked in the list of all', async () => {
    const server = await openForm();
    await type('milton{Enter}');
    await expect(heading).toBeVisible();
    await expect(suburb).toHaveValue('Milton');
    await expect(postcode).toHaveValue('4064');
    await expect(suburb).toHaveFocus();
    await expect(option('Milton QLD 4064')).toHaveAttribute('aria-selected', 'true');
    await expect(option('Milton NSW 2538')).toHaveAttribute('aria-selected', 'false');
    await expect(list.getByRole('option').first()).toHaveTextContent('MiltonQLD 4064');
    await expectNoViolations();
    await press('Enter');
    await expect(waitingTime).toHaveFocus();
    await expect(list).toBeHidden();
    await expect(suburb).toHaveValue('Milton');
    expect(server.sent('POST /api/trips')).toEqual([]);
  });

  test('is another of them once an arrow key and Enter have chosen it', async () => {
    await openForm();
    await type('milton{Enter}');
    await expect(heading).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(suburb).toHaveValue('Milton, NSW');
    await expect(postcode).toHaveValue('2538');
    await expect(waitingTime).toHaveFocus();
  });

  test('has the list closed by the next field, from which one tap brings it back', async () => {
    await openForm();
    await type('milton{Enter}');
    await expect(heading).toBeVisible();
    await waitingTime.click();
    await expect(list).toBeHidden();
    await expect(waitingTime).toHaveFocus();
    await page.getByRole('button', { name: 'Show all 2 matches' }).click();
    await expect(suburb).toHaveFocus();
    await option('Milton NSW 2538').click();
    await expect(suburb).toHaveValue('Milton, NSW');
    await expect(page.getByRole('button', { name: /^Show all/ })).toBeHidden();
  });

  test('loses no tap to the list that closes under it', async () => {
    await openForm();
    await type('milton');
    await page.getByRole('button', { name: '10 minutes', exact: true }).click();
    await expect(waitingTime).toHaveValue('10');
    await expect(postcode).toHaveValue('4064');
    await expect(list).toBeHidden();
    await suburb.click();
    await press('ArrowDown');
    await expect(list).toBeVisible();
    await page.getByRole('button', { name: '5 minutes', exact: true }).click();
    await expect(waitingTime).toHaveValue('5');
    await expect(list).toBeHidden();
  });

  test('stays open to choose from while it means no place', async () => {
    const server = await openForm();
    await type('carlton');
    await waitingTime.click();
    await expect(heading).toBeVisible();
    await expect(postcode).toHaveValue('');
    await suburb.click();
    await press('Enter');
    await press('Enter');
    await expect(suburb).toHaveValue(expect.stringMatching(/^Carlton, /));
    await expect(waitingTime).toHaveFocus();
    expect(server.sent('POST /api/trips')).toEqual([]);
  });
});

test('a region is asked for its suburb, and is no suburb', async () => {
  const server = await openForm([]);
  await type('logan{Enter}');
  await expect(page.getByText('Which suburb of Logan?')).toBeVisible();
  await expect(heading).toBeHidden();
  await expect(postcode).toHaveValue('');
  await postcode.fill('4999');
  await submit.click();
  await expect(suburb).toHaveAccessibleDescription('Which suburb of Logan?');
  await expect(suburb).toHaveFocus();
  await postcode.fill('4114');
  await expect(option('Woodridge QLD 4114')).toBeVisible();
  await option('Woodridge QLD 4114').click();
  await expect(suburb).toHaveValue('Woodridge');
  await submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ suburb: 'Woodridge', postcode: '4114' }]);
});

test('a list that opened by itself takes no place at the first Enter', async () => {
  await openForm();
  await type('logan');
  await expect(page.getByText('Which suburb of Logan?')).toBeVisible();
  await press('Enter');
  await expect(suburb).toHaveFocus();
  await expect(suburb).toHaveValue('logan');
  await press('Enter');
  await expect(waitingTime).toHaveFocus();
  await expect(postcode).toHaveValue(expect.stringMatching(/^4\d{3}$/));
});

test('a single place that is only like the text is asked about', async () => {
  await openForm();
  await type('fortitude vally{Enter}');
  await expect(page.getByText('Is it this place?')).toBeVisible();
  await expect(postcode).toHaveValue('');
  await press('Enter');
  await expect(suburb).toHaveValue('Fortitude Valley');
  await expect(postcode).toHaveValue('4006');
  await expect(waitingTime).toHaveFocus();
});

describe('a text that is no suburb', () => {
  test.each([
    ['12 smith st', 'This is a street. Which suburb did the trip begin in?'],
    ['0400 123 456', 'A suburb has no figures. Which suburb did the trip begin in?'],
    ['Mrs Jones', 'This is a person, not a suburb. Which suburb did the trip begin in?'],
    ['N/A', 'This is no suburb. Which suburb did the trip begin in?'],
    ['-', 'This is no suburb. Which suburb did the trip begin in?'],
  ])('is not logged, and nothing typed is lost: %s', async (typed, said) => {
    const server = await openForm();
    await type(typed);
    await waitingTime.fill('7');
    await expect(suburb).toHaveAccessibleDescription(said);
    await postcode.fill('4999');
    await submit.click();
    await expect(suburb).toHaveFocus();
    await expect(suburb).toHaveAttribute('aria-invalid', 'true');
    await expect(suburb).toHaveAccessibleDescription(said);
    await expect(suburb).toHaveValue(typed);
    await expect(waitingTime).toHaveValue('7');
    expect(server.sent('POST /api/trips')).toEqual([]);

    await suburb.fill('Ascot');
    await expect(suburb).not.toHaveAttribute('aria-invalid');
  });

  test('has the suburbs of its postcode next to it', async () => {
    const server = await openForm([]);
    await type('12 smith st{Enter}');
    await expect(page.getByText('This is a street.')).toBeVisible();
    await expect(suburb).toHaveFocus();
    await postcode.fill('4066');
    await expect(page.getByText('Which suburb of 4066?')).toBeVisible();
    await submit.click();
    await expect(suburb).toHaveAttribute('aria-invalid', 'true');
    await option('Auchenflower QLD 4066').click();
    await expect(suburb).toHaveValue('Auchenflower');
    await expect(suburb).not.toHaveAttribute('aria-invalid');
    await submit.click();
    await expect
      .poll(() => server.sent('POST /api/trips'))
      .toMatchObject([{ suburb: 'Auchenflower', postcode: '4066' }]);
  });

  test('is refused in the dialog of a trip, too, where an older name stays as it is', async () => {
    const server = await openApp('/', {
      on: 'phone',
      answers: storeTrips(
        [amy],
        [buildTrip(amy, { datetime: NOW, suburb: 'Milton, QLD', postcode: '4064' })],
      ),
    });
    await page.getByRole('button', { name: /^Edit trip: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
    const inDialog = dialog.getByLabelText('Suburb', { exact: true });
    await expect(inDialog).toHaveValue('Milton, QLD');
    await inDialog.fill('gate 2');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(inDialog).toHaveAttribute('aria-invalid', 'true');
    expect(server.sent('PUT /api/trips/:id')).toEqual([]);
    await inDialog.fill('milton');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(toast('Trip updated successfully')).toBeVisible();
    expect(server.sent('PUT /api/trips/:id')).toMatchObject([
      { suburb: expect.stringMatching(/^milton$/i), postcode: '4064' },
    ]);
  });
});

test('a place far from the trips says how far it is, before it is logged', async () => {
  const server = await openForm();
  await type('roma{Enter}');
  await expect(postcode).toHaveValue('4455');
  await expect(page.getByText('Roma is 428 km from your trips')).toBeVisible();
  await suburb.fill('roma');
  await submit.click();
  await expect(suburb).toHaveAccessibleDescription(/^Roma is 428 km from your trips\. If that is right/);
  expect(server.sent('POST /api/trips')).toEqual([]);
  await submit.click();
  await expect.poll(() => server.sent('POST /api/trips')).toMatchObject([{ suburb: 'Roma' }]);
});

test('a suburb that is not known is stored as it is typed, which is said', async () => {
  const server = await openForm();
  await type('Camp Nowhere{Enter}');
  await expect(
    page.getByText(/^No suburb called .* Check the spelling or type the postcode\.$/),
  ).toBeVisible();
  await expect(postcode).toHaveFocus();
  await userEvent.keyboard('4999');
  await expect(page.getByText('It is stored as you typed it.')).toBeVisible();
  await submit.click();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ suburb: 'Camp Nowhere', postcode: '4999' }]);
});

test('a postcode that was typed first stays, and chooses among the places of the name', async () => {
  await openForm([]);
  await postcode.fill('2538');
  await type('milton{Enter}');
  await expect(suburb).toHaveValue('Milton, NSW');
  await expect(waitingTime).toHaveFocus();
  await postcode.fill('4066');
  await type('{Control>}a{/Control}ascot{Enter}');
  await expect(postcode).toHaveValue('4066');
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
});
