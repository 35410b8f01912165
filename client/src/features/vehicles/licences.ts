import { countOf } from '@shared/figures';
import { addDays, daysBetween, isDay } from '@shared/periods';
import { isAvailableOn, type Licence, licenceInForce, type Vehicle } from '@shared/vehicles/vehicles';
import type { LicenceFields } from './vehicle-form';

/** So many days before a licence expires, its vehicle says so: time to renew it (docs/product/vehicles.md#vehicles). */
const DUE_DAYS = 42;

/** The licence to show of a vehicle: the one in force, else the last that ran out, else the first that comes. */
export const shownLicence = ({ licences }: Pick<Vehicle, 'licences'>, today: string): Licence | undefined =>
  licenceInForce(licences, today) ?? licences.findLast(({ from }) => from <= today) ?? licences[0];

/** The numbers of the licences that are in force at once, where there are several: one of them is wrong, or ended earlier. */
export function clashingLicences({ licences }: Pick<Vehicle, 'licences'>): string[] {
  const clashing = licences.filter((one) =>
    licences.some(
      (other) =>
        other !== one &&
        other.kind === one.kind &&
        one.from <= (other.expires ?? one.from) &&
        other.from <= (one.expires ?? other.from),
    ),
  );
  return clashing.map(({ number }) => number);
}

/** Whether a vehicle's licence ran out or soon will, in words; undefined where another follows, or the vehicle is not available. */
export function expiryText(
  vehicle: Pick<Vehicle, 'licences' | 'availability'>,
  today: string,
): { tone: 'due' | 'danger'; text: string } | undefined {
  const { expires } = shownLicence(vehicle, today) ?? {};
  if (!expires || !isAvailableOn(vehicle, today)) return undefined;
  if (expires < today) return { tone: 'danger', text: 'expired' };
  const days = daysBetween(today, expires);
  const isFollowed = vehicle.licences.some(({ from }) => from > today);
  if (days > DUE_DAYS || isFollowed) return undefined;
  return { tone: 'due', text: days === 0 ? 'expires today' : `expires in ${countOf(days, 'day')}` };
}

/** The last day of a licence of twelve months. */
export function lastDayOfYear(from: string): string {
  const year = Number(from.slice(0, 4)) + 1;
  const next = `${year}${from.slice(4)}`;
  // 12 months from 29 February end with the last of the next
  return isDay(next) ? addDays(next, -1) : `${year}-02-28`;
}

/** The licence that follows: from the day after the last one expires, for twelve months. */
export function nextLicence(vehicle: Pick<Vehicle, 'licences'>, today: string): LicenceFields {
  const last = vehicle.licences.at(-1);
  const from = last?.expires && last.expires >= today ? addDays(last.expires, 1) : today;
  return { kind: last?.kind ?? 'booked-hire', number: '', from, expires: lastDayOfYear(from) };
}
