import { type Browser, chromium, type Response } from 'playwright-core';
import { browserOptions } from '../../scripts/testing/find-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * The kilobytes (of 1,000 bytes) that a screen's answers take on the wire, compressed, in a browser with an empty cache.
 * @param counts which answers count
 * @param ready the selector of the element whose appearance ends the count
 */
async function fetchedFor(
  browser: Browser,
  url: string,
  { cookie, counts, ready }: { cookie?: string; counts: (response: Response) => boolean; ready: string },
): Promise<number> {
  const context = await browser.newContext({
    ...PHONE,
    extraHTTPHeaders: cookie ? { Cookie: cookie } : {},
  });
  try {
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on('response', (response) => answers.push(response));
    // the page's own clock: what comes while this process learns that the element is there does not count
    await page.addInitScript((selector) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        Object.assign(window, { readyAt: performance.timeOrigin + performance.now() });
      }).observe(document, { childList: true, subtree: true, attributes: true });
    }, ready);
    await page.goto(url);
    await page.locator(ready).waitFor();
    const readyAt = await page.evaluate(() => (window as unknown as { readyAt: number }).readyAt);
    const inTime = answers.filter((response) => response.request().timing().startTime <= readyAt);
    const sizes = await Promise.all(
      inTime.filter(counts).map(async (response) => (await response.request().sizes()).responseBodySize),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await context.close();
  }
}

/** What a phone fetches for the login screen (JavaScript, and the page with its styles), and everything it fetches until a trip can be logged. */
export async function measurePages(url: string, cookie: string) {
  const browser = await chromium.launch(browserOptions());
  const isCode = (response: Response) => /(\/|\.js|\.css)$/.test(new URL(response.url()).pathname);
  const isLocalities = (response: Response) => response.url().includes('localities');
  try {
    return {
      loginKb: await fetchedFor(browser, url, { counts: isCode, ready: 'button[type=submit]' }),
      logTripKb: await fetchedFor(browser, url, {
        cookie,
        counts: (response) => !isLocalities(response),
        ready: 'form button[type=submit]:enabled',
      }),
    };
  } finally {
    await browser.close();
  }
}

const TAPS = 20;

/**
 * The time in milliseconds from a tap on Log Trip to its toast while no answer of the server comes, of 20 taps. Each trip repeats
 * the last.
 */
export async function measureTap(url: string, cookie: string) {
  const browser = await chromium.launch(browserOptions());
  try {
    const context = await browser.newContext({ ...PHONE, extraHTTPHeaders: { Cookie: cookie } });
    const page = await context.newPage();
    await page.goto(url);
    const repeat = page.getByRole('button', { name: /^Repeat last trip/ });
    await repeat.waitFor();
    // never answered
    await page.route('**/api/trips', () => {});
    const times: number[] = [];
    for (let tap = 0; tap < TAPS; tap += 1) {
      await repeat.click();
      const taken = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let start = 0;
            const toasts = '[role=region] li, section[aria-label^=Notif] p';
            const before = document.querySelector(toasts);
            addEventListener(
              'click',
              ({ timeStamp }) => {
                start = timeStamp;
              },
              { capture: true, once: true },
            );
            const observer = new MutationObserver(() => {
              const toast = document.querySelector(toasts);
              if (!start || !toast || toast === before) return;
              observer.disconnect();
              resolve(performance.now() - start);
            });
            observer.observe(document.body, { childList: true, subtree: true });
          }),
      );
      await page.locator('form [type=submit]').click();
      times.push(await taken);
    }
    times.sort((a, b) => a - b);
    return { median: times[TAPS / 2] ?? 0, longest: times.at(-1) ?? 0 };
  } finally {
    await browser.close();
  }
}
