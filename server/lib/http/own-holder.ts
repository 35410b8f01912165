import type { RequestHandler } from 'express';
import { NotFoundError, ValidationError } from '../errors';
import { signedIn } from './session';

/**
 * A body of a driver or trip may name its holder. The holder is always that of the session, so a body may only repeat it, and no
 * handler sees it. See docs/product.md#isolation.
 * @throws ValidationError for an empty holder id; NotFoundError for another holder's
 */
export const ownHolderOnly: RequestHandler = (req, res, next) => {
  const body: unknown = req.body;
  if (typeof body === 'object' && body !== null && 'beaHolderId' in body) {
    if (!body.beaHolderId) throw new ValidationError('BEA Holder ID is required');
    if (body.beaHolderId !== signedIn(res).holder.id) throw new NotFoundError('BEA holder not found');
    delete body.beaHolderId;
  }
  next();
};
