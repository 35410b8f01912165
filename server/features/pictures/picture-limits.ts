import { ValidationError } from '../../lib/errors';
import { type Budget, HOUR } from '../../lib/throttle';
import type { WorkKind } from '../../lib/work/kinds';

/** By holder: addresses to upload to, and pictures saved from them. A holder has two pictures. */
export const uploadBudget: Budget = { name: 'uploads', most: 200, seconds: HOUR, what: 'uploads' };

/** A picture of 25 megapixels takes 2 seconds and 100 MB, and a process that must be started 1 or 2; one that takes more takes it fast. */
export const pictureWork: WorkKind = {
  name: 'picture',
  seconds: 30,
  processorSeconds: 8,
  megabytes: 320,
  atOnce: 1,
  endsSpares: true,
  refusal: () => new ValidationError('The picture takes too long to draw. Please choose a simpler one.'),
};
