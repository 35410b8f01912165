import { type DepotFile, lines, NUMBERS } from './depot-file';

const HEADINGS = 'Date,Driver,DA number,Rego,Suburb,Postcode,Waiting time (min)';

/** Texts as programs and people save them, and what they write into their columns. */
export const TEXT_FILES: DepotFile[] = [
  {
    // moments of Greenwich, which begin on the day before
    name: (m) => `api-export-${m}.csv`,
    file: (m) =>
      lines(
        'id,pickup_at,driver_name,driver_authorisation,registration,suburb,postcode,waiting_minutes,reference',
        `1,2026-0${m}-02T23:15:00Z,Amy Nguyen,400001,123ABC,Toowong,4066,${m},R${m}1`,
        `2,2026-0${m}-03T00:05:00.000Z,Ben O'Brien,400002,456DEF,Milton,4064,0,R${m}2`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | R${m}1`,
      `03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | R${m}2`,
    ],
  },
  {
    // month first, 12-hour times
    name: (m) => `us-trips-${m}.csv`,
    file: (m) =>
      lines(
        HEADINGS,
        `0${m}/03/2026 9:15 AM,Amy Nguyen,400001,123ABC,Toowong,4066,${m}`,
        `0${m}/11/2026 1:05 PM,Ben O'Brien,400002,456DEF,Milton,4064,0`,
        `0${m}/25/2026 12:30 AM,Ben O'Brien,400002,456DEF,West End,4101,2`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "11 13:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
      "25 00:30 | Ben O'Brien 400002 | West End 4101 | 2 | 456DEF",
    ],
    answers: { dateOrder: 'month-first' },
  },
  {
    // UTF-16 and tabs: Excel's "Unicode Text"
    name: (m) => `Trips ${m}.txt`,
    file: (m) =>
      Buffer.from(
        `\ufeff${lines(
          'Date\tTime\tDriver\tDA number\tRego\tSuburb\tPostcode\tWaiting time (min)',
          `3/0${m}/2026\t9:15\tZoë Núñez\t400003\t789GHI\tToowong\t4066\t${m}`,
          `3/0${m}/2026\t10:05\tŁukasz Ngāti\t400004\t456DEF\tMilton\t4064\t0`,
        )}`,
        'utf16le',
      ),
    right: (m) => [
      `03 09:15 | Zoë Núñez 400003 | Toowong 4066 | ${m} | 789GHI`,
      '03 10:05 | Łukasz Ngāti 400004 | Milton 4064 | 0 | 456DEF',
    ],
  },
  {
    name: (m) => `Old PC ${m}.csv`,
    file: (m) =>
      Buffer.from(
        lines(HEADINGS, `3/0${m}/2026 9:15,Zoë Núñez,400003,789GHI,Toowong,4066,${m}`),
        // Windows-1252 has these letters where Latin-1 has them
        'latin1',
      ),
    right: (m) => [`03 09:15 | Zoë Núñez 400003 | Toowong 4066 | ${m} | 789GHI`],
  },
  {
    name: (m) => `rank and hail ${m}.csv`,
    file: (m) =>
      lines(
        `${HEADINGS},Type of hire`,
        `3/0${m}/2026 9:15,Amy Nguyen,400001,123ABC,Toowong,4066,${m},Phone booking`,
        `3/0${m}/2026 10:15,Amy Nguyen,400001,123ABC,Milton,4064,0,Airport rank`,
        `3/0${m}/2026 11:15,Amy Nguyen,400001,123ABC,Milton,4064,0,Flagged down`,
        `3/0${m}/2026 12:15,Amy Nguyen,400001,123ABC,Milton,4064,0,Cruising`,
        `3/0${m}/2026 13:15,Amy Nguyen,400001,123ABC,Milton,4064,0,Other company`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      '03 10:15 | Amy Nguyen 400001 | Milton 4064 | 0 | 123ABC |  | rank-or-hail',
      '03 11:15 | Amy Nguyen 400001 | Milton 4064 | 0 | 123ABC |  | rank-or-hail',
      '03 12:15 | Amy Nguyen 400001 | Milton 4064 | 0 | 123ABC |  | rank-or-hail',
      '03 13:15 | Amy Nguyen 400001 | Milton 4064 | 0 | 123ABC |  | other-entity',
    ],
    columns: { kind: 'Type of hire' },
    answers: { words: { kind: { 'Phone booking': 'booked', Cruising: 'rank-or-hail' } } },
  },
  {
    name: (m) => `meter waits ${m}.csv`,
    file: (m) =>
      lines(
        'Date,Driver,DA number,Rego,Suburb,Postcode,Waiting time',
        `3/0${m}/2026 9:15,Amy Nguyen,400001,123ABC,Toowong,4066,0${m}:00`,
        `3/0${m}/2026 10:05,Ben O'Brien,400002,456DEF,Milton,4064,12:00`,
        `4/0${m}/2026 10:05,Ben O'Brien,400002,456DEF,Milton,4064,00:00`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 12 | 456DEF",
      "04 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
    ],
    answers: { waitingUnit: 'mm:ss' },
  },
  {
    // whole addresses, some without a postcode, and one that names no suburb
    name: (m) => `addresses ${m}.csv`,
    file: (m) =>
      lines(
        'Date,Driver,DA number,Rego,Pickup address,Wait min',
        `3/0${m}/2026 9:15,Amy Nguyen,400001,123ABC,"12 Smith St, Toowong QLD 4066, AU",${m}`,
        `3/0${m}/2026 10:15,Amy Nguyen,400001,123ABC,"Level 3, 200 Mary St, Brisbane City QLD 4000, Australia",0`,
        `3/0${m}/2026 11:15,Amy Nguyen,400001,123ABC,12 Smith Street Toowong Queensland 4066,0`,
        `3/0${m}/2026 12:15,Amy Nguyen,400001,123ABC,"8 Kent St, Hamilton",0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      '03 10:15 | Amy Nguyen 400001 | Brisbane City 4000 | 0 | 123ABC',
      '03 11:15 | Amy Nguyen 400001 | Toowong 4066 | 0 | 123ABC',
      '03 12:15 | Amy Nguyen 400001 | Hamilton 4007 | 0 | 123ABC',
    ],
  },
  {
    // fleet numbers where registrations are meant
    name: (m) => `cars by number ${m}.csv`,
    file: (m) =>
      lines(
        'Date,Driver,DA number,Vehicle,Suburb,Postcode,Waiting time (min)',
        `3/0${m}/2026 9:15,Amy Nguyen,400001,Car 12,Toowong,4066,${m}`,
        `3/0${m}/2026 10:05,Ben O'Brien,400002,Car 7,Milton,4064,0`,
        `4/0${m}/2026 10:05,Ben O'Brien,400002,Car 12,Milton,4064,0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
      "04 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 123ABC",
    ],
    vehicles: { 'Car 12': { registration: '123ABC' }, 'Car 7': { registration: '456DEF' } },
  },
  {
    name: (m) => `short names ${m}.csv`,
    file: (m) =>
      lines(
        'Date,Time,Driver,Rego,Suburb,Wait min',
        `3/0${m}/2026,9:15,A. Ng,123ABC,Toowong,${m}`,
        `3/0${m}/2026,10:05,"O'Brien, B.",456DEF,Milton,0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Ng 400005 | Toowong 4066 | ${m} | 123ABC`,
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
    ],
    drivers: {
      'A. Ng': { firstName: 'Amy', lastName: 'Ng', driverAuthorityLicense: '400005' },
      "O'Brien, B.": { firstName: 'Ben', lastName: "O'Brien", driverAuthorityLicense: '400002' },
    },
  },
  {
    // names only, no vehicle, no postcode
    name: (m) => `notebook ${m}.csv`,
    file: (m) =>
      lines(
        'Day,Time,Name,Suburb,Waited',
        `Mon 3/${m}/2026,9.15am,Amy Nguyen,Toowong,${m} mins`.replace('Mon', m === 8 ? 'Mon' : 'Thu'),
        `Mon 3/${m}/2026,noon,Ben O'Brien,Milton,nil`.replace('Mon', m === 8 ? 'Mon' : 'Thu'),
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m}`,
      "03 12:00 | Ben O'Brien 400002 | Milton 4064 | 0",
    ],
    answers: { blankWaits: '0' },
    drivers: NUMBERS,
  },
  {
    // references that a spreadsheet has rounded
    name: (m) => `rounded ${m}.csv`,
    file: (m) =>
      lines(
        `Job No,${HEADINGS}`,
        `2.02608E+14,3/0${m}/2026 9:15,Amy Nguyen,400001,123ABC,Toowong,4066,${m}`,
        `2.02608E+14,3/0${m}/2026 10:05,Ben O'Brien,400002,456DEF,Milton,4064,0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
    ],
  },
  {
    // two files joined, the second with its columns in another order
    name: (m) => `joined ${m}.csv`,
    file: (m) =>
      `\ufeff${lines(
        HEADINGS,
        `3/0${m}/2026 9:15,Amy Nguyen,400001,123ABC,Toowong,4066,${m}`,
        '\ufeffDate,DA number,Driver,Postcode,Suburb,Rego,Waiting time (min)',
        `13/0${m}/2026 10:05,400002,Ben O'Brien,4064,Milton,456DEF,9`,
      )}`,
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "13 10:05 | Ben O'Brien 400002 | Milton 4064 | 9 | 456DEF",
    ],
  },
];
