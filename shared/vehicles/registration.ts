import * as z from 'zod/mini';
import { atMost, requiredText } from '../fields';
import { LENGTHS } from '../limits';

/** Registrations are stored in upper case without separators: "123-abc" becomes "123ABC" (docs/product/drivers.md#drivers). */
export const normaliseRegistration = (registration: string) =>
  registration.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The registration of a vehicle, as it is stored. @param missing the message for one without a letter or digit */
export const registrationText = (missing: string) =>
  z.pipe(
    requiredText(missing, LENGTHS.vehicleRegistration),
    z.pipe(
      z.transform(normaliseRegistration),
      z.string().check(z.minLength(1, missing), atMost(LENGTHS.vehicleRegistration)),
    ),
  );
