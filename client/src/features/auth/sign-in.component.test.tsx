import type { Login } from '@shared/holders';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildHolder } from '@test/data';
import { expect } from '@test/expect';
import { type Answers, type Call, type FakeServer, refuse, unreachable } from '@test/fake-server';
import { type Opened, openApp, openSignedOut, reload } from '@test/open-app';
import { fillLogin } from '@test/screen';
import { test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const WRONG = 'This code is wrong or has expired. Check it, or ask for a new one.';

const codeField = page.getByLabelText('Code', { exact: true });
const alert = page.getByRole('alert');
const signIn = page.getByRole('button', { name: 'Sign In' });
const signOut = page.getByRole('button', { name: 'Logout' });
const sendNewCode = page.getByRole('button', { name: 'Send a new code' });

/** Asks for a code with every sign-in, and accepts the latest of '00000001', '00000002' … alone. */
function askForCodes(holder = buildHolder()): Answers {
  let sends = 0;
  const verification = () => {
    sends += 1;
    return { verification: { id: 'asked', sentTo: holder.contactEmail, expiresInSeconds: 600 } };
  };
  return {
    'POST /api/auth/login': () => Response.json(verification(), { status: 202 }),
    'POST /api/auth/verify/resend': verification,
    'POST /api/auth/verify': ({ body }: Call<{ code: string }>) =>
      Number(body.code) === sends ? { beaHolder: holder } : refuse(401, WRONG, { code: 'wrong-code' }),
  };
}

const codeOf = (send: number) => String(send).padStart(8, '0');

/** Leads to the code step of a sign-in. */
async function askForCode({
  login,
  remember = false,
  ...opened
}: Opened & { login?: Partial<Login>; remember?: boolean } = {}): Promise<FakeServer> {
  const server = await openSignedOut('/', { ...opened, answers: { ...askForCodes(), ...opened.answers } });
  await fillLogin({ ...buildHolder(), ...login });
  if (remember) await page.getByLabelText('Remember me on this device').click();
  await signIn.click();
  await expect(page.getByText('We sent a code to')).toHaveTextContent(buildHolder().contactEmail);
  return server;
}

test('on a new phone a code is typed, and sent with its last digit', async () => {
  await askForCode({ on: 'phone' });
  await expect(page.getByText('Sent just now. Valid for 10 minutes.')).toBeVisible();
  await expect(codeField).toHaveFocus();
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField).toHaveAttribute('inputmode', 'numeric');
  await userEvent.keyboard(codeOf(1));
  await expect(signOut).toBeVisible();
});

test('a wrong code is reported under the field and stays in it, and the right one signs in', async () => {
  await askForCode({ on: 'phone' });
  await codeField.fill('99999999');
  await expect(codeField).toHaveAccessibleDescription(new RegExp(WRONG));
  await expect(alert).toHaveTextContent(WRONG);
  await expect(codeField).toHaveValue('99999999');
  await expect(codeField).toHaveFocus();
  await expectNoViolations();
  await codeField.fill(codeOf(1));
  await expect(signOut).toBeVisible();
});

test('a new code replaces the earlier one', async () => {
  await askForCode({ on: 'phone', runs: true });
  await codeField.fill('12');
  await sendNewCode.click();
  await expect(page.getByText('A new code was sent. Earlier ones no longer work.')).toBeVisible();
  await expect(codeField).toHaveValue('');
  await expect(codeField).toHaveFocus();
  await expectNoViolations();
  await codeField.fill(codeOf(1));
  await expect(alert).toHaveTextContent(WRONG);
  await codeField.fill(codeOf(2));
  await expect(signOut).toBeVisible();
});

test('anyone who asks for too many codes learns how long to wait, and the last one still works', async () => {
  const server = await askForCode();
  await sendNewCode.click();
  await expect(page.getByText('A new code was sent.')).toBeVisible();
  const tooMany = 'Too many codes. Please try again in 9 minutes.';
  server.change({ 'POST /api/auth/verify/resend': refuse(429, tooMany, { code: 'too-many' }) });
  await sendNewCode.click();
  await expect(alert).toHaveTextContent(/Too many codes. Please try again in \d+ minutes\./);
  await codeField.fill(codeOf(2));
  await expect(signOut).toBeVisible();
});

test('Back keeps what was typed', async () => {
  await askForCode({ on: 'phone', login: { companyName: 'Smith & Daughters' }, remember: true });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabelText('Contact Email')).toHaveFocus();
  await expect(page.getByLabelText('BEA Number')).toHaveValue('BEA-1');
  await expect(page.getByLabelText('Company Name')).toHaveValue('Smith & Daughters');
  await expect(page.getByLabelText('Contact Email')).toHaveValue('mary@example.com');
  await expect(page.getByLabelText('Remember me on this device')).toBeChecked();
  await signIn.click();
  await codeField.fill(codeOf(2));
  await expect(signOut).toBeVisible();
});

test('a tab that is loaded again during the code step is still there', async () => {
  await askForCode({ on: 'phone' });
  await reload();
  await expect(page.getByText('We sent a code to')).toHaveTextContent('mary@example.com');
  await expect(codeField).toHaveFocus();
  await codeField.fill(codeOf(1));
  await expect(signOut).toBeVisible();
  expect(JSON.stringify(sessionStorage)).not.toContain('mary@example.com');
});

test('without a network nothing is lost, and the button tries again', async () => {
  const server = await askForCode();
  server.change({ 'POST /api/auth/verify': unreachable });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await codeField.fill(codeOf(1));
  await expect(alert).toHaveTextContent('You appear to be offline. Nothing was lost');
  await expect(codeField).toHaveValue(codeOf(1));
  online.mockRestore();
  server.change({ 'POST /api/auth/verify': { beaHolder: buildHolder() } });
  await signIn.click();
  await expect(signOut).toBeVisible();
});

test('an old code is reported as expired before it is tried', async () => {
  await askForCode({ runs: true });
  await vi.advanceTimersByTimeAsync(4.5 * 60_000);
  await expect(page.getByText('Sent 4 minutes ago. Valid for 6 minutes.')).toBeVisible();
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  await expect(page.getByText('The code has expired. Send a new one.')).toBeVisible();
  await sendNewCode.click();
  await expect(page.getByText('Sent just now. Valid for 10 minutes.')).toBeVisible();
  await codeField.fill(codeOf(2));
  await expect(signOut).toBeVisible();
});

test('details that do not belong together lead back to the form, after the right code too', async () => {
  const refused = refuse(401, 'The details do not match our records', { code: 'unauthorised' });
  await askForCode({ answers: { 'POST /api/auth/verify': refused } });
  await codeField.fill(codeOf(1));
  await expect(alert).toHaveTextContent('The details do not match our records');
  await expect(page.getByLabelText('Contact Email')).toHaveValue('mary@example.com');
  await reload();
  await expect(page.getByLabelText('BEA Number')).toBeVisible();
});

test('an inactive account is explained', async () => {
  const refused = refuse(403, 'This account is inactive', { code: 'inactive' });
  await askForCode({ on: 'phone', answers: { 'POST /api/auth/verify': refused } });
  await codeField.fill(codeOf(1));
  await expect(page.getByRole('heading', { name: 'This account is inactive' })).toHaveFocus();
  await expect(alert).toBeHidden();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabelText('Contact Email')).toHaveValue('mary@example.com');
});

test('a registration that waits for approval is explained', async () => {
  const message = 'Your registration is waiting for approval by the operator of this service.';
  const refused = refuse(403, message, { code: 'waiting-for-approval' });
  await askForCode({ on: 'phone', answers: { 'POST /api/auth/verify': refused } });
  await codeField.fill(codeOf(1));
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toHaveFocus();
  await expect(page.getByText('Your registration is waiting for approval by the operator')).toBeVisible();
  await expectNoViolations();
});

test('the code step is accessible, and fits 320 px', async () => {
  await askForCode({ on: 'phone' });
  await expectNoViolations();
  await page.viewport(320, 640);
  await expectNoOverflow();
});

test('what is missing is said next to the disabled button', async () => {
  await openSignedOut();
  await expect(page.getByRole('heading', { name: 'BEA Trip Logging' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Trip Log' })).toBeVisible();
  await expect(page.getByText('Enter your BEA Number to access the trip logging system')).toBeVisible();
  await expect(signIn).toBeDisabled();
  await expect(page.getByText('First time here? Fill in the same form to register.')).toBeVisible();
  const missing = page.getByText(/^To sign in, fill in/);
  await expect(missing).toHaveTextContent(
    'To sign in, fill in BEA Number, Company Name, Contact Email and Contact Phone.',
  );
  await page.getByLabelText('BEA Number').fill('990001');
  await expect(missing).toHaveTextContent(
    'To sign in, fill in Company Name, Contact Email and Contact Phone.',
  );
  await fillLogin(buildHolder());
  await expect(signIn).toBeEnabled();
  await expect(missing).toBeHidden();
});

test('the whole of a refusal is on the screen, with the button, and loses nothing that was typed', async () => {
  const refused = refuse(401, 'The details do not match our records', { code: 'unauthorised' });
  await openSignedOut('/', { on: 'phone', answers: { 'POST /api/auth/login': refused } });
  await fillLogin({ ...buildHolder(), contactEmail: 'mallory@example.com' });
  await signIn.click();
  await expect(alert).toHaveTextContent(
    'The details do not match our records. Check the BEA Number and the Contact Email.',
  );
  await expect(alert).toBeInViewport({ ratio: 1 });
  await expect(signIn).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabelText('BEA Number')).toHaveValue('BEA-1');
  await expect(page.getByLabelText('Contact Email')).toHaveValue('mallory@example.com');
});

test('without remember-me nothing signs in by itself', async () => {
  const server = await openApp();
  server.change({ 'GET /api/auth/me': undefined });
  await reload();
  await expect(signIn).toBeVisible();
  expect(server.sent('POST /api/auth/login')).toEqual([]);
});
