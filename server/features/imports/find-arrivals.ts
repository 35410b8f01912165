import { setImmediate } from 'node:timers/promises';
import { licenceKindUnder } from '@shared/trips/headings';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { TripFile } from './build-preview';
import type { ImportDriver, StoredTrip } from './imports.repository';
import { type Arrivals, noArrivals, readArrivals } from './newcomers/arrivals';
import { type NamedRow, ROWS_AT_ONCE, textReader } from './row-texts';

type Own = { drivers: ImportDriver[]; vehicles: VehicleOfAnyDay[]; stored: ReadonlyMap<string, StoredTrip> };

/** The drivers and vehicles that come with a file; rows without a date are no trips of theirs. */
export async function findArrivals(file: TripFile & Own & { now: Date }): Promise<Arrivals> {
  if (file.isTyped) return noArrivals(file);
  const readTexts = textReader(file);
  const named: NamedRow[] = [];
  for (let at = 0; at < file.rows.length; at += ROWS_AT_ONCE) {
    const texts = file.rows.slice(at, at + ROWS_AT_ONCE).map(readTexts);
    named.push(...texts.flatMap(({ at, names, isNamed }) => (at && isNamed ? [names] : [])));
    await setImmediate();
  }
  const kind = licenceKindUnder(file.headings[file.columns.vehicleLicence ?? -1] ?? '');
  return readArrivals(named, { ...file, kind });
}
