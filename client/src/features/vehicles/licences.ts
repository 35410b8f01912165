import { addDays, isDay } from '@shared/periods';
import { expiryText } from '@shared/to-do/expiry';
import { isAvailableOn, type Licence, licenceInForce, type Vehicle } from '@shared/vehicles/vehicles';
import { emptyLicence, type LicenceFields } from './vehicle-form';

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
export function licenceExpiry(
  vehicle: Pick<Vehicle, 'licences' | 'availability'>,
  today: string,
): { tone: 'due' | 'danger'; text: string } | undefined {
  const { expires } = shownLicence(vehicle, today) ?? {};
  const expiry = expires && isAvailableOn(vehicle, today) && expiryText(expires, today);
  if (!expiry) return undefined;
  if (expiry.isOver) return { tone: 'danger', text: expiry.text };
  const isFollowed = vehicle.licences.some(({ from }) => from > today);
  return isFollowed ? undefined : { tone: 'due', text: expiry.text };
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
  return { ...emptyLicence(from), kind: last?.kind ?? 'booked-hire', expires: lastDayOfYear(from) };
}
