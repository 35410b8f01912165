import { addDays } from '@shared/periods';
import { seededRandom } from '../../features/demo/demo-data';
import type { SignedIn } from '../http/create-test-app';
import type { Car, Person, Truth } from './truth';

export type Teller = ReturnType<typeof createTeller>;
/** Tells the product one thing, and writes down what is true then. @returns in words what was told; undefined if there was nothing to tell */
export type Action = () => Promise<string | undefined>;

/** Someone who tells the product a history: chooses at random by a seed, and knows the day. */
export function createTeller({ agent }: SignedIn, seed: number) {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];
  const truth: Truth = { people: [], cars: [], trips: [], shifts: [], log: [] };
  let count = 0;
  const isHere = ({ removed, isErased }: Pick<Person | Car, 'removed' | 'isErased'>) =>
    removed === null && !isErased;
  const teller = {
    agent,
    truth,
    today: '2026-06-10',
    random,
    below,
    pick,
    isHere,
    /** A name that nothing else has. */
    next(what: string) {
      count += 1;
      return what + count;
    },
    /** A day until today: today, or some time ago. */
    told: () => addDays(teller.today, random() < 0.4 ? 0 : -below(60)),
    someone: () => pick(truth.people.filter(isHere)),
    someCar: () => pick(truth.cars.filter(isHere)),
  };
  return teller;
}
