import { isMidnight } from '@shared/periods';
import type { PlainFieldName, TripFieldName } from '@shared/trips/trip-fields';
import { USUAL_KIND } from '@shared/trips/trip-kinds';
import type { ImportedTrip } from '@shared/trips/trips';
import { readNoWait } from './questions/ask-about-waits';
import type { TripTable } from './tables/read-table';

/** What a row says of a field: a value, or nothing in its cell. A field that is absent has no column, or its cell cannot be taken as emptied. */
export type SaidFields = Partial<Record<TripFieldName, 'value' | 'blank'>>;

type Parts = {
  cell: (field: TripFieldName) => string;
  moment: string | { hasTime: boolean } | undefined;
  place: { filled?: unknown };
};

/** Of each field that a correction may leave alone, what the row says of it (docs/product/import-export.md#corrected-exports). */
export function saidFields(
  trip: ImportedTrip,
  { cell, moment, place }: Parts,
  columns: TripTable['columns'],
): SaidFields {
  const said: SaidFields = {};
  const say = (field: TripFieldName, isValue: boolean) => {
    if (isValue) said[field] = 'value';
    else if (columns[field] !== undefined && cell(field) === '') said[field] = 'blank';
  };
  const isDayOnly = columns.time !== undefined && cell('time') === '' && isMidnight(new Date(trip.datetime));
  say('time', typeof moment === 'object' && moment.hasTime && !isDayOnly);
  say('postcode', place.filled === undefined);
  say('vehicle', (trip.vehicleId ?? null) !== null);
  // a word of the state may say the kind where no column does
  say('kind', columns.kind !== undefined || trip.kind !== USUAL_KIND);
  for (const field of DETAILS) say(field, trip[field] !== null);
  if (columns.waitingTime === undefined) return said;
  const isBlank = readNoWait(cell('waitingTime')) === 'blank';
  // an answer that blank waits are not known is one about trips that no one knows more of
  said.waitingTime = isBlank && trip.waitingTime === null ? 'blank' : 'value';
  return said;
}

const DETAILS = ['duration', 'bookingReference', 'notes'] as const satisfies PlainFieldName[];
