import { AMY, type AwkwardFile, csv, HEADINGS, ready, trip } from './awkward-file';

const AT = '31/10/2026 14:05';
const BOB = 'Toowong 4066, Bob Brown';
const row = (driver: string, licence: string) => csv(`${AT},${driver},${licence},Toowong,4066,5`);
const wait = (text: string) => csv(`${AT},Amy Young,,Toowong,4066,${text}`);
const problem = (number: number, summary: string, text: string) => [
  `${number} problem: ${summary}`,
  `  problem: ${text}`,
];

/** Rows that say something else than they seem to. */
export const ROW_FILES: AwkwardFile[] = [
  {
    name: 'a driver and the licence of another',
    file: row('Amy Young', '0012345'),
    expected: {
      rows: [
        ready(2, AT, BOB),
        "  check: Licence and driver differ: taken as Bob Brown's trip, whose licence it is; the file names Amy Young",
      ],
    },
  },
  {
    name: 'a licence, and a name that no one has',
    file: row('Mandy', 'DA-1'),
    expected: {
      rows: [
        ready(2, AT),
        '  check: Licence and driver differ: taken as Amy Young\'s trip, whose licence it is; no one is called "Mandy"',
      ],
    },
  },
  {
    name: 'the last name first',
    file: csv(`${AT},"YOUNG, Amy",,Toowong,4066,5`),
    expected: { rows: [ready(2, AT)] },
  },
  {
    name: 'a name that two drivers have',
    file: row('Sam Twin', ''),
    expected: {
      rows: problem(
        2,
        `${AT}, Toowong 4066, Sam Twin`,
        'Several drivers are called Sam Twin: fill in the Driver Authority License',
      ),
    },
  },
  {
    name: 'a licence that lost its zeros',
    file: row('', '12345'),
    expected: { rows: [ready(2, AT, BOB), '  note: Licence 12345 is read as 0012345'] },
  },
  {
    name: 'a licence that lost its zeros, which two drivers could have',
    file: row('', '777'),
    expected: {
      rows: problem(
        2,
        `${AT}, Toowong 4066, 777`,
        'Several drivers have the licence 777 with zeros before it: write it in full',
      ),
    },
  },
  {
    name: "a licence that is one driver's, and another's without zeros",
    file: row('', '0777'),
    expected: {
      rows: [
        ready(2, AT, 'Toowong 4066, Eve Ely'),
        "  check: Licence 0777 is Eve Ely's; with zeros before it, it would be Dan Dee's",
      ],
    },
  },
  {
    name: 'a licence in the driver column',
    file: row('da-1', ''),
    expected: { rows: [ready(2, AT), '  note: "da-1" in the driver column is read as a licence'] },
  },
  {
    name: 'a blank waiting time',
    file: wait(''),
    answers: { blankWaits: '0' },
    expected: {
      asks: [
        [
          'What does a trip without a waiting time mean?',
          '"Waiting Time (minutes)" is blank in 1 of 1 rows, first in row 2.',
          '* No wait: 0 minutes',
          'The wait is not known: averages leave the trip out',
        ],
      ],
      rows: [ready(2, AT), '  note: Waiting time is blank: taken as 0'],
    },
  },
  {
    name: 'a waiting time that no one knows',
    file: wait('not recorded'),
    expected: { rows: [ready(2, AT), '  note: Waiting time is not known'] },
  },
  {
    name: 'five and a half minutes',
    file: wait('5.5'),
    expected: { rows: problem(2, `${AT}, ${AMY}`, 'Waiting time "5.5" is not a whole number of minutes') },
  },
  {
    name: 'minutes below zero',
    file: wait('-5'),
    expected: { rows: problem(2, `${AT}, ${AMY}`, 'Waiting time must be 0 or greater') },
  },
  {
    name: 'minutes as a time',
    file: wait('0:05'),
    expected: { rows: [ready(2, AT), '  note: Waiting time 0:05 is read as 5 minutes'] },
  },
  {
    name: 'postcodes without their zero, and with a decimal point',
    file: csv(`${AT},Amy Young,,Darwin City,800,5`, '31/10/2026 15:05,Amy Young,,Toowong,4066.0,5'),
    expected: {
      rows: [
        ready(2, AT, 'Darwin City, NT 800, Amy Young'),
        '  note: Postcode 800 is read as 0800',
        ready(3, '31/10/2026 15:05', 'Toowong 4066.0, Amy Young'),
        '  note: Postcode 4066.0 is read as 4066',
      ],
    },
  },
  {
    name: 'postcodes with their state, and none',
    file: csv(
      `${AT},Amy Young,,Toowong,4066 QLD,5`,
      '30/10/2026 15:05,Amy Young,,West End,,5',
      '30/10/2026 16:05,Amy Young,,Toowong 4066,,5',
      '30/10/2026 17:05,Amy Young,,Carlton,,5',
    ),
    expected: {
      rows: [
        ready(2, AT, 'Toowong 4066 QLD, Amy Young'),
        '  note: Postcode 4066 QLD is read as 4066',
        ready(3, '30/10/2026 15:05', 'West End 4101, Amy Young'),
        '  note: Postcode is blank: taken as 4101; there is also West End 4810, West End, WA 6530',
        ready(4, '30/10/2026 16:05', 'Toowong 4066, Amy Young'),
        ...problem(
          5,
          '30/10/2026 17:05, Carlton, Amy Young',
          'Which place is "Carlton"? Did you mean Carlton, NSW 2218, Carlton, VIC 3053, Carlton, TAS 7173?',
        ),
      ],
    },
  },
  {
    name: "a passenger's address, and a suburb that is misspelt",
    file: csv(
      `${AT},Amy Young,,"12 Smith St, Toowong QLD 4066",,5`,
      '30/10/2026 15:05,Amy Young,,Fortitude Vally,4006,5',
    ),
    expected: {
      rows: [
        ready(2, AT),
        '  note: "12 Smith St" is left out: a trip has the suburb only',
        ready(3, '30/10/2026 15:05', 'Fortitude Vally 4006, Amy Young'),
        '  check: No suburb called "Fortitude Vally". Did you mean Fortitude Valley 4006?',
      ],
    },
  },
  {
    name: 'waiting times in seconds, and in hours',
    file: 'Date,Driver,Suburb,Postcode,Waiting (seconds),Trip length (hrs)\n31/10/2026 14:05,Amy Young,Toowong,4066,300,0.5',
    expected: {
      rows: [
        ready(2, AT),
        '  note: Waiting time 300 seconds is read as 5 minutes',
        '  note: Duration 0.5 hours is read as 30 minutes',
      ],
    },
  },
  {
    name: 'names in another order, in part, and with their beginnings only',
    file: csv(
      `${AT},Young Amy,,Toowong,4066,5`,
      '30/10/2026 15:05,Zoë,,Toowong,4066,5',
      '30/10/2026 16:05,Z. Nunez,,Toowong,4066,5',
    ),
    expected: {
      rows: [
        ready(2, AT),
        ready(3, '30/10/2026 15:05', 'Toowong 4066, Zoë Núñez'),
        '  note: "Zoë" is read as Zoë Núñez',
        ...problem(
          4,
          '30/10/2026 16:05, Toowong 4066, Z. Nunez',
          '"Z. Nunez" is new. Driver Authority License is required',
        ),
      ],
    },
  },
  {
    name: 'a time without a colon, and an instant with its zone',
    file: `${HEADINGS},Time\n${trip('31/10/2026')},2115\n${trip('2026-10-30T04:05:00+0000')},\n${trip('2026-10-29 04:05 UTC')},`,
    expected: {
      rows: [ready(2, '31/10/2026 21:15'), ready(3, '30/10/2026 14:05'), ready(4, '29/10/2026 14:05')],
    },
  },
  {
    name: 'a trip twice, one that is stored, and one that nearly is',
    file: csv(trip(AT), trip(AT), trip('30/10/2026 09:00'), trip('30/10/2026 09:04')),
    expected: {
      rows: [
        ready(2, AT),
        `3 repeated: ${AT}, ${AMY}`,
        '  note: The same trip as row 2',
        `4 stored: 30/10/2026 09:00, ${AMY}`,
        '  note: Already stored',
        ready(5, '30/10/2026 09:04'),
        '  check: Probably stored already: same driver and suburb within five minutes',
      ],
    },
  },
  {
    name: 'two trips of a day, without a time',
    file: csv(trip('31/10/2026'), trip('31/10/2026')),
    expected: {
      rows: [
        ready(2, '31/10/2026 00:00'),
        ready(3, '31/10/2026 00:00'),
        '  check: Probably the same trip as row 2',
      ],
    },
  },
  {
    name: 'a time that is blank where others have one',
    file: `${HEADINGS},Time\n${trip('31/10/2026')},\n${trip('30/10/2026')},14:05`,
    expected: {
      rows: [
        ready(2, '31/10/2026 00:00'),
        '  note: Time is blank: taken as 00:00',
        ready(3, '30/10/2026 14:05'),
      ],
    },
  },
  {
    name: 'totals, and headings that are repeated on each page',
    file: csv(trip(AT), 'Subtotal,,,,,5', HEADINGS, trip('30/10/2026 14:05'), ',,,,Grand total,10'),
    expected: {
      rows: [
        ready(2, AT),
        ...problem(3, 'Subtotal', 'Looks like a total, not like a trip'),
        ...problem(4, 'Date, Suburb Postcode, Driver', 'Repeats the headings'),
        ready(5, '30/10/2026 14:05'),
        ...problem(6, 'Grand total', 'Looks like a total, not like a trip'),
      ],
    },
  },
];
