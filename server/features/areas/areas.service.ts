import type { AreaPlace, ConfirmAreas } from '@shared/areas/areas';
import { type AreaProposal, areaProposer, type PickupPlace } from '@shared/areas/propose-area';
import { AREA_REGIONS, NO_AREA, OUTSIDE_QUEENSLAND } from '@shared/areas/taxi-service-areas';
import { outsideQueensland } from '@shared/places/queensland';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { addTotals, NO_TRIPS, type TripTotals } from '@shared/trips/waits';
import { recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { LimitReachedError } from '../../lib/errors';
import { listLodgedPlaces } from '../holders/lodged-reports.repository';
import { loadLocalities, loadPlaceNames, loadPoints } from '../trips/localities';
import {
  type ConfirmedPlace,
  listConfirmedPlaces,
  listPickupPlaces,
  type PlaceAreas,
  removeConfirmedPlaces,
  upsertConfirmedPlaces,
} from './areas.repository';

/** How many places are listed: more than Queensland has, and no more than the server's own process has time for. */
const MOST_PLACES = 4000;
/** How many confirmed areas a holder can have: confirmed places stay so when their trips are deleted. */
const MOST_CONFIRMED = 10_000;

let proposing: Promise<ReturnType<typeof areaProposer>> | undefined;
/** Proposes areas from the build's tables. @throws when the build has not made them; the next call reads again */
function loadProposer() {
  proposing ??= Promise.all([loadPoints(), loadLocalities()])
    .then(([points, localities]) => areaProposer(points, outsideQueensland(localities)))
    .catch((error: unknown) => {
      proposing = undefined;
      throw error;
    });
  return proposing;
}

type PlaceArea = AreaProposal & Pick<AreaPlace, 'isConfirmed'>;

/** Makes a function that gives the key of a place, however its suburb is spelt; a postcode alone has an empty one. */
async function loadPlaceKeys() {
  const nameOf = await loadPlaceNames();
  return (place: PickupPlace) => (place.suburb === '' ? '' : suburbKey(nameOf(place)));
}

/** Reads what gives a place its confirmed area: the one of its suburb, else of its postcode. */
async function readConfirmedAreas(db: DbOrTx, holderId: string) {
  const suburbKeyOf = await loadPlaceKeys();
  const stored = await listConfirmedPlaces(db, holderId);
  // a place that `renameConfirmedPlaces` has not reached yet counts, unless its other spelling is confirmed too
  const inSpelling = stored.map((place) => ({ ...place, suburb: place.suburbKey }));
  const confirmed = new Map([
    ...inSpelling.map((place) => [keyOf({ ...place, suburbKey: suburbKeyOf(place) }), place.area] as const),
    ...stored.map((place) => [keyOf(place), place.area] as const),
  ]);
  return (place: PickupPlace) => {
    const { postcode } = place;
    return (
      confirmed.get(keyOf({ postcode, suburbKey: suburbKeyOf(place) })) ??
      confirmed.get(keyOf({ postcode, suburbKey: '' }))
    );
  };
}

/** Reads what gives a place its area: the confirmed one, else the proposal. */
export async function readAreas(db: DbOrTx, holderId: string): Promise<(place: PickupPlace) => PlaceArea> {
  const propose = await loadProposer();
  const confirmedAreaOf = await readConfirmedAreas(db, holderId);
  return (place) => {
    const area = confirmedAreaOf(place);
    return area
      ? { area, isConfirmed: true, isDoubtful: false, candidates: [] }
      : { ...propose(place), isConfirmed: false };
  };
}

const keyOf = ({ postcode, suburbKey }: Omit<ConfirmedPlace, 'area'>) => `${postcode} ${suburbKey}`;

/** The places that trips began in, each with its area (docs/product/reports.md#areas). */
export async function listPlacesWithAreas({ db, holderId }: Call<DbOrTx>): Promise<AreaPlace[]> {
  const areaOf = await readAreas(db, holderId);
  const places = await listPickupPlaces(db, holderId, MOST_PLACES);
  const suburbKeyOf = await loadPlaceKeys();
  const lodged = new Map<string, string[]>();
  for (const { period, locations } of await listLodgedPlaces(db, holderId))
    for (const location of locations) {
      const key = keyOf({ ...location, suburbKey: suburbKeyOf(location) });
      lodged.set(key, [...new Set([...(lodged.get(key) ?? []), period])]);
    }
  return places.map(({ tripCount, ...named }) => {
    const place = { postcode: named.postcode, suburb: capitaliseSuburb(named.suburbKey) };
    return { ...place, ...areaOf(place), tripCount, lodged: lodged.get(keyOf(named)) ?? [] };
  });
}

/** Counts the places that `listPlacesWithAreas` lists unconfirmed. */
export async function countPlacesToConfirm({ db, holderId }: Call<DbOrTx>): Promise<number> {
  const confirmedAreaOf = await readConfirmedAreas(db, holderId);
  const places = await listPickupPlaces(db, holderId, MOST_PLACES);
  return places.filter(
    ({ postcode, suburbKey }) => !confirmedAreaOf({ postcode, suburb: capitaliseSuburb(suburbKey) }),
  ).length;
}

/** Confirms the areas of places, or withdraws that; of a place named twice the last counts. @throws LimitReachedError */
export const confirmAreas = (call: Call, input: ConfirmAreas): Promise<AreaPlace[]> =>
  inTransaction(call, async (within) => {
    const stored = await listConfirmedPlaces(within.db, within.holderId);
    const before = new Map(stored.map((place) => [keyOf(place), place]));
    const suburbKeyOf = await loadPlaceKeys();
    const named = new Map(
      input.map(({ suburb = '', ...place }) => {
        const named = { ...place, suburbKey: suburbKeyOf({ ...place, suburb }) };
        return [keyOf(named), named];
      }),
    );
    const confirmed = [...named.values()].filter(({ isConfirmed }) => isConfirmed);
    const withdrawn = [...named.values()].filter((place) => !place.isConfirmed && before.has(keyOf(place)));
    const added = confirmed.filter((place) => !before.has(keyOf(place)));
    if (stored.length + added.length - withdrawn.length > MOST_CONFIRMED)
      throw new LimitReachedError(MOST_CONFIRMED, 'confirmed areas', 'Withdraw some');
    await upsertConfirmedPlaces(
      within,
      confirmed.map(({ isConfirmed: _, ...place }) => place),
    );
    await removeConfirmedPlaces(within, withdrawn);
    const changes = [
      ...confirmed.map((place) => ({ before: recorded(before.get(keyOf(place))), after: recorded(place) })),
      ...withdrawn.map((place) => ({ before: recorded(before.get(keyOf(place))) })),
    ];
    await recordChanges(within, 'place', changes, { skipUnchanged: true });
    return listPlacesWithAreas(within);
  });

/** Gives confirmed areas to the names by which their places are stored; one that is confirmed by its name keeps its area. */
export async function renameConfirmedPlaces(within: Call<Tx>): Promise<void> {
  const suburbKeyOf = await loadPlaceKeys();
  const stored = await listConfirmedPlaces(within.db, within.holderId);
  const renamed = stored
    .map((before) => ({ before, key: suburbKeyOf({ ...before, suburb: before.suburbKey }) }))
    .filter(({ before, key }) => before.suburbKey !== key);
  const names = new Set(stored.map(keyOf));
  const added = new Map(
    renamed
      .map(({ before, key }) => ({ ...before, suburbKey: key }))
      .filter((place) => !names.has(keyOf(place)))
      .map((place) => [keyOf(place), place]),
  );
  await upsertConfirmedPlaces(within, [...added.values()]);
  await removeConfirmedPlaces(
    within,
    renamed.map(({ before }) => before),
  );
  await recordChanges(within, 'place', [
    ...[...added.values()].map((place) => ({ after: recorded(place) })),
    ...renamed.map(({ before }) => ({ before: recorded(before) })),
  ]);
}

/** A confirmed area as the audit trail has it: its id names the place. */
const recorded = (place: ConfirmedPlace | undefined) =>
  place && { id: `${capitaliseSuburb(place.suburbKey)} ${place.postcode}`.trim(), area: place.area };

/** Waiting times are in minutes. The region is null for places that are in no area, the area for those that nothing is known of. */
export type AreaTotals = TripTotals & { region: string | null; area: string | null };

export type AreaSums = {
  /** TMR's areas, in its order. */
  areas: AreaTotals[];
  /** What is in none of them: with the areas they add up to all. */
  apart: AreaTotals[];
  placesToConfirm: number;
};

const AREAS = AREA_REGIONS.flatMap(({ name, areas }) =>
  areas.map((area) => ({ region: name, area: area.name })),
);
const APART = [NO_AREA, OUTSIDE_QUEENSLAND, null].map((area) => ({ region: null, area }));

/** Sums places by area, and returns those of them that are not confirmed. */
export async function sumByArea(
  { db, holderId }: Pick<Call<DbOrTx>, 'db' | 'holderId'>,
  locations: readonly (PickupPlace & TripTotals)[],
): Promise<AreaSums & { placeAreas: PlaceAreas; toConfirm: PlaceAreas }> {
  const areaOf = await readAreas(db, holderId);
  const sums = new Map<string | null, TripTotals>();
  const placeAreas: PlaceAreas = [];
  const toConfirm: PlaceAreas = [];
  for (const location of locations) {
    const { area, isConfirmed } = areaOf(location);
    const placeArea = { postcode: location.postcode, suburb: location.suburb, area };
    placeAreas.push(placeArea);
    if (!isConfirmed) toConfirm.push(placeArea);
    sums.set(area, addTotals(sums.get(area) ?? NO_TRIPS, location));
  }
  const sumsOf = (named: readonly Pick<AreaTotals, 'region' | 'area'>[]) =>
    named.flatMap((name) => {
      const sum = sums.get(name.area);
      return sum ? { ...name, ...sum } : [];
    });
  return {
    areas: sumsOf(AREAS),
    apart: sumsOf(APART),
    placesToConfirm: toConfirm.length,
    placeAreas,
    toConfirm,
  };
}
