import { type Budget, HOUR } from '../../lib/throttle';

/** By address: a class that tries Trip Log together has one. */
export const demoBudget: Budget = { name: 'demos', most: 20, mostOfSite: 60, seconds: HOUR, what: 'demos' };
