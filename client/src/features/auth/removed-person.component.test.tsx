import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildHolder } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { reload } from '@test/open-app';
import { fillLogin, openTab, toasts } from '@test/screen';
import { logout, openByLogin, openRemembered, signInButton } from '@test/session';
import { beforeEach, test } from 'vitest';
import { page } from 'vitest/browser';

const WHY = 'You may no longer sign in for Smith Cars Pty Ltd.';
const removed = refuse(401, WHY, { code: 'person-removed' });
const alert = page.getByRole('alert');
const adding = page.getByRole('dialog', { name: 'Add New Driver' });
const firstName = adding.getByLabelText('First Name');

beforeEach(() => void expectedErrors.push(/401/));

test('a person who was removed in the middle of a form reads why on the login screen, and the draft is kept', async () => {
  const { server } = await openByLogin({ on: 'phone', answers: { 'POST /api/drivers': removed } });
  await openTab('Drivers');
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  for (const label of ['Driver Authority License', 'Booked Hire Service License', 'Vehicle Registration'])
    await adding.getByLabelText(label).fill('1ABC');
  await firstName.fill('Amy');
  const addAgain = server.answerAll(removed);
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(alert).toHaveTextContent(WHY);
  await expect(alert).toHaveTextContent('What you typed is kept on this device.');
  await expect(adding).not.toBeInTheDocument();
  await expect(toasts.getByRole('listitem')).toHaveCount(0);
  await expectNoOverflow();
  await expectNoViolations();

  addAgain();
  await fillLogin(buildHolder());
  await signInButton.click();
  await expect(logout).toBeVisible();
  await openTab('Drivers');
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  await expect(firstName).toHaveValue('Amy');
});

test('a device that remembers a removed person says why at its next start, and signs in no more by itself', async () => {
  const { server } = await openRemembered();
  const addAgain = server.answerAll(removed);
  await reload();
  await expect(alert).toHaveTextContent(WHY);
  await expect(logout).not.toBeInTheDocument();
  addAgain();
  server.change({ 'GET /api/auth/me': undefined });
  await reload();
  await expect(signInButton).toBeVisible();
  await expect(alert).not.toBeInTheDocument();
  expect(server.sent('POST /api/auth/login')).toHaveLength(1);
});

test('after another contact email a remembered person still signs in with the own email', async () => {
  const holder = buildHolder();
  const { server } = await openRemembered();
  const savedEmail = () => JSON.parse(localStorage.getItem('loginFormData') ?? '{}').contactEmail;
  // another person is the contact by now
  server.change({ 'GET /api/auth/me': { ...holder, contactEmail: 'grace@example.com' } });
  await reload();
  await expect(logout).toBeVisible();
  await expect.poll(() => server.sent('GET /api/auth/user')).toHaveLength(1);
  expect(savedEmail()).toBe('mary@example.com');

  // the own address has changed
  server.change({
    'GET /api/auth/me': { ...holder, contactEmail: 'office@example.com' },
    'GET /api/auth/user': { id: 'mary', email: 'office@example.com' },
  });
  await reload();
  await expect.poll(savedEmail).toBe('office@example.com');
});
