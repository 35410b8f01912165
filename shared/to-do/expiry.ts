import { countOf } from '../figures';
import { daysBetween } from '../periods';
import { type Licence, licenceInForce } from '../vehicles/vehicles';
import { DAYS_AHEAD } from './dated-entries';

/** The day on which a vehicle's last licence expired, unless one is in force on `day`. */
export const expiredOn = (
  { licences }: { licences: readonly Pick<Licence, 'from' | 'expires'>[] },
  day: string,
): string | undefined =>
  licenceInForce(licences, day)
    ? undefined
    : licences
        .flatMap(({ expires }) => (expires !== null && expires < day ? [expires] : []))
        .toSorted()
        .at(-1);

/** "expired", "expires today", "expires in 21 days"; undefined while it is not coming up yet (docs/product/to-do.md#expiries). */
export function expiryText(lastDay: string, today: string): { isOver: boolean; text: string } | undefined {
  const days = daysBetween(today, lastDay);
  if (days < 0) return { isOver: true, text: 'expired' };
  if (days > DAYS_AHEAD) return undefined;
  return { isOver: false, text: days === 0 ? 'expires today' : `expires in ${countOf(days, 'day')}` };
}
