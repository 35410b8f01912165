import { zodResolver } from '@hookform/resolvers/zod';
import { type CarChangeQuery, type ChangeCar, changeCarSchema } from '@shared/driver-vehicle';
import { brisbaneDay } from '@shared/periods';
import { isAvailableOn, type Vehicle, vehicleName } from '@shared/vehicles/vehicles';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { dayFault } from '@/features/dated/change';
import { now } from '@/lib/clock';
import {
  availableFirst,
  formerEnd,
  formerFaults,
  type VehicleAnswers,
  type VehicleQuestions,
} from './driver-form';

/** The choice of a vehicle that is none of the holder's yet. */
export const NEW_VEHICLE = 'new';

export type ChangeCarFields = Omit<VehicleAnswers, 'vehicleId' | 'licenceAnswer'> & {
  /** An id, NEW_VEHICLE, or nothing yet. */
  vehicleId: string;
  registration: string;
  licence: string;
  from: string;
};

export const changeCarForm = (): ChangeCarFields => ({
  vehicleId: '',
  registration: '',
  licence: '',
  vehicleAvailableFrom: '',
  licenceFrom: '',
  from: brisbaneDay(now()),
  moves: '',
  former: 'stays',
  formerUntil: '',
});

/** What the form asks the server: the former vehicle and its trips are the same whichever vehicle follows. */
export const carQuery = ({ from }: ChangeCarFields): CarChangeQuery | undefined =>
  dayFault(from, brisbaneDay(now())) ? undefined : { from };

/** The vehicles to choose from, those available on the day first. */
export function carChoices(vehicles: readonly Vehicle[], formerId: string | null | undefined, from: string) {
  const others = vehicles.filter(({ id }) => id !== formerId);
  const choiceOf = (vehicle: Vehicle) => ({
    value: vehicle.id,
    label: vehicleName(vehicle, from) + (isAvailableOn(vehicle, from) ? '' : ' (not available on that day)'),
  });
  return [...availableFirst(others, from).map(choiceOf), { value: NEW_VEHICLE, label: 'Another vehicle' }];
}

/** What the form asks, which depends on the holder's vehicles and on trips. */
export type CarQuestions = Pick<VehicleQuestions, 'former' | 'asksToMove'> & {
  /** A vehicle in the list has the registration that was typed, and brings its own licence and days. */
  isKnown: boolean;
};

const bodySchema = (asked: CarQuestions) =>
  z.pipe(
    z.transform((fields: ChangeCarFields): unknown => {
      const { vehicleId, registration, licence, vehicleAvailableFrom, licenceFrom, from } = fields;
      const isNew = vehicleId === NEW_VEHICLE;
      const formerEndsOn = formerEnd(fields, asked, from);
      return {
        ...(isNew ? { registration } : vehicleId && { vehicleId }),
        ...(isNew && !asked.isKnown && { licence }),
        ...(isNew && !asked.isKnown && vehicleAvailableFrom && { vehicleAvailableFrom }),
        ...(isNew && !asked.isKnown && licenceFrom && { licenceFrom }),
        from,
        moves: asked.asksToMove && fields.moves === 'yes',
        ...(formerEndsOn !== undefined && { formerEndsOn }),
      };
    }),
    changeCarSchema,
  );

export const changeCarResolver =
  (askedOf: (fields: ChangeCarFields) => CarQuestions): Resolver<ChangeCarFields, unknown, ChangeCar> =>
  async (fields, context, options) => {
    const asked = askedOf(fields);
    const resolve = zodResolver(bodySchema(asked)) as unknown as Resolver<
      ChangeCarFields,
      unknown,
      ChangeCar
    >;
    const resolved = await resolve(fields, context, options as never);
    const day = dayFault(fields.from, brisbaneDay(now()));
    const errors = {
      ...resolved.errors,
      ...(day && { from: { type: 'validate', message: day } }),
      ...formerFaults(fields, asked, fields.from),
    } as FieldErrors<ChangeCarFields>;
    return Object.keys(errors).length > 0
      ? { values: {}, errors }
      : { values: resolved.values as ChangeCar, errors: {} };
  };
