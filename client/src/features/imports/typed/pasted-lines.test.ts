import type { Driver } from '@shared/drivers';
import { MAX_TYPED_ROWS } from '@shared/imports/imports';
import { decodeLocalities } from '@shared/places/localities';
import { indexLocalities } from '@shared/places/place-table';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TripRowContext } from './check-cells';
import { readLines } from './pasted-lines';
import { TYPED_FIELDS } from './typed-row';

const driver = (firstName: string, lastName: string, driverAuthorityLicense: string) =>
  ({ firstName, lastName, driverAuthorityLicense }) as Driver;

const localities = decodeLocalities(
  'QLD 4007 Ascot\nQLD 4066 Toowong\nQLD 4067 St Lucia\nQLD 4077 Richlands\nQLD 4101 West End\nQLD 4820 Richmond Hill',
);
const known: TripRowContext = {
  drivers: [
    driver('Amy', 'Young', 'DA-1'),
    driver('Ben', 'Okafor', 'DA-2'),
    driver('Łukasz', 'Chen', 'DA-3'),
  ],
  vehicles: [],
  own: [{ suburb: 'Richlands', postcode: '4077' }],
  localities: indexLocalities(localities),
  now: new Date('2026-11-22T02:00:00Z'),
};

const read = (text: string) => {
  const { rows, leftOver } = readLines(text, known);
  const filled = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  );
  return { rows: filled, leftOver };
};

const street = (left: string) => [{ field: 'suburb', kind: 'street-left-out', street: left }];

it.each([
  ['Toowong 10:15 Amy 5 min', { suburb: 'Toowong', time: '10:15', driver: 'Amy Young', waitingTime: '5' }],
  ['amy, 1015, west end 4101', { driver: 'Amy Young', time: '10:15', suburb: 'west end', postcode: '4101' }],
  [
    '9.15pm St Lucia, waited 12, by the gate',
    { time: '21:15', suburb: 'St Lucia', waitingTime: '12', notes: 'by the gate' },
  ],
  [
    'yesterday 9am richl okafor',
    { date: '21/11/2026', time: '09:00', driver: 'Ben Okafor', suburb: 'Richlands', postcode: '4077' },
  ],
  [
    '20/11 Toowong 10:15 5 min 20 min',
    { date: '20/11/2026', suburb: 'Toowong', time: '10:15', waitingTime: '5', duration: '20' },
  ],
  [
    'Toowong 10:15 20 min trip, 5 min',
    { suburb: 'Toowong', time: '10:15', waitingTime: '5', duration: '20' },
  ],
  ['Lukasz 12:30 Ascot 15min', { driver: 'Łukasz Chen', time: '12:30', suburb: 'Ascot', waitingTime: '15' }],
  [
    'Lukasz 12:30 Airport 15min',
    { driver: 'Łukasz Chen', time: '12:30', notes: 'Airport', waitingTime: '15' },
  ],
  [
    'picked up at Toowong 10:15 no wait, gate 2',
    { suburb: 'Toowong', time: '10:15', waitingTime: '0', notes: 'gate 2' },
  ],
  ['Toowong 10:15 no wait, 20 min', { suburb: 'Toowong', time: '10:15', waitingTime: '0', duration: '20' }],
  ['Towong 10:15 Amy', { driver: 'Amy Young', time: '10:15', suburb: 'Towong' }],
  ['the gold coast 10:15 Amy', { driver: 'Amy Young', time: '10:15', suburb: 'the gold coast' }],
  [
    'cnr Ascot Rd and Toowong St, St Lucia 9am',
    { time: '09:00', suburb: 'St Lucia', remarks: street('cnr Ascot Rd and Toowong St') },
  ],
  ['12 Ascot St 10:15 Amy', { driver: 'Amy Young', time: '10:15', suburb: '12 Ascot St' }],
  ['Picked her up from St Lucia 9am', { suburb: 'St Lucia', time: '09:00' }],
  [
    'Mon 16/11 noon Toowong Amy',
    { date: '16/11/2026', suburb: 'Toowong', time: '12:00', driver: 'Amy Young' },
  ],
  ['Toowong midnight', { suburb: 'Toowong', time: '00:00' }],
  ['24:00 Toowong', { suburb: 'Toowong', time: '24:00' }],
  ['31/11/26 10:15 Toowong', { date: '31/11/26', suburb: 'Toowong', time: '10:15' }],
  ['Tue 16/11 10:15 Toowong', { date: 'Tue 16/11', suburb: 'Toowong', time: '10:15' }],
  [
    '16/11/2026 10:15 \u2010 Toowong \u2212 5 min',
    { date: '16/11/2026', time: '10:15', suburb: 'Toowong', waitingTime: '5' },
  ],
  ['Toowong', { suburb: 'Toowong' }],
  ['10:15 Amy, zzyzx', { time: '10:15', driver: 'Amy Young', notes: 'zzyzx' }],
])('reads %j', (line, row) => {
  expect(read(line)).toEqual({ rows: [row], leftOver: [] });
});

const start = (time: string, typed: string) => [{ field: 'time', kind: 'start-taken', typed, time }];

it.each([
  ['Toowong 8:40-9:05pm Amy', '20:40', '8:40-9:05pm'],
  ['7-7:25pm Toowong Amy', '19:00', '7-7:25pm'],
  ['11.30 to 1pm Toowong Amy', '11:30', '11.30 to 1pm'],
  ['Toowong 18:10 – 18:35 Amy', '18:10', '18:10 - 18:35'],
  ['Toowong 9:10 Amy 9:45', '09:10', '9:10 and 9:45'],
])('takes the start of two times, and says so: %j', (line, time, typed) => {
  expect(read(line)).toEqual({
    rows: [{ suburb: 'Toowong', driver: 'Amy Young', time, remarks: start(time, typed) }],
    leftOver: [],
  });
});

it.each(['6-6:30 Toowong Amy', '11:50-12:10am Toowong Amy'])(
  'leaves two times whose half of the day is not known: %j',
  (line) => {
    expect(read(line)).toEqual({ rows: [], leftOver: [line] });
  },
);

it.each([
  ['845 Ascot Amy', '08:45'],
  ['Ascot 845', '08:45'],
  ['Ascot 0845 Amy', '08:45'],
  ['Ascot gate 845', '21:10'],
  ['845 Ascot Rd, Toowong', '21:10'],
])('takes the time of a line before the one of its message: %j', (line, time) => {
  expect(read(`20/11/26, 21:10 - Amy Young: Toowong now\n${line}`).rows[1]?.time).toBe(time);
});

it.each([
  ['2h wait', '120', '2h'],
  ['1.25 hours wait', '75', '1.25 hours'],
  ['waited 1h 5m', '65', '1h 5m'],
  ['0:07 wait', '7', '0:07'],
  ['wait 0:07', '7', '0:07'],
  ['150 sec', '3', '150 sec'],
])('reads the wait as a file does: %j', (wait, waitingTime, typed) => {
  const remarks = [{ field: 'waitingTime', kind: 'minutes-converted', typed, minutes: Number(waitingTime) }];
  const row = { suburb: 'Toowong', time: '10:15', driver: 'Amy Young', waitingTime, remarks };
  expect(read(`Toowong 10:15 Amy ${wait}`)).toEqual({ rows: [row], leftOver: [] });
});

it.each([
  ['2026-11-18 17:00 Toowong Amy', '18/11/2026', '17:00'],
  ['Toowong 18-11-26 Amy 5.30pm', '18/11/2026', '17:30'],
  ['Toowong Amy 18th Nov 5pm', '18/11/2026', '17:00'],
  ['Toowong Thu 3pm Amy', '19/11/2026', '15:00'],
  ['Wednesday, Toowong 3pm Amy', '18/11/2026', '15:00'],
  ['4pm tomorrow Toowong Amy', '23/11/2026', '16:00'],
  ['Tue 17th 9am Toowong Amy', '17/11/2026', '09:00'],
  ['Sat 31st 9am Toowong Amy', '31/10/2026', '09:00'],
  ['Sat 30th 9am Toowong Amy', 'Sat 30th', '09:00'],
])('reads the day in %j', (line, date, time) => {
  const row = { suburb: 'Toowong', driver: 'Amy Young', date, time };
  expect(read(`10/11\n${line}`)).toEqual({ rows: [row], leftOver: [] });
});

it.each([
  ['Tue 17th', '17/11/2026'],
  ['Tuesday 17th:', '17/11/2026'],
  ['2026-11-17', '17/11/2026'],
  ['17th November', '17/11/2026'],
  ['11/17/2026', '11/17/2026'],
  ['Tue 18th', 'Tue 18th'],
  ['17th', '17th'],
  ['Nov 17', 'Nov 17'],
  ['31 November', '31 November'],
])('%j counts for the lines below, also where it is to be put right', (heading, date) => {
  const row = { suburb: 'Toowong', time: '10:15', date };
  expect(read(`10/11\n${heading}\nToowong 10:15`)).toEqual({ rows: [row], leftOver: [] });
});

it('a message says "yesterday" of its own day, and a date that is none stays to be put right', () => {
  const { rows } = read(
    '[20/11/26, 10:14] Amy Young: Toowong yesterday 5pm\n[11/20/26, 10:14] Amy Young: Ascot 9am',
  );
  expect(rows.map(({ date }) => date)).toEqual(['19/11/2026', '11/20/26']);
});

it.each([
  '11/26/2026 5pm Toowong Amy',
  'Toowong 10:15 Amy, Nov 17',
  'Toowong 10:15 Amy waited half an hour',
  'Toowong 10:15 Amy 12/45',
  'Toowong 10:15 Amy 2 hours',
  'Toowong 10:15 Amy, booked 10 mins ago',
  'Toowong 8pm 27.11 Amy',
  "Toowong 8 o'clock Amy",
  'Toowong half past 8 Amy',
  '1015-1035 Toowong Amy',
  'Sat in the back, Toowong 10:15 Amy',
  'Toowong 10:15 Amy, 20/11 and 21/11',
])('leaves a line with a day or a wait that is not read: %j', (line) => {
  expect(read(line)).toEqual({ rows: [], leftOver: [line] });
});

it.each(['Mon Repos', 'Rising Sun', 'Friday Pocket', 'Sunday Creek'])('reads no day out of %s', (place) => {
  expect(read(`${place} 10:15 Amy`).rows[0]?.date).toBe(undefined);
});

it.each(['hail', 'rank', 'street hail', 'off the rank', 'Rank or hail', 'taxi rank', 'walk up', 'hailed'])(
  'reads the kind in "%s"',
  (words) => {
    const row = { suburb: 'Toowong', time: '19:00', driver: 'Amy Young', kind: 'Rank or hail' };
    for (const line of [`7pm Toowong Amy ${words}`, `${words}, 7pm Toowong Amy`, `Toowong ${words} 7pm Amy`])
      expect(read(line)).toEqual({ rows: [row], leftOver: [] });
  },
);

it.each(['booked', 'pre-booked'])('reads the kind in "%s"', (words) => {
  expect(read(`7pm Toowong Amy ${words}`).rows[0]?.kind).toBe('Booked');
});

it.each(['booked at the rank', 'wallet left at rank', 'cancelled', 'no show', 'rank, booked'])(
  'leaves a line of which the kind is not clear, or that is no trip: %j',
  (words) => {
    expect(read(`7pm Toowong Amy ${words}`).rows).toEqual([]);
  },
);

it.each([
  ['12/45 Smith St Toowong', 'Toowong', '12/45 Smith St', undefined],
  ['unit 3 45 Old Mill Road, Toowong, blue gate', 'Toowong', '45 Old Mill Road', 'unit 3 blue gate'],
  ['12a Smith Street Toowong', 'Toowong', '12a Smith Street', undefined],
  ['4012 Smith Rd Toowong', 'Toowong', '4012 Smith Rd', undefined],
  ['7 Fig Court Toowong', 'Toowong', '7 Fig Court', undefined],
])('leaves the street out of the notes, and says so: %j', (place, suburb, left, notes) => {
  const row = { suburb, time: '10:15', driver: 'Amy Young', remarks: street(left), ...(notes && { notes }) };
  expect(read(`10:15 ${place} Amy`)).toEqual({ rows: [row], leftOver: [] });
});

it.each(['- ', '• ', '3. ', '12) '])('leaves out the mark of a list, %j', (mark) => {
  const row = { suburb: 'Toowong', time: '10:15', driver: 'Amy Young' };
  expect(read(`${mark}Toowong 10:15 Amy`)).toEqual({ rows: [row], leftOver: [] });
});

it('takes no driver out of the name of a street', () => {
  expect(read('14/65 Okafor St Toowong 10:15 Amy').rows[0]).toMatchObject({
    driver: 'Amy Young',
    suburb: 'Toowong',
    remarks: street('14/65 Okafor St'),
  });
});

it('takes no telephone number for a postcode or a time', () => {
  expect(read('Toowong Amy 0491 570 156').rows[0]).toEqual({
    suburb: 'Toowong',
    driver: 'Amy Young',
    notes: '0491 570 156',
  });
});

it.each(['3/12 Smith St Toowong 10:15 Amy', '20/11 Ascot Rd Toowong 10:15 Amy'])(
  'leaves a line whose street may have a date before it: %j',
  (line) => {
    expect(read(line).rows).toEqual([]);
  },
);

it.each([
  ['10 am Ascot St Lucia', 'St Lucia'],
  ['10am Amy Ascot Rd St Lucia', 'St Lucia'],
  ['yesterday 10am Ascot Rd, Toowong', 'Toowong'],
])('reads the time before a street: %j', (line, suburb) => {
  expect(read(line).rows[0]).toMatchObject({ time: '10:00', suburb });
});

it('keeps no word as a note that only joins others', () => {
  expect(read('Mrs Jones at 10:15 from Toowong Amy').rows[0]?.notes).toBe('Mrs Jones');
});

it('leaves a line with a fraction of a minute', () => {
  expect(read('Toowong 10:15 Amy 1.5 min').rows).toEqual([]);
});

it('a line whose weekday is not the date counts for the trips below it, to be put right', () => {
  const { rows } = read('Mon 16/11\nToowong 10:15\nFri 17/11\nToowong 11:15');
  expect(rows.map(({ date }) => date)).toEqual(['16/11/2026', 'Fri 17/11']);
});

it('reads a thread: who writes, and when, count for what is said', () => {
  const thread = [
    '[20/11/26, 10:14:05 am] Amy Young: Toowong 5 min',
    '‎[20/11/26, 10:20:00 am] Amy Young: thanks mate',
    '20/11/2026, 11:02 - Ben: St Lucia 10:55',
    'Sat 21 Nov',
    'Amy Young  9:14 AM',
    'Ascot 4007, 3 min',
    'Ben: Toowong 9:30',
  ].join('\n');
  const { rows, leftOver } = read(thread);
  expect(rows).toEqual([
    { driver: 'Amy Young', date: '20/11/2026', time: '10:14', suburb: 'Toowong', waitingTime: '5' },
    { driver: 'Ben Okafor', date: '20/11/2026', time: '10:55', suburb: 'St Lucia' },
    {
      driver: 'Amy Young',
      date: '21/11/2026',
      time: '09:14',
      suburb: 'Ascot',
      postcode: '4007',
      waitingTime: '3',
    },
    { driver: 'Ben Okafor', date: '21/11/2026', time: '09:30', suburb: 'Toowong' },
  ]);
  expect(leftOver).toEqual(['‎[20/11/26, 10:20:00 am] Amy Young: thanks mate']);
});

it('makes no more rows than the grid holds, and keeps the other lines', () => {
  const { rows, leftOver } = readLines('Toowong 10:15\n'.repeat(MAX_TYPED_ROWS + 5), known);
  expect([rows.length, leftOver.length]).toEqual([MAX_TYPED_ROWS, 5]);
});

const words = fc.constantFrom(
  'Toowong',
  'amy',
  '10:15',
  '5 min',
  '22/11',
  '[',
  ']',
  ':',
  ' - ',
  '4066',
  'trip',
  '…',
  '🚕',
);

it('never fails, and loses no line', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(words).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const { rows, leftOver } = readLines(lines.join('\n'), known);
      expect(rows.length + leftOver.length).toBeLessThanOrEqual(lines.join('\n').split(/\r\n|[\r\n]/).length);
      for (const row of rows)
        for (const field of TYPED_FIELDS) expect(typeof (row[field] ?? '')).toBe('string');
    }),
  );
});

/** As large as the whole country's. */
const manyPlaces = indexLocalities(
  Array.from({ length: 16_000 }, (_, index) => ({
    name: `Place ${index.toString(36)} Creek`,
    state: 'QLD',
    postcode: String(4000 + (index % 1000)),
  })),
);

/** What takes time out of proportion takes many times as long, however slow the machine is. */
const MOST_MS = 3000;

it.each([
  'a',
  ' ',
  '\n',
  '[',
  '1',
  '1:',
  '1/',
  'wait ',
  'a\n',
  'amy ',
  'brisb \n',
  'zz qq yy xx \n',
  '10:15 Toowong Amy 5 min\n',
  '[1/1/26, 1:11 am] a',
])('reads 100 kB of %j in time', (unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length));
  const before = performance.now();
  readLines(text, { ...known, localities: manyPlaces });
  expect(performance.now() - before).toBeLessThan(MOST_MS);
});
