import { at, book, clock, type DepotFile, NUMBERS } from './depot-file';

const pair = (m: number) => [
  `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
  "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF",
];

/** Workbooks that people keep by hand. */
export const WORKBOOK_FILES: DepotFile[] = [
  {
    name: (m) => `Trip log (${m}).xlsx`,
    file: (m) =>
      book({
        'Form responses 1': [
          [
            'Timestamp',
            'Date of trip',
            'Time of pickup',
            'Your name',
            'DA number',
            'Vehicle rego',
            'Pick up suburb',
            'Postcode',
            'Wait (min)',
          ],
          [at(m, 3, '18:02'), at(m, 3), clock('09:15'), 'Amy Nguyen', 400001, '123 ABC', 'Toowong', 4066, m],
          [at(m, 3, '18:30'), at(m, 3), clock('10:05'), "Ben O'Brien", 400002, '456-DEF', 'Milton', 4064, 0],
        ],
      }),
    right: pair,
    columns: { driver: 'Your name' },
  },
  {
    name: (m) => `Drivers and trips ${m}.xlsx`,
    file: (m) =>
      book({
        Trips: [
          ['Date', 'Time', 'First name', 'Surname', 'DA', 'Rego', 'BHSL', 'Suburb', 'P/Code', 'Waiting'],
          [
            at(m, 3),
            clock('09:15'),
            'Amy',
            'Nguyen',
            '400001',
            '123ABC',
            'BH-1',
            'Toowong',
            '4066',
            `${m} min`,
          ],
          [at(m, 3), clock('10:05'), 'Ben', "O'Brien", '400002', '456DEF', 'BH-2', 'Milton', '4064', '0 min'],
        ],
      }),
    right: pair,
  },
  {
    // a title above, totals below
    name: (m) => `Monthly sheet ${m}.xlsx`,
    file: (m) =>
      book({
        Sheet1: [
          ['River City Cars Pty Ltd'],
          ['Trips for the month', at(m, 1)],
          [],
          ['Date', 'Time', 'Driver', 'Driver Authority', 'Car', 'Suburb', 'Postcode', 'Wait mins'],
          [at(m, 3), '9.15', 'Amy Nguyen', '400001', '123ABC', 'Toowong', '4066', m],
          [at(m, 3), '10.05', "Ben O'Brien", '400002', '456DEF', 'Milton', '4064', 0],
          [],
          ['Total', '', '', '', '', '', 2, m],
        ],
      }),
    right: pair,
  },
  {
    // date and time in one cell, names only
    name: (m) => `jobs${m}.xlsx`,
    file: (m) =>
      book({
        Jobs: [
          ['When', 'Who', 'Rego', 'From', 'Waited (min)'],
          [at(m, 3, '09:15'), 'Amy Nguyen', '123ABC', 'Toowong 4066', m],
          [at(m, 3, '10:05'), "Ben O'Brien", '456DEF', 'Milton 4064', 0],
        ],
      }),
    right: pair,
    drivers: NUMBERS,
  },
  {
    // one sheet a month
    name: () => 'Trips 2026.xlsx',
    sheet: (m) => m - 7,
    file: (m) =>
      book(
        Object.fromEntries(
          (['Jul', 'Aug', 'Sep'] as const).slice(0, m - 6).map((sheet, index) => [
            sheet,
            [
              ['Date', 'Time', 'Driver', 'DA number', 'Rego', 'Suburb', 'Postcode', 'Waiting time (min)'],
              [`3/${index + 7}`, '09:15', 'Amy Nguyen', '400001', '123ABC', 'Toowong', '4066', index + 7],
              [`3/${index + 7}`, '10:05', "Ben O'Brien", '400002', '456DEF', 'Milton', '4064', 0],
            ].map((cells, row) => (row === 0 ? cells : [`${cells[0]}/2026`, ...cells.slice(1)])),
          ]),
        ),
      ),
    right: pair,
  },
  {
    // rows that somebody hid, because the jobs were not theirs
    name: (m) => `filtered ${m}.xlsx`,
    file: (m) =>
      book(
        {
          Sheet1: [
            ['Date', 'Time', 'Driver', 'DA number', 'Rego', 'Suburb', 'Postcode', 'Waiting time (min)'],
            [at(m, 3), clock('09:15'), 'Amy Nguyen', '400001', '123ABC', 'Toowong', '4066', m],
            [at(m, 3), clock('09:40'), 'Cy Coe', '400009', '999XYZ', 'Toowong', '4066', 2],
            [at(m, 3), clock('10:05'), "Ben O'Brien", '400002', '456DEF', 'Milton', '4064', 0],
          ],
        },
        (sheet) => {
          sheet.getRow(3).hidden = true;
        },
      ),
    right: pair,
    answers: { hiddenRows: 'leave-out' },
  },
  {
    // merged headings over two lines
    name: (m) => `Depot register ${m}.xlsx`,
    file: (m) =>
      book(
        {
          Register: [
            ['Pickup', '', '', '', 'Driver', '', 'Vehicle', 'Waiting'],
            ['Date', 'Time', 'Suburb', 'Postcode', 'Name', 'DA no', 'Rego', 'mins'],
            [at(m, 3), clock('09:15'), 'Toowong', '4066', 'Amy Nguyen', '400001', '123ABC', m],
            [at(m, 3), clock('10:05'), 'Milton', '4064', "Ben O'Brien", '400002', '456DEF', 0],
          ],
        },
        (sheet) => {
          sheet.mergeCells('A1:D1');
          sheet.mergeCells('E1:F1');
        },
      ),
    right: pair,
  },
  {
    // a driver's weekly sheet: 12-hour times, no postcode, the taxi's licence
    name: (m) => `Amy week ${m}.xlsx`,
    file: (m) =>
      book({
        Week: [
          ['YELLOW DRIVER SHEET'],
          ['Driver:', 'Amy Nguyen', '', 'DA:', '400001'],
          ['Date', 'Time', 'Driver', 'DA', 'Plate', 'Taxi Licence No', 'Suburb', 'Job type', 'Wait mins'],
          [`Mon 3/${m}/2026`, '9:15 AM', 'Amy Nguyen', '400001', '123ABC', 'TX-100', 'Toowong', 'Booked', m],
          [`Tue 4/${m}/2026`, '10:05 PM', 'Amy Nguyen', '400001', '123ABC', 'TX-100', 'Milton', 'Street', 0],
        ].map((cells) =>
          m === 8
            ? cells
            : cells.map((cell) => String(cell).replace('Mon 3', 'Thu 3').replace('Tue 4', 'Fri 4')),
        ),
      }),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      '04 22:05 | Amy Nguyen 400001 | Milton 4064 | 0 | 123ABC |  | rank-or-hail',
    ],
  },
];
