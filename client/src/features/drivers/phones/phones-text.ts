import { type Driver, driverName } from '@shared/drivers';
import { countOf } from '@shared/figures';
import { addDays, brisbaneDay, brisbaneTime, formatDateTime, formatDay } from '@shared/periods';
import type { DriversPhones, HeldRecord, Phone } from '@shared/phones';
import { capitaliseSuburb } from '@shared/places/suburbs';

/** "Amy Nguyen's phone". */
export const phoneOf = (driver: Driver): string => `${driverName(driver)}'s phone`;

/** 'last used today', 'last used 24/11/2026'. */
function lastUsedText(instant: string, today: string): string {
  const day = brisbaneDay(new Date(instant));
  const words = { [today]: 'today', [addDays(today, -1)]: 'yesterday' };
  return `last used ${words[day] ?? formatDay(day)}`;
}

/**
 * What each phone is called, by its id: its browser, with a number from the second of that name, in the order in which they were added. Two that are
 * called alike cannot be told apart, and one of them may be lost.
 */
export function phoneNames(phones: readonly Phone[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const times = new Map<string, number>();
  for (const { id, name } of phones.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    names.set(id, time > 1 ? `${name} (${time})` : name);
  }
  return names;
}

/** 'added 20/11/2026 12:00, last used today 12:00'. */
export function phoneDetails({ createdAt, lastUsedAt }: Phone, today: string): string {
  const used = `${lastUsedText(lastUsedAt, today)} ${brisbaneTime(new Date(lastUsedAt))}`;
  return `added ${formatDateTime(new Date(createdAt))}, ${used}`;
}

/** '2 phones, last used today'; undefined without a phone. */
export const phonesText = (of: DriversPhones | undefined, today: string): string | undefined =>
  of && of.phones > 0
    ? [countOf(of.phones, 'phone'), of.lastUsedAt && lastUsedText(of.lastUsedAt, today)]
        .filter(Boolean)
        .join(', ')
    : undefined;

/** 'Toowong 4066, 22/11/2026 09:30', 'Shift, 22/11/2026 06:10 to 14:30'. */
export function heldText(record: HeldRecord): string {
  if ('trip' in record) {
    const { suburb, postcode, datetime } = record.trip;
    return `${capitaliseSuburb(suburb)} ${postcode}, ${formatDateTime(new Date(datetime))}`;
  }
  const [start, end] = [record.shift.start, record.shift.end].map((at) => at && new Date(at));
  if (!start) return 'Shift';
  if (!end) return `Shift since ${formatDateTime(start)}, still open`;
  const isSameDay = brisbaneDay(start) === brisbaneDay(end);
  return `Shift, ${formatDateTime(start)} to ${isSameDay ? brisbaneTime(end) : formatDateTime(end)}`;
}
