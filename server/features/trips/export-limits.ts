import { AppError } from '../../lib/errors';
import { type Budget, HOUR } from '../../lib/throttle';
import { MAX_MEGABYTES, type WorkKind } from '../../lib/work/kinds';

/** By holder: anyone who tries every filter and format of the list needs 50. */
export const exportBudget: Budget = { name: 'exports', most: 200, seconds: HOUR, what: 'exports' };

/** Files that grow with the number of trips. A long one leaves a process to the others, and a holder has two on their way. */
export const exportWork: WorkKind = {
  name: 'export',
  seconds: 300,
  megabytes: MAX_MEGABYTES,
  atOnce: 1,
  perHolder: 2,
  refusal: () =>
    new AppError(503, 'too-slow', 'This file takes too long to make. Choose fewer trips or a shorter time.'),
};
