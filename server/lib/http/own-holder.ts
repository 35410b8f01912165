import type { RequestHandler } from 'express';
import { NotFoundError, ValidationError } from '../errors';
import { signedIn } from './session';

/**
 * Spec §5 lets driver and trip bodies name their holder; whose data it is comes from the session alone, so a body may
 * only repeat what the session says, and no handler ever sees it.
 * @throws ValidationError for an empty holder id; NotFoundError for any other than the own
 */
export const ownHolderOnly: RequestHandler = (req, res, next) => {
  const body: unknown = req.body;
  if (typeof body === 'object' && body !== null && 'beaHolderId' in body) {
    if (!body.beaHolderId) throw new ValidationError('BEA Holder ID is required');
    if (body.beaHolderId !== signedIn(res).holderId) throw new NotFoundError('BEA holder not found');
    delete body.beaHolderId;
  }
  next();
};
