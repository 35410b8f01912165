import type { Device } from '@shared/devices';
import type { AddPerson, Person } from '@shared/people';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildHolder, buildPerson, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { card } from '@test/waiting-trips';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const buildDevice = (overrides: Partial<Device> = {}): Device => ({
  id: 'this',
  userId: buildPerson().id,
  name: 'Chrome on Linux',
  address: '127.0.0.1',
  isThisDevice: true,
  trustedUntil: null,
  isSignedIn: true,
  createdAt: NOW,
  lastUsedAt: NOW,
  ...overrides,
});
const phone = buildDevice({
  id: 'phone',
  name: 'Chrome on Android',
  isThisDevice: false,
  trustedUntil: '2026-12-22T02:00:00.000Z',
});

/** Keeps these devices as the server does. */
function storeDevices(...devices: Device[]): Answers {
  const keep = (isKept: (device: Device) => boolean) =>
    void devices.splice(0, devices.length, ...devices.filter(isKept));
  return {
    'GET /api/devices': () => devices,
    'DELETE /api/devices/:id': ({ params }: Call) => keep(({ id }) => id !== params.id),
    'POST /api/devices/sign-out-others': () => keep(({ isThisDevice }) => isThisDevice),
    'POST /api/auth/logout': undefined,
  };
}

const grace = buildPerson({
  id: 'grace',
  name: 'Grace Lee',
  email: 'grace@example.com',
  isContact: false,
  isYou: false,
});

/** Keeps these people, besides who is signed in, as the server does. */
function storePeople(...people: Person[]): Answers {
  return {
    'GET /api/people': () => ({ signInCodes: true, people: [...people, buildPerson()] }),
    'POST /api/people': ({ body }: Call<AddPerson>) => {
      const person = { ...grace, ...body };
      people.push(person);
      return Response.json(person, { status: 201 });
    },
    'DELETE /api/people/:id': ({ params }: Call) => {
      people.splice(0, people.length, ...people.filter(({ id }) => id !== params.id));
    },
  };
}

const rows = page.getByRole('list', { name: 'Devices of Mary Smith' }).getByRole('listitem');
const people = page.getByRole('list', { name: 'People' });
const row = (name: string) => people.getByRole('listitem').filter({ hasText: name }).first();
const addButton = page.getByRole('button', { name: 'Add a person' });
const adding = page.getByRole('dialog', { name: 'Add a person' });
const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' });

test('this device alone is shown, and is signed out as Logout does', async () => {
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice()) });
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveTextContent('This device');
  await expect(rows).toHaveTextContent(/127\.0\.0\.1 · \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(everywhere).toBeHidden();
  await rows.getByRole('button', { name: /^Sign out: .*this device/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('another device is signed out after a question', async () => {
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice(), phone) });
  await expect(rows).toHaveCount(2);
  const device = rows.filter({ hasText: 'Chrome on Android' });
  await expect(device).toHaveTextContent(/remembered until \d\d\/\d\d\/\d{4}/);
  await expectNoViolations();

  const signOut = device.getByRole('button', { name: /^Sign out: Chrome on Android/ });
  await signOut.click();
  const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Android?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(device).toBeVisible();
  await signOut.click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(toast('Chrome on Android was signed out')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('every other device is signed out by keyboard', async () => {
  const tablet = { ...phone, id: 'tablet' };
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice(), phone, tablet) });
  await expect(everywhere).toBeVisible();
  (everywhere.element() as HTMLElement).focus();
  await press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('Tab', 'Enter');
  await expect(toast('Signed out everywhere else')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('the card fits 320 px, says what failed, and tries again', async () => {
  expectedErrors.push(/api\/devices/);
  const answers = storeDevices(buildDevice(), phone);
  const server = await openApp('/?tab=profile', {
    on: 'smallPhone',
    answers: { ...answers, 'GET /api/devices': new Response('', { status: 500 }) },
  });
  await expect(page.getByText('The devices could not be loaded')).toBeVisible();
  server.change(answers);
  await card('People').getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(2);
  await expectNoOverflow();
});

test('five devices are shown at first, and one that is signed out and forgotten has nothing to sign out', async () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    buildDevice({ id, name: `Phone ${id}`, isThisDevice: false, isSignedIn: id !== 'a' }),
  );
  await openApp('/?tab=profile', { answers: storeDevices(buildDevice(), ...others) });
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: 'Phone a' }).getByRole('button')).not.toBeInTheDocument();
  await expect(rows.filter({ hasText: 'Phone b' }).getByRole('button')).toBeVisible();
  await page.getByRole('button', { name: 'Show all 6' }).click();
  await expect(rows).toHaveCount(6);
});

test('a device that is signed out and still remembered is forgotten', async () => {
  await openApp('/?tab=profile', { answers: storeDevices(buildDevice(), { ...phone, isSignedIn: false }) });
  await rows.getByRole('button', { name: /^Forget: Chrome on Android/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Forget Chrome on Android?' });
  await expect(question).toHaveAccessibleDescription(/The next sign-in on it will need a code or a passkey/);
  await question.getByRole('button', { name: 'Forget' }).click();
  await expect(toast('Chrome on Android was forgotten')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('a person is added, may do what everyone may, and is removed', async () => {
  const server = await openApp('/?tab=profile', { on: 'phone', answers: storePeople() });
  await expect(row('Mary Smith')).toHaveTextContent('Mary SmithContactYoumary@example.com');
  await expect(people.getByRole('button', { name: /^Remove person/ })).not.toBeInTheDocument();
  await addButton.click();
  await expect(adding).toHaveAccessibleDescription(/BEA-1 and their own email, to which a code is sent/);
  await adding.getByRole('button', { name: 'Add person' }).click();
  await expect(adding.getByText('Full Name is required')).toBeVisible();
  await expect(adding.getByText('Email is required')).toBeVisible();
  await adding.getByLabelText('Full Name').fill('Grace Lee');
  await adding.getByLabelText('Email').fill('grace@example.com');
  await expectNoViolations();
  await adding.getByRole('button', { name: 'Add person' }).click();
  await expect(toast('Grace Lee may sign in now')).toBeVisible();
  expect(server.sent('POST /api/people')).toEqual([{ name: 'Grace Lee', email: 'grace@example.com' }]);
  await expect(row('Grace Lee')).toHaveTextContent('grace@example.com');

  await people.getByRole('button', { name: 'Remove person: Grace Lee' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this person?' });
  await expect(question).toHaveTextContent('They will be signed out on all their devices at once');
  await expectNoViolations();
  await question.getByRole('button', { name: 'Remove person' }).click();
  await expect(toast('Grace Lee was removed')).toBeVisible();
  await expect(people).not.toHaveTextContent('Grace Lee');
});

test("another person's devices are folded away under the name", async () => {
  const theirs = { ...phone, userId: grace.id };
  const never = buildPerson({
    id: 'joe',
    name: null,
    email: 'joe@example.com',
    isContact: false,
    isYou: false,
  });
  await openApp('/?tab=profile', {
    on: 'smallPhone',
    answers: { ...storeDevices(buildDevice(), theirs), ...storePeople(grace, never) },
  });
  await expect(rows).toHaveCount(1);
  await expect(row('joe@example.com')).toHaveTextContent('joe@example.comNot signed in on any device.');
  const device = page.getByRole('list', { name: 'Devices of Grace Lee' }).getByRole('listitem');
  await expect(device).toBeHidden();
  await row('Grace Lee').getByText('1 device, last used 22/11/2026 12:00').click();
  await expect(device).toHaveTextContent('Chrome on Android');
  await expectNoOverflow();
  await expectNoViolations();
});

test('an email that a person has already is refused on its field, and what was typed stays', async () => {
  expectedErrors.push(/api\/people/);
  const message = 'Grace Lee has this email already';
  const details = [{ path: 'email', message }];
  await openApp('/?tab=profile', {
    answers: { 'POST /api/people': refuse(409, message, { code: 'conflict', details }) },
  });
  await addButton.click();
  await adding.getByLabelText('Full Name').fill('Gracie');
  await adding.getByLabelText('Email').fill('grace@example.com');
  await adding.getByRole('button', { name: 'Add person' }).click();
  await expect(adding.getByLabelText('Email')).toHaveAccessibleDescription(message);
  await expect(adding.getByLabelText('Full Name')).toHaveValue('Gracie');
});

test('adding and removing someone ask for a sign-in of just now, and go on after it', async () => {
  expectedErrors.push(/api\/people/);
  const answers = storePeople(grace);
  const again = refuse(403, 'Sign in again first', { code: 'recent-sign-in' });
  const server = await openApp('/?tab=profile', {
    answers: {
      ...answers,
      'DELETE /api/people/:id': again,
      'POST /api/auth/login': { beaHolder: buildHolder() },
    },
  });
  await people.getByRole('button', { name: 'Remove person: Grace Lee' }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove person' });
  await remove.click();
  const signingIn = page.getByRole('dialog', { name: 'Sign in again first' });
  await expect(signingIn.getByLabelText('Contact Email')).toHaveValue('');
  await signingIn.getByLabelText('Contact Email').fill('mary@example.com');
  server.change(answers);
  await signingIn.getByRole('button', { name: 'Sign In' }).click();
  await expect(signingIn).not.toBeInTheDocument();
  await remove.click();
  await expect(toast('Grace Lee was removed')).toBeVisible();
});

test('without codes the card warns that an email is enough', async () => {
  await openApp('/?tab=profile', {
    answers: { 'GET /api/people': { signInCodes: false, people: [buildPerson()] } },
  });
  await expect(
    card('People').getByText('Anyone who knows the BEA number and one of these emails can sign in.'),
  ).toBeVisible();
  await addButton.click();
  await expect(adding).not.toHaveAccessibleDescription(/a code/);
});

test('someone who removes themselves is led to the login screen', async () => {
  expectedErrors.push(/401/);
  const self = buildPerson({ isContact: false });
  const removed = refuse(401, 'You may no longer sign in for Smith Cars Pty Ltd.', {
    code: 'person-removed',
  });
  const server = await openApp('/?tab=profile', {
    answers: {
      'GET /api/people': { signInCodes: true, people: [self] },
      'DELETE /api/people/:id': () => {
        server.change({
          'GET /api/people': removed,
          'GET /api/devices': removed,
          'GET /api/auth/me': removed,
        });
      },
    },
  });
  await people.getByRole('button', { name: 'Remove person: Mary Smith' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove yourself' }).click();
  await expect(page.getByRole('alert')).toHaveTextContent('You may no longer sign in');
});
