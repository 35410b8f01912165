import { countOf, formatCount } from '@shared/figures';
import { LONG_WAIT_MINUTES } from '@shared/limits';
import { brisbaneDay, brisbaneTime, formatDateTime, formatDay } from '@shared/periods';
import { placeKey } from '@shared/places/place-key';
import { type PlaceTable, postcodeFits } from '@shared/places/place-table';
import { outsideQueensland } from '@shared/places/queensland';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { PeriodFigures } from '../reports/figures.repository';
import { type OddTripKind, type OddTrips, type PlaceName, placeKeyOf } from './checks.repository';
import { byDayAndTitle, type Draft, driverFix, NO_LICENCE_DETAIL, vehicleFix } from './finding';

type Place = Pick<PeriodFigures['locations'][number], 'suburb' | 'postcode'>;
export type OddPlaces = { misplaced: Place[]; outside: Place[] };

/** A trip that a finding names, with the name of its driver as of then. */
export type NamedTrip = { id: string; datetime: Date; suburb: string; postcode: string; driverName: string };

/** What a driver or a vehicle was on a day, and what is said of its times. */
export type CheckedThen = {
  driverOn: (id: string, day: string) => { name: string };
  registrationOn: (id: string, day: string) => string | null;
  isDriverRemoved: (id: string) => boolean;
  isVehicleRemoved: (id: string) => boolean;
  /** Since when to until when the driver was with the holder, earliest first; a removed one until its removal. */
  timesOfDriver: (id: string) => string[];
  timesOfVehicle: (id: string) => string[];
  expiryOfDriver: (id: string) => string | null;
  firstLicenceOf: (id: string) => string | null;
};

export type CheckedTrips = OddPlaces & {
  groups: readonly OddTrips[];
  held: CheckedThen;
  entityExpires: string | null;
  localities: PlaceTable;
  /** The duplicates and the trips before them, by id. */
  pairs: ReadonlyMap<string, NamedTrip>;
};

/** The places whose suburb is known with other postcodes only, and those whose postcode lies outside Queensland. */
export function oddPlaces<P extends PlaceName>(places: readonly P[], localities: PlaceTable) {
  const isOutside = outsideQueensland(localities);
  return {
    misplaced: places.filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) === false),
    outside: places.filter(({ postcode }) => isOutside(postcode)),
  };
}

/** Builds the findings about single trips, by kind. */
export function tripFindings(checked: CheckedTrips) {
  const of = (kind: OddTripKind) => checked.groups.filter((group) => group.kind === kind);
  const drivers = (kind: OddTripKind, about: Parameters<typeof driverFinding>[2]) =>
    byDayAndTitle(of(kind).map((group) => driverFinding(group, checked.held, about)));
  const vehicles = (kind: OddTripKind, about: Parameters<typeof vehicleFinding>[2]) =>
    byDayAndTitle(of(kind).map((group) => vehicleFinding(group, checked.held, about)));
  const { held } = checked;
  return {
    entityExpired: of('entity-expired').map((group) => entityExpired(group, checked.entityExpires ?? '')),
    authorisationExpired: drivers('driver-expired', (id, trips) => ({
      kind: 'authorisation-expired',
      ending: `after the driver authorisation expired on ${formatDay(held.expiryOfDriver(id) ?? '')}`,
      detail: `If it was renewed, enter its new expiry. If not, correct the driver of ${trips}, or be ready to explain.`,
    })),
    noLicence: vehicles('vehicle-no-licence', () => ({
      kind: 'no-licence',
      ending: 'and no licence',
      detail: NO_LICENCE_DETAIL,
    })),
    beforeLicence: vehicles('vehicle-before-licence', (id) => ({
      kind: 'before-licence',
      ending: `before its first licence began on ${formatDay(held.firstLicenceOf(id) ?? '')}`,
      detail:
        'Correct the first day of the licence, enter the licence before it, or correct the vehicle of the trips.',
    })),
    beforeStart: drivers('driver-before', (id, trips) => ({
      kind: 'before-start',
      ending: 'before their start date',
      detail: `${timesText('With you', held.timesOfDriver(id))} Correct ${trips}, or the start date under Drivers.`,
    })),
    afterEnd: drivers('driver-after', (id, trips) => ({
      kind: 'after-end',
      ending: held.isDriverRemoved(id) ? 'after they were removed' : 'after their end date',
      detail: `${timesText('With you', held.timesOfDriver(id))} Correct ${trips}, or the end date under Drivers.`,
    })),
    driverGap: drivers('driver-gap', (id, trips) => ({
      kind: 'driver-gap',
      ending: 'in a gap between two times with you',
      detail: `${timesText('With you', held.timesOfDriver(id))} Correct ${trips}, or the times under Drivers.`,
    })),
    switchedOff: drivers('driver-off', (_, trips) => ({
      kind: 'switched-off',
      ending: 'while they were switched off',
      detail: `A driver who is switched off is not affiliated. Correct the driver of ${trips}.`,
    })),
    outsideHours: byDayAndTitle(of('driver-outside-hours').map((group) => outsideHours(group, held))),
    vehicleDates: [
      ...vehicles('vehicle-before', (id, trips) => outsideDates(held.timesOfVehicle(id), trips)),
      ...vehicles('vehicle-after', (id, trips) => outsideDates(held.timesOfVehicle(id), trips)),
    ],
    vehicleGap: vehicles('vehicle-gap', (id, trips) => ({
      kind: 'vehicle-gap',
      ending: 'in a gap between two times when it was available',
      detail: `${timesText('Available', held.timesOfVehicle(id))} Correct ${trips}, or the dates of the vehicle.`,
    })),
    misplaced: placeFindings(checked, 'place-misplaced', checked.misplaced, ({ suburb, postcode }) => ({
      kind: 'postcode',
      title: `${suburb} does not have the postcode ${postcode}`,
      about: `${suburb} has ${postcodesOf(suburb, checked.localities)}.`,
    })),
    outside: placeFindings(checked, 'place-outside', checked.outside, ({ suburb, postcode }) => ({
      kind: 'outside-queensland',
      title: `${suburb} ${postcode} is outside Queensland`,
      about: 'Check the suburb and the postcode.',
    })),
    duplicates: duplicates(of('duplicate'), of('duplicate-again'), checked.pairs),
    longWait: of('long-wait').map(longWait),
    future: of('future').map(future),
  };
}

const daysOfGroup = ({ firstDay, lastDay }: OddTrips) => ({ startDate: firstDay, endDate: lastDay });

const importedText = ({ tripCount, imported }: OddTrips): string => {
  if (imported === 0) return '';
  if (imported === tripCount) return tripCount === 1 ? ' It was imported.' : ' All of them were imported.';
  return ` ${formatCount(imported)} of them ${imported === 1 ? 'was' : 'were'} imported.`;
};

const theTrips = ({ tripCount }: OddTrips) => (tripCount === 1 ? 'the trip' : 'the trips');

/** "With you from 01/07/2025 to 30/06/2026, 01/08/2026 to now." */
const timesText = (words: string, times: readonly string[]): string =>
  times.length > 0 ? `${words} from ${times.join(', ')}.` : '';

type About = (id: string, trips: string) => { kind: Draft['kind']; ending: string; detail: string };

function driverFinding(group: OddTrips, held: CheckedThen, about: About): Draft {
  const { subject: driverId, tripCount, lastDay } = group;
  const { name } = held.driverOn(driverId, lastDay);
  const { kind, ending, detail } = about(driverId, theTrips(group));
  return {
    kind,
    title: `${name} has ${countOf(tripCount, 'trip')} ${ending}`,
    detail: `${detail.trim()}${importedText(group)}`,
    trips: { ...daysOfGroup(group), driverId },
    exampleIds: group.ids,
    fixes: held.isDriverRemoved(driverId) ? [] : [driverFix(driverId, name)],
  };
}

function vehicleFinding(group: OddTrips, held: CheckedThen, about: About): Draft {
  const { subject: vehicleId, tripCount, lastDay } = group;
  const registration = held.registrationOn(vehicleId, lastDay) ?? '';
  const { kind, ending, detail } = about(vehicleId, theTrips(group));
  return {
    kind,
    title: `${registration} has ${countOf(tripCount, 'trip')} ${ending}`,
    detail: `${detail.trim()}${importedText(group)}`,
    trips: { ...daysOfGroup(group), vehicleId },
    exampleIds: group.ids,
    fixes: held.isVehicleRemoved(vehicleId) ? [] : [vehicleFix(vehicleId, registration)],
  };
}

const outsideDates = (times: readonly string[], trips: string): ReturnType<About> => ({
  kind: 'vehicle-dates',
  ending: 'outside the dates when it was available',
  detail: `${timesText('Available', times)} Correct ${trips}, or the dates of the vehicle.`,
});

const entityExpired = (group: OddTrips, expires: string): Draft => ({
  kind: 'entity-expired',
  title: `${countOf(group.tripCount, 'trip')} ${group.tripCount === 1 ? 'is' : 'are'} after your booking entity authorisation expired on ${formatDay(expires)}`,
  detail: `If it was renewed, enter its new expiry in the profile.${importedText(group)}`,
  trips: daysOfGroup(group),
  exampleIds: group.ids,
  fixes: [{ opens: 'profile', id: null, label: 'Profile' }],
});

function outsideHours(group: OddTrips, held: CheckedThen): Draft {
  const { subject: driver, tripCount, firstDay, lastDay } = group;
  const { name } = held.driverOn(driver, lastDay);
  return {
    kind: 'outside-hours',
    title: `${name} has ${countOf(tripCount, 'trip')} outside the recorded hours`,
    detail: `Record the hours, or correct the time or driver of ${theTrips(group)}.${importedText(group)}`,
    trips: { ...daysOfGroup(group), driverId: driver },
    hours: { driver, from: firstDay, to: lastDay },
    exampleIds: group.ids,
  };
}

function placeFindings(
  { groups }: CheckedTrips,
  kind: OddTripKind,
  places: readonly Place[],
  say: (place: Place) => Pick<Draft, 'kind' | 'title'> & { about: string },
): Draft[] {
  const ofKind = groups.filter((group) => group.kind === kind);
  const groupOf = new Map(ofKind.map((group) => [group.subject, group]));
  return places.flatMap((place): Draft[] => {
    const group = groupOf.get(placeKeyOf(place));
    if (!group) return [];
    const { about, ...said } = say(place);
    return [
      {
        ...said,
        detail: `${countOf(group.tripCount, 'trip')}. ${about}`,
        trips: { ...daysOfGroup(group), postcode: place.postcode, search: place.suburb },
        exampleIds: group.ids,
      },
    ];
  });
}

const POSTCODES_NAMED = 3;

/** Queensland's postcodes, if it has a suburb of that name. */
function postcodesOf(suburb: string, { byKey }: PlaceTable): string {
  const namesakes = byKey.get(placeKey(suburb)) ?? byKey.get(placeKey(suburb.replace(/,.*$/, ''))) ?? [];
  const inQueensland = namesakes.filter(({ state }) => state === 'QLD');
  const shown = inQueensland.length > 0 ? inQueensland : namesakes;
  const postcodes = [...new Set(shown.map(({ postcode }) => postcode))].sort();
  const named = postcodes.slice(0, POSTCODES_NAMED).join(', ');
  return postcodes.length > POSTCODES_NAMED ? `${named} and others` : named;
}

/** One finding for all trips that are probably one, each within a few minutes of the one before. */
function duplicates(
  first: readonly OddTrips[],
  again: readonly OddTrips[],
  trips: CheckedTrips['pairs'],
): Draft[] {
  const pairsOf = (groups: readonly OddTrips[]) =>
    groups.flatMap(({ ids, earlierIds }) => ids.map((id, index) => [earlierIds[index] ?? '', id] as const));
  const after = new Map(pairsOf(again));
  return pairsOf(first).flatMap((pair) => {
    const ids: string[] = [...pair];
    for (let next = after.get(pair[1]); next; next = after.get(next)) ids.push(next);
    return duplicate(ids.flatMap((id) => trips.get(id) ?? []));
  });
}

function duplicate(alike: readonly NamedTrip[]): Draft[] {
  const [first, last] = [alike[0], alike.at(-1)];
  if (!first || !last || alike.length < 2) return [];
  const [startDate, endDate] = [brisbaneDay(first.datetime), brisbaneDay(last.datetime)];
  const suburb = capitaliseSuburb(last.suburb);
  const times = alike.map(({ datetime }, index) =>
    index > 0 && brisbaneDay(datetime) === startDate ? brisbaneTime(datetime) : formatDateTime(datetime),
  );
  return [
    {
      kind: 'duplicate',
      title: `${last.driverName} may have logged one trip from ${suburb} ${alike.length === 2 ? 'twice' : `${alike.length} times`}`,
      detail: `${times.slice(0, -1).join(', ')} and ${times.at(-1)}, ${suburb} ${last.postcode}.`,
      trips: { startDate, endDate, search: suburb },
      exampleIds: alike.map(({ id }) => id),
    },
  ];
}

const future = (group: OddTrips): Draft => ({
  kind: 'future',
  title: `${countOf(group.tripCount, 'trip')} ${group.tripCount === 1 ? 'is' : 'are'} dated in the future`,
  detail: group.tripCount === 1 ? 'It counts in the report anyway.' : 'They count in the report anyway.',
  trips: daysOfGroup(group),
  exampleIds: group.ids,
});

const longWait = (group: OddTrips): Draft => ({
  kind: 'long-wait',
  title: `${countOf(group.tripCount, 'trip')} waited more than a day`,
  detail: `Waiting time is in minutes, and more than ${formatCount(LONG_WAIT_MINUTES)} is usually a typing error.`,
  trips: { ...daysOfGroup(group), waiting: `${LONG_WAIT_MINUTES + 1}-` },
  exampleIds: group.ids,
});
