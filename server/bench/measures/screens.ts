import { chromium, type Page } from 'playwright-core';
import { browserOptions } from '../../scripts/testing/find-browser';
import { atMost, median } from '../figures';
import { filledInstallation } from '../installation';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const TAPS = 20;
const ANSWERED_MS = 2_000;

/** The kilobytes (of 1,000 bytes) that a page fetches until an element appears, compressed. @param counts matches the addresses that count */
async function fetchedFor(page: Page, url: string, ready: string, counts: RegExp): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  // the page's own clock: requests that begin while this process learns of the element do not count
  const found = await page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    ready,
  );
  await page.waitForTimeout(ANSWERED_MS);
  const bytes = await page.evaluate(
    ([readyAt, counts]) =>
      performance
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ startTime, name }) => startTime <= readyAt && counts.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    [Number(await found.jsonValue()), counts] as const,
  );
  return bytes / 1000;
}

/** Runs in the page: the time in milliseconds from the next click to the next toast. */
async function timeToToast(): Promise<number> {
  const toasts = '[role=region] li, section[aria-label^=Notif] p';
  const before = document.querySelector(toasts);
  const click = await new Promise<Event>((resolve) =>
    addEventListener('click', resolve, { capture: true, once: true }),
  );
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      const toast = document.querySelector(toasts);
      if (!toast || toast === before) return;
      observer.disconnect();
      resolve(performance.now() - click.timeStamp);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

export async function measureScreens(): Promise<void> {
  const { app, small } = await filledInstallation();
  const browser = await chromium.launch(browserOptions());
  try {
    const login = await browser.newPage(PHONE);
    const loginKb = await fetchedFor(login, app.url, 'button[type=submit]', /(\/|\.js|\.css)$/);
    atMost('Login: JavaScript and CSS, compressed', loginKb, 100, { unit: 'kB' });
    const page = await browser.newPage(PHONE);
    const cookies = small.cookie.split('; ').map((cookie) => cookie.split('='));
    await page
      .context()
      .addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: app.url })));
    const ready = 'form button[type=submit]:enabled';
    const logTripKb = await fetchedFor(page, app.url, ready, /^(?!.*localities)/);
    const limit = 'React is 58 kB of it, our code 67, the page with its styles 12';
    atMost('Log Trip: all that is fetched, compressed', logTripKb, 140, { unit: 'kB', limit });

    // no answer comes
    await page.route('**/api/trips', () => {});
    const times: number[] = [];
    while (times.length < TAPS) {
      await page.getByRole('group', { name: 'Recent suburbs' }).getByRole('button').last().click();
      const time = page.evaluate(timeToToast);
      const tap = page.getByRole('button', { name: 'Log Trip', exact: true }).click();
      times.push((await Promise.all([time, tap]))[0]);
    }
    const note = `(${Math.max(...times).toFixed(0)} at most)`;
    atMost('Tap to logged, while no answer comes', median(times), 100, { unit: 'ms', note });
  } finally {
    await browser.close();
  }
}
