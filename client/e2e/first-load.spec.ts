/** @feature auth, app */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

// blocking one prints a warning, and a warning fails these tests
test.use({ serviceWorkers: 'allow' });

/** Opens a path, waits until the network is quiet, and returns the requests, the announced addresses and the warnings. */
async function load(page: Page, path: string) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const pathOf = (url: string) => url.replace(new URL(url).origin, '');
  page.on('request', (request) => asked.push(pathOf(request.url())));
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  const links = (await answer?.headerValues('link')) ?? [];
  const announced = links.flatMap((link) =>
    [...link.matchAll(/<([^>]*)>/g)].map(([, target]) => target ?? ''),
  );
  return { asked, announced, warnings };
}

test('who is signed in gets code and data side by side, each once', async ({ page, data }) => {
  await data.addTrip(await data.addDriver());
  const { asked, announced, warnings } = await load(page, '/');
  await expect(page.getByRole('button', { name: /^Repeat last trip/ })).toBeVisible();
  expect(announced).toEqual([
    '/api/drivers',
    '/api/trips?limit=10',
    '/api/trips/recent-suburbs',
    expect.stringMatching(/^\/assets\/signed-in-app-/),
  ]);
  // what is asked for twice was announced under another address than the app's own
  for (const path of [...announced, '/api/auth/me?handling=lenient'])
    expect(
      asked.filter((one) => one === path),
      path,
    ).toHaveLength(1);
  expect(warnings).toEqual([]);
});

for (const path of ['/profile', '/?tab=history']) {
  test(`${path} gets its code ahead, and no data that it does not show`, { tag: '@faults' }, async ({
    page,
    holderId: _,
  }) => {
    const { announced, warnings } = await load(page, path);
    expect(announced).toEqual([expect.stringMatching(/^\/assets\/signed-in-app-/)]);
    expect(warnings).toEqual([]);
  });
}

for (const [path, chunk, calls] of [
  ['/?tab=reports', 'reports-tab', ['/api/lodgements', '/api/statistics', '/api/coming-up']],
  ['/?tab=settings', 'settings-tab', ['/api/report-preferences', '/api/email-settings']],
  ['/tmr-form', 'f5320-form', []],
] as const)
  test(`${path} gets its own code and data ahead, each once`, { tag: '@faults' }, async ({ page, data }) => {
    await data.addTrip(await data.addDriver());
    const { asked, announced, warnings } = await load(page, path);
    expect(announced).toContainEqual(expect.stringContaining(`/assets/${chunk}-`));
    expect(announced.filter((one) => one.startsWith('/api'))).toEqual(calls);
    for (const one of announced)
      expect(
        asked.filter((path) => path === one),
        one,
      ).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

test('a stranger gets the login screen alone and side by side, with the session checked once', {
  tag: '@faults',
}, async ({ page }) => {
  const { asked, announced } = await load(page, '/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(announced).toContainEqual(expect.stringMatching(/^\/assets\/signed-out-app-/));
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual(['/api/auth/me?handling=lenient']);
  expect(asked.filter((path) => path.includes('signed-in-app'))).toEqual([]);
  // code that was not announced would be asked for only once other code is there
  const html = await (await page.request.get('/')).text();
  const inPage = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => path ?? '');
  const code = asked.filter((path) => path.startsWith('/assets/') && !inPage.includes(path));
  expect([...new Set(code)].sort()).toEqual([...announced].sort());
});
