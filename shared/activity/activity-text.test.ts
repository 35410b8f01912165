import { describe, expect, test } from 'vitest';
import type { ActivityEvent, ActivityLine } from './activity';
import { eventDetails, eventSentence, waitedSentence } from './activity-text';

const event = (fields: Partial<ActivityEvent>): ActivityEvent => ({
  id: 'a',
  at: '2026-11-21T02:00:00.000Z',
  entity: 'trip',
  entityId: 'b',
  action: 'updated',
  subject: 'Toowong 4066',
  person: 'Mary Smith',
  changes: {},
  ...fields,
});
const ben = { entity: 'driver', subject: 'Ben Old' } as const;
const lodged = { report: { to: 'quarterly' }, period: { to: 'Q1-2026' }, lodgedOn: { to: '2026-10-05' } };
const amended = { ...lodged, amends: { to: 'id' }, reason: { to: 'A trip was missing' } };
const file = { fileName: { to: 'october.csv' }, tripCount: { to: 1234 } };

describe('an event with one change is one sentence', () => {
  test.each<[Partial<ActivityEvent>, string]>([
    [
      { ...ben, changes: { driverAuthorityLicense: { from: 'DA-1', to: 'DA-2' } } },
      "changed Ben Old's driver authority license from DA-1 to DA-2.",
    ],
    [
      { ...ben, changes: { endDate: { from: null, to: '2026-12-30T14:00:00.000Z' } } },
      "set Ben Old's end date to 31/12/2026.",
    ],
    [
      { ...ben, changes: { endDate: { from: '2026-12-30T14:00:00.000Z', to: null } } },
      "removed Ben Old's end date, which was 31/12/2026.",
    ],
    [{ ...ben, changes: { isActive: { from: true, to: false } } }, 'turned off “Active” for Ben Old.'],
    [
      { changes: { waitingTime: { from: 5, to: 9 }, driverId: { from: 'x', to: 'y' } } },
      'changed the waiting time of the trip Toowong 4066 from 5 min to 9 min.',
    ],
    [
      { subject: null, changes: { waitingTime: { from: 5, to: 9 } } },
      'changed the waiting time from 5 min to 9 min.',
    ],
    [
      { entity: 'recipient', subject: 'a@b.au', changes: { quarterlyReports: { from: true, to: false } } },
      'turned off “Quarterly Reports” for a@b.au.',
    ],
    [
      { entity: 'place', subject: 'Toowong 4066', changes: { area: { from: 'Ipswich', to: 'Brisbane' } } },
      'changed the area of Toowong 4066 from Ipswich to Brisbane.',
    ],
    [
      { entity: 'preferences', subject: null, changes: { sendAnnual: { from: false, to: true } } },
      'turned on “Send annual reports automatically”.',
    ],
    [
      { entity: 'holder', subject: null, changes: { logoUrl: { from: '/a.png', to: '/b.png' } } },
      'changed the company logo.',
    ],
  ])('%#', (fields, sentence) => {
    expect(eventSentence(event(fields))).toBe(`Mary Smith ${sentence}`);
    expect(eventDetails(event(fields))).toEqual([]);
  });
});

test.each<[Partial<ActivityEvent>, string]>([
  [{}, 'changed the trip Toowong 4066.'],
  [{ action: 'deleted' }, 'deleted the trip Toowong 4066.'],
  [{ action: 'restored', subject: null }, 'restored the trip.'],
  [{ entity: 'holder', action: 'created', subject: null }, 'created this profile.'],
  [{ entity: 'holder', subject: null }, 'changed the profile.'],
  [{ entity: 'preferences', subject: null }, 'changed the report preferences.'],
  [{ entity: 'tmrRequest', action: 'created', subject: 'R-1' }, 'added the request from TMR R-1.'],
  [{ entity: 'device', action: 'deleted', subject: null }, 'signed out a device.'],
  [{ entity: 'passkey', action: 'deleted', subject: 'Phone' }, 'deleted the passkey Phone.'],
  [
    { entity: 'import', action: 'deleted', changes: file },
    'undid the import of 1,234 trips from october.csv.',
  ],
  [
    {
      entity: 'records',
      action: 'deleted',
      changes: { trips: { from: 2 }, shifts: { from: 1 }, before: { from: '2024-07-01' } },
    },
    'removed 2 trips and 1 shift before 01/07/2024.',
  ],
  [
    { entity: 'lodgement', action: 'created', changes: { ...amended, reference: { to: 'TMR-7' } } },
    'marked an amendment of Quarterly report, Q1 (Jul–Sep 2026) as lodged on 05/10/2026, reference TMR-7.',
  ],
  [
    { entity: 'lodgement', action: 'deleted', changes: { period: { from: 'Q5-2026' } } },
    'withdrew the lodgement of a report.',
  ],
  [{ entity: 'recipient', action: 'created', subject: 'a@b.au' }, 'added the recipient a@b.au.'],
  [{ ...ben, action: 'restored' }, 'restored the driver Ben Old.'],
  [
    { entity: 'lodgement', action: 'created', subject: null, changes: lodged },
    'marked Quarterly report, Q1 (Jul–Sep 2026) as lodged on 05/10/2026.',
  ],
  [
    { entity: 'lodgement', action: 'created', subject: null, changes: amended },
    'marked an amendment of Quarterly report, Q1 (Jul–Sep 2026) as lodged on 05/10/2026.',
  ],
  [
    { entity: 'lodgement', action: 'deleted', subject: null, changes: { ...lodged, amends: { from: 'id' } } },
    'withdrew the amendment of Quarterly report, Q1 (Jul–Sep 2026).',
  ],
  [
    { entity: 'lodgement', action: 'deleted', subject: null, changes: lodged },
    'withdrew the lodgement of Quarterly report, Q1 (Jul–Sep 2026).',
  ],
  [
    { entity: 'import', action: 'created', subject: null, changes: file },
    'imported 1,234 trips from october.csv.',
  ],
  [
    { entity: 'place', action: 'created', subject: 'Toowong 4066', changes: { area: { to: 'Brisbane' } } },
    'confirmed Brisbane as the area of Toowong 4066.',
  ],
  [
    { entity: 'place', action: 'deleted', subject: 'Toowong 4066', changes: { area: { from: 'Brisbane' } } },
    'withdrew the area of Toowong 4066.',
  ],
  [{ entity: 'passkey', action: 'used', subject: 'Phone' }, 'signed in with the passkey Phone.'],
  [{ entity: 'calendar', action: 'created', subject: null }, 'made the calendar address.'],
  [{ entity: 'calendar', action: 'updated', subject: null }, 'replaced the calendar address.'],
  [{ entity: 'calendar', action: 'deleted', subject: null }, 'removed the calendar address.'],
  [{ entity: 'device', action: 'deleted', subject: 'Firefox' }, 'signed out Firefox.'],
  [{ entity: 'person', action: 'created', subject: 'Pat' }, 'added Pat to the people who may sign in.'],
  [{ entity: 'person', action: 'deleted', subject: 'Pat' }, 'removed Pat from the people who may sign in.'],
  [
    {
      entity: 'phone',
      action: 'deleted',
      subject: 'Ben Old',
      changes: { name: { from: 'Safari on iPhone' } },
    },
    "ended Ben Old's phone Safari on iPhone.",
  ],
  [
    {
      entity: 'heldRecord',
      action: 'deleted',
      subject: 'Ben Old',
      changes: { trip: { from: {} }, outcome: { to: 'dropped' } },
    },
    "dropped a trip that waited on Ben Old's phone.",
  ],
  [
    {
      entity: 'heldRecord',
      action: 'deleted',
      subject: 'Ben Old',
      changes: { shift: { from: {} }, outcome: { to: 'stored' } },
    },
    "stored a shift that waited on Ben Old's phone.",
  ],
  [{ entity: 'layout', action: 'deleted', subject: 'Dispatch' }, 'forgot the spreadsheet layout Dispatch.'],
  [{ entity: 'token', action: 'created', subject: 'Dispatch' }, 'made the token Dispatch.'],
  [{ entity: 'token', action: 'deleted', subject: 'Dispatch' }, 'revoked the token Dispatch.'],
])('a sentence says what was done %#', (fields, sentence) => {
  expect(eventSentence(event(fields))).toBe(`Mary Smith ${sentence}`);
});

const licence = (number: string, from: string, expires: string | null) => ({
  kind: 'booked-hire',
  number,
  from,
  expires,
});
const car = { entity: 'vehicle', subject: '100KAQ' } as const;
const first = licence('61000', '2025-08-21', '2026-01-12');
const second = licence('77000', '2026-01-13', null);

test('below a trip, what came by a token is logged by it', () => {
  const by = { person: 'Dispatch (token)', entity: 'trip', action: 'created' } as const;
  expect(eventSentence(event({ ...by, subject: null }))).toBe('Logged by Dispatch (token).');
  expect(eventSentence(event(by))).toBe('Dispatch (token) added the trip Toowong 4066.');
});

test('a renewal is named as one, and the licences that stay are not', () => {
  const next = licence('77100', '2027-01-13', '2028-01-12');
  const ended = { ...second, expires: '2027-01-12' };
  const renewal = event({
    ...car,
    changes: { licences: { from: [first, second], to: [first, ended, next] } },
  });
  expect(eventSentence(renewal)).toBe('Mary Smith renewed the licence of 100KAQ: 77100 from 13/01/2027.');
  expect(eventDetails(renewal)).toEqual([]);
});

test('of a list, only what has changed is said', () => {
  const changes = (from: object[], to: object[]) => event({ ...car, changes: { licences: { from, to } } });
  expect(eventSentence(changes([first, second], [first, { ...second, number: '77001' }]))).toBe(
    'Mary Smith changed the licences of the vehicle 100KAQ from 77000 from 13/01/2026 to 77001 from 13/01/2026.',
  );
  expect(eventSentence(changes([first, second], [first]))).toBe(
    'Mary Smith removed the licences of the vehicle 100KAQ, which was 77000 from 13/01/2026.',
  );
});

test('what no one did, the program did', () => {
  expect(eventSentence(event({ person: null, action: 'deleted' }))).toMatch(/^Trip Log deleted/);
});

test('several changes, and long ones, are lines below it', () => {
  const changes = {
    waitingTime: { from: 5, to: 9 },
    datetime: { from: '2026-11-20T23:30:00.000Z', to: '2026-12-31T14:05:00.000Z' },
    notes: { from: null, to: 'late' },
    deletedBy: { to: 'x' },
  };
  expect(eventSentence(event({ changes }))).toBe('Mary Smith changed the trip Toowong 4066.');
  expect(eventDetails(event({ changes }))).toEqual([
    'Changed waiting time from 5 min to 9 min',
    'Changed date from 21/11/2026 09:30 to 01/01/2027 00:05',
    'Set notes to late',
  ]);
  const long = event({ changes: { notes: { from: 'late', to: 'x'.repeat(61) } } });
  expect(eventSentence(long)).toBe('Mary Smith changed the trip Toowong 4066.');
  expect(eventDetails(long)).toEqual([`Changed notes from late to ${'x'.repeat(61)}`]);
});

test('that a trip is booked goes without saying', () => {
  const isBooked = { suburb: { to: 'Ascot' }, kind: { to: 'booked' } };
  expect(eventDetails(event({ action: 'created', changes: isBooked }))).toEqual(['Suburb: Ascot']);
  const hailed = event({ changes: { kind: { from: 'booked', to: 'rank-or-hail' } } });
  expect(eventSentence(hailed)).toBe(
    'Mary Smith changed the kind of the trip Toowong 4066 from Booked to Rank or hail.',
  );
});

test('of a trip, the driver by name comes first, then when; what the sentence says is left out', () => {
  const trip = {
    suburb: 'Toowong',
    postcode: '4066',
    notes: 'late',
    duration: 31,
    datetime: '2026-11-24T17:03:00.000Z',
    waitingTime: 1011,
    bookingReference: 'J-1',
    driverId: 'grace',
    driverAuthorityLicense: '410185',
  };
  const changes = Object.fromEntries(Object.entries(trip).map(([field, to]) => [field, { to }]));
  const created = event({ action: 'created', changes });
  const rest = [
    '25/11/2026 03:03',
    'Waiting Time: 1,011 min',
    'Duration: 31 min',
    'Booking Reference: J-1',
    'Notes: late',
  ];
  expect(eventDetails(created, (id) => ({ grace: 'Grace Smith' })[id])).toEqual(['Grace Smith', ...rest]);
  expect(eventDetails(created)).toEqual(['Driver Authority License: 410185', ...rest]);
  expect(eventDetails({ ...created, subject: 'Toowong 4066 of 25/11/2026 03:03' })).toEqual([
    'Driver Authority License: 410185',
    ...rest.slice(1),
  ]);
  expect(eventDetails({ ...created, subject: 'Ascot 4007' }, () => 'Grace Smith')).toContain(
    'Suburb: Toowong',
  );
});

test('additions and deletions name the fields that were filled in', () => {
  const changes = {
    email: { to: 'a@b.au' },
    isActive: { to: true },
    notes: { to: null },
    bounces: { to: 0 },
  };
  expect(eventDetails(event({ action: 'created', changes }))).toEqual(['Email: a@b.au']);
  expect(eventDetails(event({ action: 'deleted', changes: { email: { from: 'a@b.au' } } }))).toEqual([
    'Email: a@b.au',
  ]);
  const read = {
    ...file,
    dateOrder: { to: 'month-first' },
    daysFrom: { to: '1904' },
    wordsOfStatus: { to: 'COA: Not a trip' },
    rowsToCheck: { to: 1 },
    rowsNotTrips: { to: 2 },
  };
  expect(eventDetails(event({ entity: 'import', action: 'created', changes: read }))).toEqual([
    'Date Order: month-first',
    'Days Counted From: 1904',
    'Words Of Status: COA: Not a trip',
    'Rows To Check: 1',
    'Rows That Are No Trips: 2',
  ]);
  const sent = { driverCount: { to: 0 }, vehicleCount: { to: 2 }, rowsWithProblems: { to: 1 } };
  expect(eventDetails(event({ entity: 'import', action: 'created', changes: sent }))).toEqual([
    'Vehicles Added: 2',
    'Rows To Fix: 1',
  ]);
  const token = { scope: { to: 'Read trips' }, expiresOn: { to: '2027-11-21' } };
  expect(eventDetails(event({ entity: 'token', action: 'created', changes: token }))).toEqual([
    'What It May Do: Read trips',
    'Last Day: 21/11/2027',
  ]);
  expect(eventDetails(event({ entity: 'lodgement', action: 'created', changes: lodged }))).toEqual([]);
  expect(eventDetails(event({ entity: 'lodgement', action: 'deleted', changes: amended }))).toEqual([]);
  expect(eventDetails(event({ entity: 'lodgement', action: 'created', changes: amended }))).toEqual([
    'Reason: A trip was missing',
  ]);
});

test.each<[Partial<ActivityLine>, Partial<NonNullable<ActivityLine['many']>>, string]>([
  [{}, { fromDriver: 'Wei Brown', toDriver: 'Ben Kowalski' }, 'gave 136 trips of Wei Brown to Ben Kowalski.'],
  [{}, { toDriver: 'Ben Kowalski' }, 'gave 136 trips to Ben Kowalski.'],
  [{}, { toDay: '2026-11-20' }, 'moved 136 trips to 20/11/2026.'],
  [{}, {}, 'changed 136 trips.'],
  [{ action: 'deleted' }, {}, 'deleted 136 trips.'],
  [{ entity: 'device', action: 'deleted' }, {}, 'signed out 136 devices.'],
  [{ entity: 'person', action: 'deleted' }, {}, 'removed 136 people.'],
  [{ entity: 'place', action: 'created' }, {}, 'confirmed the areas of 136 places.'],
  [{ entity: 'import', action: 'created', changes: file }, {}, 'imported 1,234 trips from october.csv.'],
  [
    { entity: 'records', action: 'deleted', changes: { before: { from: '2024-07-01' } } },
    {},
    'removed old trips and shifts before 01/07/2024 in 136 steps.',
  ],
])('a line that stands for many, %#', (fields, common, sentence) => {
  const many = { count: 136, fromDriver: null, toDriver: null, toDay: null, ...common };
  expect(eventSentence({ ...event(fields), many })).toBe(`Mary Smith ${sentence}`);
  expect(eventDetails({ ...event(fields), many })).toEqual([]);
});

test.each<[Partial<ActivityLine>, string]>([
  [{ action: 'created', subject: null }, 'Logged by Ben Old on their phone.'],
  [{ action: 'created' }, 'Ben Old on their phone added the trip Toowong 4066.'],
  [
    { subject: null, changes: { waitingTime: { from: 5, to: 9 } } },
    'Ben Old on their phone changed the waiting time from 5 min to 9 min.',
  ],
  [
    { ...ben, entity: 'phone', action: 'created', changes: { name: { to: 'Safari on iPhone' } } },
    'Ben Old on their phone added the phone Safari on iPhone.',
  ],
  [
    {
      ...ben,
      entity: 'heldRecord',
      action: 'created',
      many: { count: 20, fromDriver: null, toDriver: null, toDay: null },
    },
    'Ben Old on their phone handed in 20 trips and shifts that waited on a phone.',
  ],
])('what a driver did on an own phone: %#', (fields, sentence) => {
  expect(eventSentence(event({ ...fields, person: 'Ben Old on their phone' }))).toBe(sentence);
});

test('what waited on a phone is told field by field, whether it was stored or dropped', () => {
  const trip = { driverId: 'b', datetime: '2026-11-21T23:30:00.000Z', suburb: 'Toowong', waitingTime: 5 };
  const dropped = event({
    entity: 'heldRecord',
    action: 'deleted',
    subject: 'Ben Old',
    changes: { driverId: { from: 'b' }, trip: { from: trip } },
  });
  expect(eventDetails(dropped)).toEqual(['22/11/2026 09:30', 'Waiting Time: 5 min', 'Suburb: Toowong']);
});

test('the history of what waited on a phone names its driver, when it was logged and who stored it', () => {
  const changes = { loggedAt: { from: '2026-11-21T11:50:00.000Z' }, outcome: { to: 'stored' } };
  const held = event({ entity: 'heldRecord', action: 'deleted', subject: 'Ben Old', changes });
  const rest = 'by Ben Old on their phone at 21/11/2026 21:50, where it waited. Stored by Mary Smith.';
  expect(waitedSentence(event({ action: 'created' }), held)).toBe(`Logged ${rest}`);
  expect(waitedSentence(event({}), held)).toBe(`Changed ${rest}`);
  expect(waitedSentence(event({}), undefined)).toBeUndefined();
});
