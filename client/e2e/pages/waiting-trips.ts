import { expect, type Page } from '@playwright/test';
import { idempotencyKeys } from '@shared/tables/trips';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../../server/lib/database/db';

/** The browser's database of trips that wait, and what became of them. */
export class WaitingTripsPage {
  constructor(private readonly page: Page) {}

  /** What stands in the header: on a phone in place of the holder. */
  get status() {
    return this.page.getByRole('banner').getByRole('status');
  }

  /** The keys of what is not stored yet, in the order of logging. */
  async keys(): Promise<string[]> {
    return (await this.records()).filter(({ stored }) => !stored).map(({ key }) => key);
  }

  /** The keys of everything that was logged within the hour, stored or not, in the order of logging. */
  async loggedKeys(): Promise<string[]> {
    return (await this.records()).map(({ key }) => key);
  }

  private records(): Promise<{ key: string; stored: unknown }[]> {
    return this.page.evaluate(
      () =>
        new Promise<{ key: string; stored: unknown }[]>((resolve, reject) => {
          const opening = indexedDB.open('trip-log-outbox');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('waiting').objectStore('waiting').getAll();
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result);
            };
          };
        }),
    );
  }

  /** Waits until so many trips wait. */
  async expectWaiting(count: number): Promise<void> {
    await expect.poll(async () => (await this.keys()).length).toBe(count);
  }

  /**
   * Logs so many trips from the latest suburb, as fast as the form is ready.
   * @returns the longest that the form took to be ready for the next, in milliseconds
   */
  logAgain(count: number): Promise<number> {
    return this.page.evaluate(async (wanted) => {
      const place = () =>
        document.querySelector<HTMLElement>('[aria-label="Recent suburbs"] button[aria-pressed]');
      const submit = document.querySelector<HTMLElement>('form [type=submit]');
      const suburb = document.querySelector<HTMLInputElement>('input[name=suburb]');
      const until = async (isTrue: () => boolean) => {
        while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      let longest = 0;
      for (let index = 0; index < wanted; index += 1) {
        await until(() => place() !== null);
        place()?.click();
        await until(() => suburb?.value !== '');
        const start = performance.now();
        submit?.click();
        await until(() => suburb?.value === '');
        longest = Math.max(longest, performance.now() - start);
      }
      return longest;
    }, count);
  }
}

/** The keys of the holder's trips that came with one, in the order in which they were stored. */
export async function storedKeys(db: Db, holderId: string): Promise<string[]> {
  const rows = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.beaHolderId, holderId))
    .orderBy(asc(idempotencyKeys.createdAt));
  return rows.map(({ key }) => key);
}
