import * as z from 'zod/mini';
import { driverSchema } from '../drivers';
import { errorAnswerSchema } from '../errors';
import { beaHolderSchema } from '../holders';
import { tripImportSchema } from '../imports/imports';
import { layoutSchema } from '../imports/layouts';
import { sentFileAnswerSchema } from '../imports/waiting-files';
import { shiftSchema } from '../shifts/shifts';
import { pushedTripAnswerSchema } from '../trips/pushed-trips';
import { tripSchema } from '../trips/trips';
import { vehicleSchema } from '../vehicles/vehicles';
import { tokenSchema } from './tokens';

/** The answers that the description of the API writes once, under the names that clients made from it have. */
export const API_TYPES = z.core.registry<{ id: string }>();

const types = {
  Driver: driverSchema,
  Holder: beaHolderSchema,
  Import: tripImportSchema,
  Layout: layoutSchema,
  PushedTrip: pushedTripAnswerSchema,
  Refusal: errorAnswerSchema,
  SentFile: sentFileAnswerSchema,
  Shift: shiftSchema,
  Token: tokenSchema,
  Trip: tripSchema,
  Vehicle: vehicleSchema,
};
for (const [id, schema] of Object.entries(types)) API_TYPES.add(schema, { id });
