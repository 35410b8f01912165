/** Every way into the product reads the typed places alike, and fills in none that is far away or in another state without a word. */
import { beforeAll, expect, it } from 'vitest';
import { levelOf } from '../../../client/src/features/imports/typed/cell-words';
import {
  checkRow,
  settleRow,
  type TripRowContext,
} from '../../../client/src/features/imports/typed/check-cells';
import { readLines } from '../../../client/src/features/imports/typed/pasted-lines';
import { newRow, notesOn, type TypedRow } from '../../../client/src/features/imports/typed/typed-row';
import { tripReader } from '../../../server/features/imports/read-rows';
import { readPlaceTable } from '../../../server/test/place-table';
import type { Driver } from '../../drivers';
import { localitiesNamed, type PlaceTable } from '../../places/place-table';
import { distanceKm, pointOf } from '../../places/points';
import { FAR_KM } from '../../places/suburb-lookup';
import {
  findSuburb,
  nextSuburbState,
  type SuburbState,
  viewOfSuburb,
} from '../../places/suburb-lookup-state';
import { USUAL_READING } from '../../reading/days';
import type { RecentSuburb } from '../trips';
import { HOLDERS, type TypedPlace, typedPlaces } from './typed-places';

const now = new Date('2026-11-22T02:00:00Z');
const ivy = { id: '1', firstName: 'Ivy', lastName: 'Quark', driverAuthorityLicense: 'DA-1' } as Driver;
let localities: PlaceTable;
beforeAll(async () => {
  localities = await readPlaceTable();
});

/** What an entry makes of a text: the place that it fills in, what it offers, and what it says of it. */
type Reading = {
  place?: string | undefined;
  offered: readonly string[];
  said: readonly string[];
  isRefused: boolean;
};

const ownOf = (holder: TypedPlace['holder']): RecentSuburb[] =>
  HOLDERS[holder].map((place) => ({ suburb: place.slice(0, -5), postcode: place.slice(-4) }));
const label = ({ displayName, postcode }: { displayName: string; postcode: string }) =>
  `${displayName} ${postcode}`;
const placed = (suburb = '', postcode = '') => (postcode === '' ? undefined : `${suburb} ${postcode}`);

function inForm(text: string, own: RecentSuburb[]): Reading {
  const fields = { suburb: text, postcode: '', isPostcodeFilledIn: false };
  const typed = nextSuburbState({ fields, isListOpen: false }, { type: 'typed', own });
  const result = findSuburb(text, own, localities);
  const state: SuburbState = nextSuburbState(typed, { type: 'looked-up', result, isTyping: false });
  const { choices, farKm, objection } = viewOfSuburb(state, own, localities);
  const { suburb, postcode } = state.fields;
  const isUnknown = state.found?.finding.kind === 'none';
  return {
    place: placed(suburb, postcode),
    offered: choices?.matches.map(label) ?? [],
    said: [...(objection ? [objection] : []), ...(farKm ? ['far'] : []), ...(isUnknown ? ['unknown'] : [])],
    isRefused: objection !== undefined && choices === undefined,
  };
}

function ofRow(row: TypedRow, known: TripRowContext): Reading {
  const findings = checkRow(row, known).findings.filter(
    ({ field }) => field === 'suburb' || field === 'postcode',
  );
  const isProblem = findings.some((finding) => levelOf(finding) === 'problem');
  return {
    place: isProblem ? undefined : placed(row.suburb, row.postcode),
    offered: findings.flatMap(({ choices = [] }) => choices.map((choice) => choice.label)),
    said: [...findings.map(({ kind }) => kind), ...notesOn(row).map((note) => note.text)],
    isRefused: findings.some(({ kind }) => kind === 'no-suburb'),
  };
}

const gridOf = (own: RecentSuburb[]): TripRowContext => ({
  drivers: [ivy],
  own,
  vehicles: [],
  localities,
  now,
});

const inGrid = (text: string, own: RecentSuburb[]): Reading =>
  ofRow(
    settleRow(newRow({ driver: 'Ivy Quark', date: '20/11/2026', time: '10:15', suburb: text }), gridOf(own)),
    gridOf(own),
  );

function inLine(text: string, own: RecentSuburb[]): Reading {
  const [row] = readLines(`${text}, 10:15 Ivy Quark 5 min`, gridOf(own)).rows;
  return ofRow(settleRow(newRow({ ...row, date: '20/11/2026' }), gridOf(own)), gridOf(own));
}

function inFile(text: string, own: RecentSuburb[]): Reading {
  const fields = ['date', 'time', 'driver', 'suburb', 'waitingTime'] as const;
  const read = tripReader({
    columns: Object.fromEntries(fields.map((field, column) => [field, column])),
    headings: [],
    reading: { ...USUAL_READING, readOn: '2026-11-22' },
    drivers: [ivy],
    vehicles: [],
    localities,
    own,
    now,
  });
  const { trip, remarks } = read({ number: 2, cells: ['20/11/2026', '10:15', 'Ivy Quark', text, '5'] });
  const places = remarks.flatMap((remark) => ('offered' in remark ? [...remark.offered] : []));
  return {
    place: trip && placed(trip.suburb, trip.postcode),
    offered: places.flatMap((one) => (typeof one === 'string' ? [] : label(one))),
    said: remarks.flatMap((remark) => {
      if (remark.kind === 'waiting-blank') return [];
      // it names the place, and what other places or how many kilometres there are
      const isPlain = remark.kind === 'postcode-filled' && !remark.farKm && remark.others.length === 0;
      return isPlain ? [] : remark.kind;
    }),
    isRefused: remarks.some(({ kind }) => kind === 'no-suburb'),
  };
}

const ENTRIES = { form: inForm, grid: inGrid, line: inLine, file: inFile };

/** Whether a place is in another state, or far from the holder's trips. */
function isElsewhere(place: string, own: RecentSuburb[]): boolean {
  const [suburb, postcode] = [place.slice(0, -5), place.slice(-4)];
  const locality = localitiesNamed(localities, suburb, postcode).find((one) => one.postcode === postcode);
  if (!locality) return false;
  const at = pointOf(localities.points, locality.name, postcode);
  const km = own.map((one) => {
    const from = pointOf(localities.points, one.suburb, one.postcode);
    return from && at ? distanceKm(from, at) : Number.POSITIVE_INFINITY;
  });
  return locality.state !== 'QLD' || Math.min(...km) > FAR_KM;
}

function isRight({ place, offered, isRefused, said }: Reading, right: readonly string[]): boolean {
  if (right[0] === 'refused') return place === undefined && (isRefused || said.length > 0);
  if (right[0] === 'question') return place === undefined && offered.length > 0;
  return right.includes(place ?? offered[0] ?? '');
}

it.each(Object.entries(ENTRIES))(
  'reads 157 typed places, and fills in none elsewhere without a word: %s',
  (_, read) => {
    const readings = typedPlaces().map(({ holder, text, right }) => {
      const own = ownOf(holder);
      const reading = read(text, own);
      const shown = `${holder}: "${text}" is ${reading.place ?? `asked, ${reading.offered[0] ?? 'nothing offered'}`}`;
      const isSilent = reading.offered.length === 0 && reading.said.length === 0;
      const isWrong = reading.place !== undefined && isSilent && isElsewhere(reading.place, own);
      return { shown, isWrong, isRight: isRight(reading, right) };
    });
    expect(readings).toHaveLength(157);
    expect(readings.filter(({ isWrong }) => isWrong)).toEqual([]);
    const misses = readings.filter((one) => !one.isRight).map(({ shown }) => shown);
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(10);
  },
);
