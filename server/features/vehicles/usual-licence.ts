import { type Licence, licenceInForce, SUBSTITUTE_TAXI } from '@shared/vehicles/vehicles';

type Licensed = {
  licences: readonly Pick<Licence, 'number' | 'from' | 'expires'>[];
  isSubstituteTaxi: boolean;
};

/** Whether two numbers are the same, whatever their case. */
export const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * The licence of a usual vehicle on a day, as its drivers' forms have it: the one in force, else the last one that expired. The driver's own text decides
 * between several in force, and stands where the vehicle has none.
 */
export function usualLicence(own: string, { licences, isSubstituteTaxi }: Licensed, day: string): string {
  const isOwn = licences.find((one) => licenceInForce([one], day) && isSameText(one.number, own));
  const shown = isOwn ?? licenceInForce(licences, day);
  if (shown) return shown.number;
  if (isSubstituteTaxi) return SUBSTITUTE_TAXI;
  return (licences.findLast(({ from }) => from <= day) ?? licences[0])?.number ?? own;
}
