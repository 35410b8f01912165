import { AppError } from '../../lib/errors';
import { type Budget, HOUR } from '../../lib/throttle';
import { MAX_MEGABYTES, type WorkKind } from '../../lib/work/kinds';

/** A holder's documents: one every 6 seconds. No one reads so many, and making one takes about a second. */
export const documentBudget: Budget = { name: 'documents', most: 600, seconds: HOUR, what: 'documents' };

export const documentWork: WorkKind = {
  name: 'document',
  seconds: 60,
  megabytes: MAX_MEGABYTES,
  refusal: () =>
    new AppError(503, 'too-slow', 'This document takes too long to make. Please try again later.'),
};

export const documentLimits = { work: documentWork, budget: documentBudget };

/** Form F5320: its fields take memory until it is saved, so it is not filled twice at once. */
export const formWork: WorkKind = {
  name: 'form',
  seconds: 60,
  megabytes: MAX_MEGABYTES,
  atOnce: 1,
  endsSpares: true,
  refusal: () => new AppError(503, 'too-slow', 'This form takes too long to fill. Please try again later.'),
};
