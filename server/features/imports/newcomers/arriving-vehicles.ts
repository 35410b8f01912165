import type { NewcomerAnswers, NewVehicle, VehicleAnswer } from '@shared/imports/newcomers';
import { LENGTHS } from '@shared/limits';
import { nearestVehicles } from '@shared/trips/reading/vehicles';
import type { LicenceKind } from '@shared/vehicles/dated-facts';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { type VehicleInput, vehicleInputSchema } from '@shared/vehicles/vehicle-input';
import { SUBSTITUTE_TAXI } from '@shared/vehicles/vehicles';
import { safeParse } from 'zod/mini';
import { isSameText } from '../../vehicles/usual-licence';
import type { VehicleOfAnyDay } from '../../vehicles/vehicles.repository';
import type { FoundVehicle } from '../find-vehicle';
import { asRegistration } from './fleet-number';
import { mostOf, type VehicleGroup } from './gather';

/** Newcomers that are compared with every vehicle. */
const MAX_COMPARED = 300;

/** A vehicle that comes with the file: as rows are read with it, and as it is stored. */
export type ArrivingVehicle = { vehicle: VehicleOfAnyDay; input: VehicleInput };
/** A text of the file that becomes the call sign of a vehicle, from the day of its first trip. */
export type NewCallSign = { key: string; vehicleId: string; callSign: string; from: string };

export type ArrivingVehicles = {
  shown: NewVehicle[];
  /** Those to be stored, by registration. */
  arriving: Map<string, ArrivingVehicle>;
  callSigns: NewCallSign[];
  /** Which fleet numbers become no call signs. */
  notes: string[];
  /** By the keys of texts. */
  found: Map<string, FoundVehicle>;
  /** The registration of a text's vehicle, once it is known. */
  registrationOf: Map<string, string>;
};

/** A text of the file as it is compared: empty for one that names no vehicle. */
export const keyOfVehicle = (text: string): string =>
  text.length > 4 * LENGTHS.vehicleRegistration ? '' : normaliseRegistration(text);

/** @param kind of the licences, by their heading */
export function arrivingVehicles(
  groups: readonly VehicleGroup[],
  given: NewcomerAnswers['vehicles'],
  { vehicles, kind, now }: { vehicles: readonly VehicleOfAnyDay[]; kind: LicenceKind; now: Date },
): ArrivingVehicles {
  const answers = new Map(Object.entries(given));
  const present = vehicles.filter(({ deletedAt }) => deletedAt === null);
  const byId = new Map(present.map((vehicle) => [vehicle.id, vehicle]));
  const byPlate = new Map(present.map((vehicle) => [vehicle.registration, vehicle]));
  const arriving = new Map<string, ArrivingVehicle>();
  const found = new Map<string, FoundVehicle>();
  const registrationOf = new Map<string, string>();
  const callSigns: NewCallSign[] = [];
  const wanted = groups.map((group) => ({ group, ...asWanted(group, answers.get(group.key), kind) }));

  /** Vehicles with one registration are one: its own text says of it what fleet numbers do not. */
  const partsOf = (registration: string) => wanted.filter((one) => one.registration === registration);
  function makeVehicle(registration: string): ArrivingVehicle | string {
    const parts = partsOf(registration);
    const main = parts.find(({ group }) => group.key === registration) ?? parts[0];
    if (!main) return '';
    const days = parts.flatMap(({ isDaySaid, day }) => (isDaySaid ? [day] : []));
    const from = days[0] ?? parts.map(({ day }) => day).toSorted()[0] ?? main.day;
    const isAssumed = days.length === 0;
    const numbers = new Set(parts.flatMap(({ licence }) => licence || []));
    if (numbers.size > 1) return twoLicences(numbers);
    const [number] = numbers;
    const isSubstituteTaxi = parts.some((one) => one.isSubstituteTaxi);
    const parsed = safeParse(vehicleInputSchema, {
      registration,
      isSubstituteTaxi,
      availability: [{ from, to: null, isAssumed }],
      licences: number && !isSubstituteTaxi ? [{ kind: main.kind, number, from, isAssumed }] : [],
    });
    if (!parsed.success) return parsed.error.issues[0]?.message ?? '';
    return { input: parsed.data, vehicle: asStored(parsed.data, arriving.size + 1, now) };
  }

  const shown = wanted.map(({ group, answer, registration, licence, day, ...one }): NewVehicle => {
    const { key, written, rows, firstTrip } = group;
    const known = answer?.as === 'known' ? byId.get(answer.id) : byPlate.get(registration ?? '');
    const isSign = asRegistration(written) === undefined && written.trim().length <= LENGTHS.callSign;
    const callSign = isSign ? written.trim() : null;
    let problem: string | null = null;
    if (answer?.as === 'left-out') found.set(key, {});
    else if (known) {
      found.set(key, { vehicle: known });
      registrationOf.set(key, known.registration);
      if (callSign) callSigns.push({ key, vehicleId: known.id, callSign, from: firstTrip });
    } else if (!registration)
      problem = `Which vehicle is ${written}? Enter its registration, or choose one of yours`;
    else {
      const made =
        group.licences.size > 1 && !one.isLicenceSaid
          ? twoLicences(new Set(group.licences.keys()))
          : (arriving.get(registration) ?? makeVehicle(registration));
      if (typeof made === 'string') problem = made;
      else {
        arriving.set(registration, made);
        found.set(key, { vehicle: made.vehicle });
        registrationOf.set(key, registration);
        if (callSign) callSigns.push({ key, vehicleId: made.vehicle.id, callSign, from: firstTrip });
      }
    }
    if (problem)
      found.set(key, { remark: { field: 'vehicle', kind: 'newcomer-waits', typed: written, why: problem } });
    return {
      ...{ key, written: written.slice(0, LENGTHS.vehicleDescription), rows, firstTrip, problem, callSign },
      answer: answer?.as ?? null,
      id: known?.id ?? null,
      registration: registration ?? null,
      licence: licence || null,
      kind: one.kind,
      isSubstituteTaxi: one.isSubstituteTaxi,
      availableFrom: day,
      near: [],
    };
  });
  for (const one of shown.slice(0, MAX_COMPARED))
    one.near = nearestVehicles(one.written, present).map(({ id, registration, description }) => ({
      id,
      registration,
      description,
    }));
  const { kept, notes } = firstOfVehicle(callSigns, byId, registrationOf);
  const signs = new Set(kept.map(({ key }) => key));
  return {
    ...{ arriving, found, registrationOf, callSigns: kept, notes },
    // a car has one call sign at a time: its other numbers are read in this file only
    shown: shown.map((one) =>
      found.get(one.key)?.vehicle && !signs.has(one.key) ? { ...one, callSign: null } : one,
    ),
  };
}

/** A group as it is proposed, with what an answer says instead. */
function asWanted(group: VehicleGroup, answer: VehicleAnswer | undefined, kindOfColumn: LicenceKind) {
  const said = answer?.as === 'new' ? answer : undefined;
  const written = said?.licence ?? mostOf(group.licences) ?? '';
  const isSubstituteTaxi = said?.isSubstituteTaxi ?? isSameText(written.trim(), SUBSTITUTE_TAXI);
  const registration =
    said?.registration === undefined
      ? asRegistration(group.written)
      : normaliseRegistration(said.registration);
  return {
    answer,
    isDaySaid: said?.availableFrom !== undefined && said.availableFrom !== group.firstTrip,
    isLicenceSaid: said?.licence !== undefined,
    registration: answer && answer.as !== 'new' ? undefined : registration || undefined,
    licence: isSubstituteTaxi ? '' : written.trim(),
    kind: said?.kind ?? kindOfColumn,
    isSubstituteTaxi,
    day: said?.availableFrom ?? group.firstTrip,
  };
}

const twoLicences = (licences: ReadonlySet<string>) =>
  `There are several licences of it: ${[...licences].slice(0, 3).join(', ')}. Which one is it?`;

/** A vehicle has one call sign at a time: of several texts that of most rows, and none where it has one. The others are named. */
function firstOfVehicle(
  callSigns: readonly NewCallSign[],
  stored: ReadonlyMap<string, VehicleOfAnyDay>,
  registrationOf: ReadonlyMap<string, string>,
) {
  const taken = new Map<string, string>();
  const notes: string[] = [];
  const kept = callSigns.filter(({ key, vehicleId, callSign, from }) => {
    const own = stored.get(vehicleId)?.callSigns ?? [];
    const other = taken.get(vehicleId) ?? own.find(({ to }) => (to ?? '9999') >= from)?.callSign;
    if (other === undefined) taken.set(vehicleId, callSign);
    else
      notes.push(
        `"${callSign}" is read as ${registrationOf.get(key)} in this file only: that vehicle has the call sign "${other}"`,
      );
    return other === undefined;
  });
  return { kept, notes };
}

/** The vehicle as rows are read with it before it is stored. */
function asStored(
  { availability, licences, callSigns: _, newCallSign: _new, ...input }: VehicleInput,
  number: number,
  now: Date,
): VehicleOfAnyDay {
  const row = {
    ...input,
    id: `arriving-vehicle-${number}`,
    beaHolderId: '',
    isSubstituteTaxi: input.isSubstituteTaxi ?? false,
    createdAt: now,
    updatedAt: now,
    version: 1,
    deletedAt: null,
  };
  return {
    ...row,
    availableFrom: availability[0]?.from ?? null,
    availableTo: null,
    availability,
    licences,
    callSigns: [],
    registrations: new Set([input.registration]),
    changedOn: [],
    on: () => row,
  };
}
