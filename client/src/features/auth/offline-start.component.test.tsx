import { buildHolder, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { openTab } from '@test/screen';
import { logout, openRemembered, signInButton, storeSession } from '@test/session';
import { beforeEach, describe, test, vi } from 'vitest';
import { page } from 'vitest/browser';

const noDrivers = page.getByText('Please add drivers in the Drivers tab before logging trips.');
const unreachable = page.getByRole('heading', { name: 'Trip Log cannot reach its server' });

beforeEach(() => void expectedErrors.push(/401/));

describe('a device that remembers its holder', () => {
  test('is signed in before the server has answered', async () => {
    const { server } = await openRemembered();
    const checks = () => server.sent('GET /api/auth/me').length;
    const before = checks();
    const release = server.hold('GET /api/auth/me');
    await reload();
    await expect(logout).toBeVisible();
    await expect(logTrip.waitingTime).toBeEnabled();
    await expect(logTrip.waitingTime).not.toHaveAttribute('readonly');
    release();
    expect(checks()).toBe(before + 1);
    await expect(logout).toBeVisible();
  });

  test('opens without network, and asks who is signed in when it is back', async () => {
    const { server, session } = await openRemembered();
    const reconnect = server.cutOff();
    await reload();
    await expect(logout).toBeVisible();
    session.isOpen = false;
    reconnect();
    await expect.poll(() => server.sent('POST /api/auth/login').at(-1)).toMatchObject({ silent: true });
    await expect(noDrivers).toBeVisible();
  });

  test('stays signed in behind a network that answers with its own page', async () => {
    expectedErrors.push(/403/, /503/);
    // no answer to it is kept on the device: it has to be asked for again
    const { server } = await openRemembered({ 'GET /api/trips': refuse(503, 'Not now') });
    const page403 = { status: 403, headers: { 'Content-Type': 'text/html' } };
    const leave = server.answerAll(() => new Response('<h1>Welcome to our network</h1>', page403));
    await reload();
    await expect(logTrip.waitingTime).toBeEnabled();
    await expect(logTrip.waitingTime).not.toHaveAttribute('readonly');
    // what it asked for has come back with that page: otherwise there is nothing to ask again
    await expect(page.getByText("Today's trips could not be loaded")).toBeVisible();
    leave();
    server.change({ 'GET /api/trips': { trips: [], total: 0 } });
    const checks = () => server.sent('GET /api/auth/me').length;
    const before = checks();
    window.dispatchEvent(new Event('online'));
    await expect.poll(checks).toBe(before + 1);
    await expect(page.getByText('No trips yet today')).toBeVisible();
    await expect(noDrivers).toBeVisible();
  });

  test('signs in silently once for everything that was refused meanwhile', async () => {
    const { server, session } = await openRemembered();
    const dialog = page.getByRole('dialog');
    await expect(page.getByText('No trips yet today')).toBeVisible();
    const logins = server.sent('POST /api/auth/login').length;
    session.isOpen = false;
    const release = server.hold('GET /api/auth/me');
    await reload();
    await expect.poll(() => session.refused).toBeGreaterThan(2);
    await expect(dialog).toHaveCount(0);
    release();
    await expect.poll(() => server.sent('POST /api/auth/login').length).toBe(logins + 1);
    await expect(noDrivers).toBeVisible();
    await expect(page.getByText('No trips yet today')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(server.sent('POST /api/auth/login')).toHaveLength(logins + 1);
  });

  test('shows the login screen where the server refuses it, and asks no more', async () => {
    const { server, session } = await openRemembered();
    session.isOpen = false;
    server.change({
      'POST /api/auth/login': ({ body }: Call<{ silent: boolean }>) =>
        body.silent && refuse(401, 'This device is not trusted', { code: 'unauthorised' }),
    });
    await reload();
    await expect(page.getByText('✓ Previous login details loaded')).toBeVisible();
    server.cutOff();
    await reload();
    await expect(unreachable).toBeVisible();
  });
});

describe('a sign-in that is not remembered', () => {
  const open = async () => {
    const { session, answers } = storeSession();
    session.isOpen = true;
    return { session, server: await openApp('/', { answers }) };
  };

  test('outlives a reload without network', async () => {
    const { server } = await open();
    server.cutOff();
    await reload();
    await expect(logout).toBeVisible();
  });

  test('is asked for again where the answer fails only after the network is back', async () => {
    expectedErrors.push(/503/);
    const { server } = await open();
    const checks = () => server.sent('GET /api/auth/me').length;
    const before = checks();
    server.change({ 'GET /api/auth/me': refuse(503, 'Not now') });
    const release = server.hold('GET /api/auth/me');
    await reload();
    await expect.poll(checks).toBe(before + 1);
    window.dispatchEvent(new Event('online'));
    server.change({ 'GET /api/auth/me': undefined });
    release();
    await expect(signInButton).toBeVisible();
    expect(checks()).toBe(before + 2);
  });

  test('is over after 12 hours without use', async () => {
    const { server } = await open();
    await expect(page.getByRole('region', { name: 'This quarter' })).toBeVisible();
    const at = (hours: number) => vi.setSystemTime(Date.parse(NOW) + hours * 60 * 60 * 1000);
    const reconnect = server.cutOff();
    at(11.9);
    await reload();
    await expect(logout).toBeVisible();

    at(11);
    reconnect();
    await openTab('Drivers');
    await openTab('Trip History');
    await expect(page.getByText('No trips found')).toBeVisible();
    server.cutOff();
    at(22.9);
    await reload();
    await expect(logout).toBeVisible();
    at(23.1);
    await reload();
    await expect(unreachable).toBeVisible();
    at(22.9);
    await reload();
    await expect(unreachable).toBeVisible();
  });

  test('leaves nothing of the holder on the device when it ends', async () => {
    const { server } = await open();
    const holder = buildHolder();
    const left = () => JSON.stringify({ ...localStorage });
    await expect.poll(left).toContain(holder.companyName);
    expect(left()).not.toContain(holder.contactEmail);
    expect(document.cookie).toContain(holder.id);
    await logout.click();
    await expect(signInButton).toBeVisible();
    for (const text of [holder.beaNumber, holder.companyName, holder.holderName])
      expect(left()).not.toContain(text);
    expect(document.cookie).toBe('');
    server.cutOff();
    await reload();
    await expect(unreachable).toBeVisible();
  });

  test('ends once the server has said that no one is signed in', async () => {
    const { server, session } = await open();
    session.isOpen = false;
    await reload();
    await expect(signInButton).toBeVisible();
    const reconnect = server.cutOff();
    await reload();
    await expect(unreachable).toBeVisible();
    reconnect();
    await expect(signInButton).toBeVisible();
  });
});
