import { expectNoViolations } from '@test/axe';
import { buildHolder } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp, openSignedOut } from '@test/open-app';
import { press } from '@test/screen';
import { logout, signInButton } from '@test/session';
import { describe, test, vi } from 'vitest';
import { page } from 'vitest/browser';

const NOW = '2026-11-29T01:00:00Z';
const demo = buildHolder({ beaNumber: 'DEMO-7K3MQX9TPA4W', demoUntil: '2026-11-29T03:00:00.000Z' });
const offered = { 'GET /api/demo': { isOffered: true } };
const tryIt = page.getByRole('button', { name: 'Try it' });
const alert = page.getByRole('alert');
const bar = page.getByRole('region', { name: 'Demo' });
const question = page.getByRole('alertdialog', { name: 'Leave the demo?' });

describe('the offer', () => {
  test.each(['phone', 'desk'] as const)('is taken with the keyboard on a %s', async (on) => {
    const started = { 'POST /api/demo': { beaHolder: demo } };
    await openSignedOut('/', { on, now: NOW, answers: { ...offered, ...started } });
    await expect(tryIt).toBeVisible();
    await expectNoViolations();
    while (document.activeElement !== tryIt.element()) await press('Tab');
    await press('Enter');
    await expect(bar).toHaveTextContent('It is removed at 13:00, or when you log out.');
    await expectNoViolations();
  });

  test('is none where the server makes none', async () => {
    const server = await openSignedOut();
    await expect(signInButton).toBeVisible();
    await expect.poll(() => server.sent('GET /api/demo')).toHaveLength(1);
    await expect(tryIt).not.toBeInTheDocument();
  });

  test('says why it starts none, and can be pressed again', async () => {
    expectedErrors.push(/503/);
    const why = 'Many people try Trip Log at the moment. Please try again in 11 minutes.';
    const full = { 'POST /api/demo': refuse(503, why, { code: 'busy' }) };
    const server = await openSignedOut('/', { on: 'phone', now: NOW, answers: { ...offered, ...full } });
    await tryIt.click();
    await expect(alert).toHaveTextContent(why);
    await expect(tryIt).toHaveFocus();
    await expectNoViolations();
    server.change({ 'POST /api/demo': { beaHolder: demo } });
    await tryIt.click();
    await expect(bar).toBeVisible();
  });
});

describe('the end', () => {
  test('is a question where someone logs out', async () => {
    const answers = { 'GET /api/auth/me': demo, 'POST /api/auth/logout': undefined };
    const server = await openApp('/', { on: 'phone', now: NOW, answers });
    await logout.click();
    await expect(question).toHaveTextContent('You cannot bring it back.');
    await expectNoViolations();
    await press('Escape');
    await expect(question).not.toBeInTheDocument();
    await expect(logout).toHaveFocus();
    expect(server.sent('POST /api/auth/logout')).toEqual([]);
    await logout.click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(signInButton).toBeVisible();
    expect(server.sent('POST /api/auth/logout')).toHaveLength(1);
  });

  test('leads to the login screen, which says so and offers another', async () => {
    const answers = { ...offered, 'GET /api/auth/me': demo };
    const server = await openApp('/', { on: 'phone', now: '2026-11-29T02:59:50Z', runs: true, answers });
    await expect(bar).toBeVisible();
    server.change({ 'GET /api/auth/me': undefined });
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(alert).toHaveTextContent('The demo is over.');
    await expect(tryIt).toBeVisible();
    await expectNoViolations();
  });
});
