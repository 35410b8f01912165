import type { Locator, Page } from '@playwright/test';

/** The Log Trip tab. */
export class LogTripPage {
  readonly driver: Locator;
  readonly suburb: Locator;
  readonly postcode: Locator;
  readonly waitingTime: Locator;
  readonly submit: Locator;
  readonly repeat: Locator;

  constructor(private readonly page: Page) {
    this.driver = page.getByLabel('Driver', { exact: true });
    this.suburb = page.getByLabel('Suburb', { exact: true });
    this.postcode = page.getByLabel('Postcode', { exact: true });
    this.waitingTime = page.getByLabel('Waiting Time (minutes)');
    this.submit = page.getByRole('button', { name: 'Log Trip', exact: true });
    this.repeat = page.getByRole('button', { name: /^Repeat last trip/ });
  }

  /** Opens the app afresh, and counts from then on how often a finger or a key goes down. */
  async open(): Promise<void> {
    await this.page.addInitScript(() => {
      const counts = { taps: 0, keys: 0 };
      Object.assign(window, { counts });
      window.addEventListener('pointerdown', () => counts.taps++, true);
      window.addEventListener('keydown', () => counts.keys++, true);
    });
    await this.page.goto('/');
    await this.submit.waitFor();
  }

  /** The taps and keys since the app was opened. */
  counts(): Promise<{ taps: number; keys: number }> {
    return this.page.evaluate(() => (window as unknown as { counts: { taps: number; keys: number } }).counts);
  }

  /** Makes the fields that a phone folds up reachable. */
  async showDetails(): Promise<void> {
    const fold = this.page.getByRole('button', { name: /More details$/ });
    if (await fold.isVisible()) await fold.click();
  }
}
