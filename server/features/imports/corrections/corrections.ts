import { driverName } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import type { FieldChange } from '@shared/imports/imports';
import { brisbaneDay, brisbaneTime, formatDate, onDay } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { PlaceRead } from '@shared/trips/reading/places';
import {
  type PlainFieldName,
  plainField,
  plainFieldNames,
  type TripFieldName,
  tripField,
} from '@shared/trips/trip-fields';
import type { ImportedTrip } from '@shared/trips/trips';
import type { VehicleOfAnyDay } from '../../vehicles/vehicles.repository';
import type { ImportDriver, StoredTrip } from '../imports.repository';
import type { ReadRow } from '../read-rows';

/** What a correction stores, of the fields that it changes. */
export type CorrectedFields = Partial<
  Omit<StoredTrip, 'id' | 'version'> & { driverAuthorityLicense: string }
>;
/** A stored trip, what a row of a file stores of it, and that in words. */
export type Correction = { stored: StoredTrip; set: CorrectedFields; changes: FieldChange[] };

type Compared = {
  drivers: readonly ImportDriver[];
  vehicles: readonly VehicleOfAnyDay[];
  /** The vehicle that a driver usually has at a moment. */
  usualVehicle: (driverId: string, at: Date) => string | null;
  readPlace: (suburb: string, postcode: string) => PlaceRead;
  /** Whether any trip of the file has a time, so that one at 00:00 has it as well. */
  hasTimes: boolean;
};

const NOTHING = '–';
/** Characters of a text, and how many of them stand before what differs. */
const SHOWN = 80;
const BEFORE = 20;
/** The fields that an empty cell takes away, in a row that has the trip's id. */
const EMPTIED: readonly PlainFieldName[] = ['duration', 'bookingReference', 'notes'];

/**
 * Makes a function that compares a row with its stored trip: only what the row says counts (docs/product/import-export.md#corrected-exports).
 * @returns undefined where the trip is stored as the row has it
 */
export function comparer({ drivers, vehicles, usualVehicle, readPlace, hasTimes }: Compared) {
  const driversById = new Map<string, ImportDriver[]>();
  for (const driver of drivers) driversById.set(driver.id, [...(driversById.get(driver.id) ?? []), driver]);
  const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));

  function nameOf(driverId: string, day: string): string {
    const times = driversById.get(driverId) ?? [];
    const then = times.find(({ from = day, until = day }) => from <= day && until >= day) ?? times.at(-1);
    return then ? driverName(then) : NOTHING;
  }
  const registrationOf = (vehicleId: string | null | undefined, day: string) =>
    vehiclesById.get(vehicleId ?? '')?.on(day).registration ?? NOTHING;

  /** An export capitalises a place, and a place that was stored before the table knew it is read as another. */
  function isSamePlace(stored: StoredTrip, { suburb, postcode }: ImportedTrip, isPostcodeSaid: boolean) {
    const isAs = (one: { suburb: string; postcode: string }) =>
      suburbKey(one.suburb) === suburbKey(suburb) && (!isPostcodeSaid || one.postcode === postcode);
    return isAs(stored) || isAs(readPlace(stored.suburb, stored.postcode));
  }

  return (row: ReadRow, trip: ImportedTrip, stored: StoredTrip): Correction | undefined => {
    const { said = {} } = row;
    const isOwnRow = row.tripId === stored.id;
    const set: CorrectedFields = {};
    const changes: FieldChange[] = [];
    const say = (field: TripFieldName, from: string, to: string) =>
      changes.push({ label: tripField(field).label, from, to });

    const rowAt = new Date(trip.datetime);
    const isTimeSaid = said.time === 'value' && (isOwnRow || hasTimes);
    // a file in minutes says nothing of the seconds
    const isOtherTime = isTimeSaid && brisbaneTime(rowAt) !== brisbaneTime(stored.datetime);
    const at = isOtherTime ? rowAt : onDay(stored.datetime, brisbaneDay(rowAt));
    const [was, is] = [brisbaneDay(stored.datetime), brisbaneDay(at)];
    if (minuteOf(at) !== minuteOf(stored.datetime)) set.datetime = at;
    if (was !== is) say('date', formatDate(stored.datetime), formatDate(at));
    const [timeWas, timeIs] = [brisbaneTime(stored.datetime), brisbaneTime(at)];
    if (timeWas !== timeIs) say('time', timeWas, timeIs);

    let vehicleId: string | null | undefined = said.vehicle === 'value' ? trip.vehicleId : stored.vehicleId;
    if (trip.driverId !== stored.driverId) {
      set.driverId = trip.driverId;
      set.driverAuthorityLicense = trip.driverAuthorityLicense;
      say('driver', nameOf(stored.driverId, was), nameOf(trip.driverId, is));
      // as in the form: another driver has another car
      if (said.vehicle !== 'value') vehicleId = usualVehicle(trip.driverId, at);
    }

    const isPlace = isSamePlace(stored, trip, said.postcode === 'value');
    for (const field of plainFieldNames) {
      const [from, to] = [stored[field], trip[field]];
      const isEmptied = said[field] === 'blank' && isOwnRow && EMPTIED.includes(field);
      const isTold = said[field] === 'value' || isEmptied;
      const differs = field === 'suburb' || field === 'postcode' ? !isPlace : isTold;
      if (!differs || from === to || (field === 'suburb' && suburbKey(`${from}`) === suburbKey(`${to}`)))
        continue;
      Object.assign(set, { [field]: to });
      say(field, ...shownPair(textOf(field, from), textOf(field, to)));
    }
    // a car that was removed since, or another with its registration, is the one that the row means
    const isSameCar =
      said.vehicle === 'value' &&
      stored.vehicleId !== null &&
      registrationOf(vehicleId, is) === registrationOf(stored.vehicleId, is);
    if (vehicleId !== undefined && vehicleId !== (stored.vehicleId ?? null) && !isSameCar) {
      set.vehicleId = vehicleId;
      say('vehicle', registrationOf(stored.vehicleId, was), registrationOf(vehicleId, is));
    }
    return changes.length > 0 ? { stored, set, changes } : undefined;
  };
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

function textOf(field: PlainFieldName, value: string | number | null): string {
  const { missing = NOTHING, shown } = plainField(field);
  if (value === null) return missing;
  return shown && typeof value === 'string' ? shown(value) : String(value);
}

/** Two texts from shortly before where they differ, if they are long: notes may have thousands of characters. */
function shownPair(from: string, to: string): [string, string] {
  const [one, other] = [Array.from(from), Array.from(to)];
  if (Math.max(one.length, other.length) <= SHOWN) return [from, to];
  const same = one.findIndex((character, index) => character !== other[index]);
  const begin = Math.max(0, (same < 0 ? one.length : same) - BEFORE);
  const part = (all: string[]) =>
    `${begin > 0 ? '…' : ''}${all.slice(begin, begin + SHOWN).join('')}${all.length > begin + SHOWN ? '…' : ''}`;
  return [part(one), part(other)];
}

/** The times of trips that corrections change, each with its kind, before and after. */
export const correctedTrips = (corrections: readonly Correction[]) =>
  corrections.map(({ stored, set }) => [stored, { ...stored, ...set }]);
