import { type Budget, HOUR } from '../../lib/throttle';

/** By token: five a second, all day. A dispatch system of a thousand cars sends a tenth of that. */
export const tokenBudget: Budget = {
  name: 'token',
  most: 20_000,
  seconds: HOUR,
  what: 'requests by this token',
};
