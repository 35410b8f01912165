import { type Budget, HOUR } from '../../lib/throttle';

/** How often a code of a driver's phone may be wrong (docs/product/phones.md#codes): the code alone says whose it is. */
export const phoneBudgets = {
  /** By address: a driver reads eight digits from a screen or a message. */
  phoneCodesOfAddress: {
    name: 'phoneCodesOfAddress',
    most: 5,
    mostOfSite: 15,
    seconds: HOUR,
    what: 'wrong codes',
  },
  /** One wrong code of one address: the same again is no new guess, such as a link that is opened twice. */
  phoneCodesAgain: { name: 'phoneCodesAgain', most: 1, seconds: HOUR, what: 'wrong codes' },
  /** Of all addresses together: with 1,000 codes in force, a day of guesses finds one of them with a chance of 1 in 20. */
  phoneCodes: { name: 'phoneCodes', most: 200, seconds: HOUR, what: 'wrong codes' },
} as const satisfies Record<string, Budget>;
