import { type Browser, chromium, type Response } from 'playwright-core';
import { browserOptions } from '../scripts/find-browser';

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
    await page.goto(url);
    await page.locator(ready).waitFor();
    const sizes = await Promise.all(
      answers.filter(counts).map(async (response) => (await response.request().sizes()).responseBodySize),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await context.close();
  }
}

/** What a phone fetches for the login screen (JavaScript and CSS), and everything it fetches until a trip can be logged. */
export async function measurePages(url: string, cookie: string) {
  const browser = await chromium.launch(browserOptions());
  const isCode = (response: Response) => /\.(js|css)$/.test(new URL(response.url()).pathname);
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
