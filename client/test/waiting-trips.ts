import { type Locator, page } from 'vitest/browser';
import { expect } from './expect';
import { logTrip } from './log-trip';

export const WAITING = 'Waiting to be sent';

/** What the header says of trips that wait. */
export const outboxStatus = page.getByRole('banner').getByRole('status');

/** The card with this heading, which is on the page. */
export function card(title: string): Locator {
  const heading = page.getByRole('heading', { name: title, exact: true }).element();
  const section = heading.closest('section');
  if (!section) throw new Error(`"${title}" heads no card`);
  return page.elementLocator(section);
}

/** The keys of the trips that are not stored yet, in the order of logging. */
export async function waitingKeys(): Promise<string[]> {
  const opening = indexedDB.open('trip-log-outbox');
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const reading = db.transaction('waiting').objectStore('waiting').getAll();
  await new Promise((resolve) => {
    reading.onsuccess = resolve;
  });
  db.close();
  const records: { key: string; stored: unknown }[] = reading.result;
  return records.filter(({ stored }) => !stored).map(({ key }) => key);
}

/** Logs so many trips from a recent suburb, one after the other. */
export async function logAgain(count: number, suburb = 'Toowong'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await logTrip.recentSuburb(suburb).click();
    await expect(logTrip.suburb).toHaveValue(suburb);
    await logTrip.submit.click();
    await expect(logTrip.suburb).toHaveValue('');
  }
}
