import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import type { LicenceKind } from '@shared/vehicles/dated-facts';
import { registrationText } from '@shared/vehicles/registration';
import { changeVehicleSchema } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { asking, type ChangeAnswer, type ChangeQuestion, unanswered } from '@/features/dated/change';
import { now } from '@/lib/clock';
import { type CallSignFields, callSignBody, callSignFaults, callSignFields } from './call-sign-form';

/** A span or a licence keeps being assumed until its row is changed or confirmed. */
type Assumable = { isAssumed?: boolean | undefined };
export type SpanFields = Assumable & { from: string; to: string };
export type LicenceFields = Assumable & { kind: LicenceKind; number: string; from: string; expires: string };

type Fields = {
  registration: string;
  description: string;
  availability: SpanFields[];
  isSubstituteTaxi: boolean;
  licences: LicenceFields[];
  isSubcontracted: boolean;
  notes: string;
};
export type VehicleFormFields = Fields & CallSignFields & ChangeAnswer;

/** The schema of the vehicle form without its questions; its output is the body of POST and PUT /api/vehicles. */
export const vehicleFormSchema = z.pipe(
  z.transform(({ licences, availability, ...fields }: Fields): unknown => ({
    ...fields,
    availability: availability.map((span) => ({ ...span, to: span.to || null })),
    licences: fields.isSubstituteTaxi
      ? []
      : licences.map((licence) => ({ ...licence, expires: licence.expires || null })),
  })),
  changeVehicleSchema,
);
export type VehicleChange = z.output<typeof vehicleFormSchema>;

export const emptySpan = (from = ''): SpanFields => ({ from, to: '' });

export const emptyLicence = (today: string): LicenceFields => ({
  kind: 'booked-hire',
  number: '',
  from: today,
  expires: '',
});

export function vehicleForm(vehicle: Vehicle | null, now: Date): VehicleFormFields {
  const today = brisbaneDay(now);
  const spans = vehicle?.availability.map((span) => ({ ...span, to: span.to ?? '' }));
  return {
    registration: vehicle?.registration ?? '',
    description: vehicle?.description ?? '',
    availability: spans && spans.length > 0 ? spans : [emptySpan(today)],
    isSubstituteTaxi: vehicle?.isSubstituteTaxi ?? false,
    licences: vehicle?.licences.map((licence) => ({ ...licence, expires: licence.expires ?? '' })) ?? [
      emptyLicence(today),
    ],
    isSubcontracted: vehicle?.isSubcontracted ?? false,
    notes: vehicle?.notes ?? '',
    ...callSignFields(vehicle, now),
    ...unanswered(vehicle?.createdAt, now),
  };
}

const registrationSchema = registrationText('Registration is required');

/** Whether another registration corrects the one that is stored, or follows it. */
export function registrationQuestion(
  vehicle: Vehicle | null,
  { registration }: Pick<VehicleFormFields, 'registration'>,
): ChangeQuestion | undefined {
  const { data } = z.safeParse(registrationSchema, registration);
  if (!vehicle || !data || data === vehicle.registration) return undefined;
  return {
    title: `Why are you changing registration ${vehicle.registration} to ${data}?`,
    since: 'New registration',
  };
}

/** Finds fault with fields and missing answers. @param vehicles the holder's, of which another may have the call sign */
export function vehicleResolver(
  vehicle: Vehicle | null,
  vehicles: readonly Vehicle[],
): Resolver<VehicleFormFields, unknown, VehicleChange> {
  const resolve = asking(
    zodResolver(vehicleFormSchema),
    (fields: Fields & ChangeAnswer) => registrationQuestion(vehicle, fields),
    () => brisbaneDay(now()),
  );
  return async ({ callSign, callSignAnswer, ...fields }, context, options) => {
    const called = { callSign, callSignAnswer };
    const resolved = await resolve(fields, context, options as never);
    const errors = { ...resolved.errors, ...callSignFaults(vehicle, called, vehicles) };
    if (Object.keys(errors).length > 0)
      return { values: {}, errors: errors as FieldErrors<VehicleFormFields> };
    const values = { ...(resolved.values as VehicleChange), ...callSignBody(vehicle, called, vehicles) };
    return { values, errors: {} };
  };
}
