import { NO_SUBURB_TEXTS, type NoSuburb } from '@shared/places/no-suburb';
import { type AwkwardFile, ready } from './awkward-file';

const sheet = (heading: string, ...suburbs: string[]) =>
  [
    `Date,Driver,${heading},Wait`,
    ...suburbs.map((suburb, at) => `${30 - at}/09/2026 14:05,Amy Young,"${suburb}",5`),
  ].join('\r\n');

const filled = (number: number, suburb: string, postcode: string) => [
  ready(number, `${32 - number}/09/2026 14:05`, `${suburb} ${postcode.slice(0, 4)}, Amy Young`),
  `  note: Postcode is blank: taken as ${postcode}`,
];
const leftOut = (street: string) => `  note: "${street}" is left out: a trip has the suburb only`;
const OFFERED = ' Perhaps Taringa 4068, Indooroopilly 4068, Chelmer 4068';

const NO_SUBURBS: [typed: string, why: NoSuburb][] = [
  ['.', 'nothing-said'],
  ['n.a.', 'nothing-said'],
  ['TBC', 'nothing-said'],
  ['Ms Nguyen, 4 King St', 'person'],
  ['07 3000 0000', 'figures'],
  ['as per booking', 'nothing-said'],
];

/** Suburbs as people and programs write them. */
export const PLACE_FILES: AwkwardFile[] = [
  {
    name: 'one suburb in many spellings',
    file: sheet(
      'Suburb',
      ...[
        'Taringa QLD',
        'TARINGA.',
        'Taringa, Brisbane',
        'Taringa, Queensland, Australia',
        '\u200bTaringa\u200e',
      ],
      ...[
        '\uff34\uff41\uff52\uff49\uff4e\uff47\uff41',
        'Mt Ommaney',
        'mt. ommaney',
        'St. Lucia',
        'Saint Lucia',
      ],
      ...['Sth Brisbane', 'South  Brisbane', 'Sunnybank Hls', '8 Mile Plains', 'Kangaroo Pt.'],
    ),
    expected: {
      rows: [
        ...[2, 3, 4, 5, 6, 7].flatMap((row) => filled(row, 'Taringa', '4068')),
        ...[8, 9].flatMap((row) => filled(row, 'Mount Ommaney', '4074')),
        ...[10, 11].flatMap((row) => filled(row, 'St Lucia', '4067')),
        ...[12, 13].flatMap((row) => filled(row, 'South Brisbane', '4101')),
        ...filled(14, 'Sunnybank Hills', '4109'),
        ...filled(15, 'Eight Mile Plains', '4113'),
        ...filled(16, 'Kangaroo Point', '4169; there is also Kangaroo Point, NSW 2224'),
      ],
    },
  },
  {
    name: 'one trip in two spellings',
    file: `Date,Driver,Suburb,Postcode,Wait\r\n30/09/2026 14:05,Amy Young,Mt Ommaney,4074,5\r\n30/09/2026 14:05,Amy Young,"Mount Ommaney, QLD",4074,5\r\n30/10/2026 09:00,Amy Young,"TOOWONG, QLD",4066,5`,
    expected: {
      rows: [
        ready(2, '30/09/2026 14:05', 'Mount Ommaney 4074, Amy Young'),
        '3 repeated: 30/09/2026 14:05, Mount Ommaney 4074, Amy Young',
        '  note: The same trip as row 2',
        '4 stored: 30/10/2026 09:00, Toowong 4066, Amy Young',
        '  note: Already stored',
      ],
    },
  },
  {
    name: 'addresses of pickups',
    file: sheet(
      'Pickup address',
      'Unit 4, 18 Swann Rd, Taringa QLD 4068, AU',
      '7 Ferry Lane Taringa Queensland 4068',
      'Shop 2, 99 Adelaide Street, Brisbane City QLD 4000, Australia',
      '3 Taringa Pde, Hamilton',
      'QLD 4068',
    ),
    expected: {
      rows: [
        ready(2, '30/09/2026 14:05', 'Taringa 4068, Amy Young'),
        leftOut('Unit 4, 18 Swann Rd'),
        ready(3, '29/09/2026 14:05', 'Taringa 4068, Amy Young'),
        leftOut('7 Ferry Lane'),
        ready(4, '28/09/2026 14:05', 'Brisbane City 4000, Amy Young'),
        leftOut('Shop 2, 99 Adelaide Street'),
        ready(5, '27/09/2026 14:05', 'Hamilton 4007, Amy Young'),
        '  note: Postcode is blank: taken as 4007; there is also Hamilton, NSW 2303, Hamilton, VIC 3300, Hamilton, SA 5373',
        leftOut('3 Taringa Pde'),
        '6 problem: 26/09/2026 14:05, QLD 4068 4068, Amy Young',
        `  problem: "QLD 4068": ${NO_SUBURB_TEXTS.figures}${OFFERED}`,
      ],
    },
  },
  {
    name: 'no suburbs under "Suburb"',
    file: [
      'Date,Driver,Suburb,Postcode,Wait',
      ...NO_SUBURBS.map(([typed], at) => `${30 - at}/09/2026 14:05,Amy Young,"${typed}",4068,5`),
    ].join('\r\n'),
    expected: {
      rows: NO_SUBURBS.flatMap(([typed, why], at) => [
        `${at + 2} problem: ${30 - at}/09/2026 14:05, ${typed} 4068, Amy Young`,
        `  problem: "${typed}": ${NO_SUBURB_TEXTS[why]}${OFFERED}`,
      ]),
    },
  },
];
