import { describe, expect, it, test } from 'vitest';
import { readColumnWord, readTripKind, type WordField, type WordMeaning } from './column-words';

const words = (text: string) => text.split('; ');

/** Each line: the column, what its words mean, and the words. */
const WORDS: [WordField, WordMeaning | undefined, string[]][] = [
  [
    'status',
    'trip',
    words(
      'Completed; COMPLETE; completed trip; TRIP_COMPLETED; tripCompleted; auto-completed; Completed - paid; Completed - No Charge; Completed: payment failed; Done; Job done; Finished; finalised; Dropped off; DROPPED_OFF; Paid; Paid by card; Fulfilled; Successful; Trip ended; Ｃompleted',
    ),
  ],
  [
    'status',
    'not-a-trip',
    words(
      'Cancelled; cancelled_by_driver; RIDER_CANCELED; driver-cancelled; riderCancelled; Cancelled by dispatcher; Cancelled (fee paid); CANCELLED – NO CHARGE; Cancellation; canc; CANX; canx’d; CXL; cxld; CNX; customercancelled; No Show; NO_SHOW; noShow; no-shows; PassengerNoShow; No show (paid); Did not show; Did not travel; didn’t board; Not picked up; Not collected; Never showed; No job; No fare; No driver found; No drivers available; Declined; driver_declined; Expired; OFFER_EXPIRED; Unfulfilled; Failed; Failure; aborted; Deleted; Void; voided; Rejected; rejected by driver; Abandoned; Withdrawn; Not a trip; cancelled no show',
    ),
  ],
  ['status', 'rank-or-hail', words('Rank; Street hail; Rank - completed; Flag down')],
  [
    'status',
    undefined,
    words(
      'Not completed; Incomplete; IN-COMPLETE; UNCOMPLETED; never finished; Not done; Unpaid; Not paid; Pre-paid; Prepaid; Unsuccessful; Uncancelled; decancelled; Was cancelled but driven; Completed by other car; Reassigned - completed; Cancelled, driven later; Could not be completed; Not cancelled; un-cancelled; not a no show; Unexpired; undeleted; Cancelled: no; completed N; Completed?; Cancelled, then completed; completed, then no show; Cancellation requested; pending cancellation; To be completed; partially completed; half done; Payment completed; Payment failed; Card declined; Declined: card; Refund completed; Test completed; Booked; Confirmed; In progress; En route; POB; COA; Flagged; Avoided; unbooked; 0; 1; yes; no; -; N/A; ✓; null',
    ),
  ],
  [
    'kind',
    'booked',
    words(
      'Booked; BOOKING; pre-booked; PreBooked; Pre book; prebooking; phone booking; Booked online; ASAP; Asap',
    ),
  ],
  [
    'kind',
    'rank-or-hail',
    words(
      'Rank; RANKED; Rank job; taxi_rank; TaxiRank; Airport rank; Domestic terminal rank; off the rank; Rank or hail; rank-or-hail; Hail; hailed; Street Hail; STREET_HAIL; StreetHail; Street; On street; street pickup; Kerb; kerbside; Flag; Flagged; flag-fall; Flagfall; flagged down; Walk-up; walkup; Unbooked; Un-booked; non_booked; NonBooked; Not booked; not pre-booked; No booking; without booking',
    ),
  ],
  [
    'kind',
    'other-entity',
    words(
      'For another booking entity; other-entity; OTHER_ENTITY; other entity; Another company; other company job; for another company; Job for another entity; via other booking entity; booked through another company; another company’s job',
    ),
  ],
  ['kind', 'not-a-trip', words('Cancelled; No show; booking cancelled; Rank, cancelled; Void')],
  [
    'kind',
    undefined,
    words(
      'H; R; B; Meter only; Off meter; Cruising; COA; Test booking; Future booking; Quoted booking; Booked off; Booked or rank; Booked/unbooked; Booked at rank; rank booking; Not hailed; Not from rank; e-hail; eHail; App hail; hailed by app; ride hail; Frank; Crank; Queen Street; Maxi; Wheelchair; Account; Airport; Completed; Booking charge; Other; Another; Given to another company; Transferred to another company; not another company; Uber; DiDi; 13cabs job; 0; 1; Y; N; true; -; N/A; ?',
    ),
  ],
];

describe.each(WORDS)('under %s is %s:', (field, meaning, of) => {
  test.each(of)('%s', (word) => {
    expect(readColumnWord(field, word)).toBe(meaning);
    expect(readColumnWord(field, `  ${word}\u00a0`)).toBe(meaning);
  });
});

test('a cell of the grid reads every kind as a file does, and completes what is begun', () => {
  const kinds = WORDS.flatMap(([field, meaning, of]) =>
    field === 'kind' ? of.map((word) => ({ word, meaning })) : [],
  );
  const differ = kinds.filter(
    ({ word, meaning }) => readTripKind(word) !== (meaning === 'not-a-trip' ? undefined : meaning),
  );
  expect(differ.map(({ word }) => word)).toEqual(['H', 'R', 'B']);
});

it.each<[WordField, string, WordMeaning | undefined, WordMeaning | undefined]>([
  ['kind', 'Booked', 'booked', 'rank-or-hail'],
  ['kind', 'Was booked?', 'booked', 'rank-or-hail'],
  ['kind', 'Pre-booked (Y/N)', 'booked', 'rank-or-hail'],
  ['kind', 'Street hail', 'rank-or-hail', 'booked'],
  ['kind', 'Unbooked', 'rank-or-hail', 'booked'],
  ['kind', 'Booking type', undefined, undefined],
  ['kind', 'Booking no', undefined, undefined],
  ['kind', 'Booked or rank', undefined, undefined],
  ['kind', 'Job type', undefined, undefined],
  ['kind', 'x'.repeat(1000), undefined, undefined],
  ['status', 'Cancelled', 'not-a-trip', 'trip'],
  ['status', 'No show?', 'not-a-trip', 'trip'],
  ['kind', 'Cancelled', 'not-a-trip', undefined],
  ['kind', 'Rank/Hail', 'rank-or-hail', 'booked'],
  ['kind', 'Trip source', undefined, undefined],
  ['kind', 'For another company?', 'other-entity', 'booked'],
  ['status', 'For another company?', undefined, undefined],
  ['status', 'Completed', 'trip', undefined],
  ['status', 'Status', undefined, undefined],
])('under the %s heading %j, yes is %s and no is %s', (field, heading, yes, no) => {
  for (const word of ['1', 'Yes', 'y', 'TRUE']) expect(readColumnWord(field, word, heading)).toBe(yes);
  for (const word of ['0', 'No', 'N', 'false']) expect(readColumnWord(field, word, heading)).toBe(no);
});

it('reads a blank kind as booked unless the heading asks, and knows neither a blank state nor a long text', () => {
  expect(readColumnWord('kind', ' ')).toBe('booked');
  expect(readColumnWord('kind', '', 'Job type')).toBe('booked');
  expect(readColumnWord('kind', '', 'Was booked?')).toBeUndefined();
  expect(readColumnWord('kind', '', 'Hail')).toBe('booked');
  expect(readColumnWord('status', '')).toBeUndefined();
  expect(readColumnWord('status', 'completed'.padEnd(60, '.'))).toBe('trip');
  expect(readColumnWord('status', 'completed'.padEnd(61, '.'))).toBeUndefined();
});

it.each([
  ['', 'booked'],
  [' Booked ', 'booked'],
  ['b', 'booked'],
  ['rank', 'rank-or-hail'],
  ['r', 'rank-or-hail'],
  ['ha', 'rank-or-hail'],
  ['Rank or hail', 'rank-or-hail'],
  ['rank-or-hail', 'rank-or-hail'],
  ['Street hail', 'rank-or-hail'],
  ['flag down', 'rank-or-hail'],
  ['Airport rank', 'rank-or-hail'],
  ['unbooked', 'rank-or-hail'],
  ['asap', 'booked'],
  ['cancelled', undefined],
  ['x', undefined],
  ['h', 'rank-or-hail'],
  ['-', undefined],
  [`rank ${'x'.repeat(100)}`, undefined],
])('reads the kind %j that is typed in a cell as a file does, or by its beginning', (typed, kind) => {
  expect(readTripKind(typed)).toBe(kind);
});
