import { enters } from './acts/drivers';
import { chooses, deletes, drives, imports, isKind, moves, undeletes, works } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; all three since 5 January. */
const amy: Step[] = [
  on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
  on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' })),
];
const amyFor = (days: string) => ({
  drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
  vehicles: ['AAA111 B1 5 Jan Current'],
  counts: '1 driver, 1 vehicle',
  answerDrivers: [`${days} Amy Old 5001 AAA111 since 5 Jan`],
  answerVehicles: [`${days} AAA111 B1 since 5 Jan`],
  licences: ['AAA111 B1 since 5 Jan'],
});
const [july, october] = [amyFor(JUL), amyFor(OCT)];
const who = 'Amy Old 5001 AAA111';
const oneTrip = { byDriver: ['Amy Old 5001 1 10.0'], areas: [brisbane(1)] };

const stories: Story[] = [
  {
    title: 'A waiting time that nobody knows is in no average, and is counted',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy'), drives('Amy', { at: '15 Jul 10:00', wait: 20 })),
      on(
        '20 Jul',
        imports(
          [
            'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
            '16/07/2026 09:00,5001,Toowong,4066,',
          ],
          { blankWaits: 'unknown' },
        ),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        byDriver: ['Amy Old 5001 3 15.0'],
        areas: [brisbane(3, '15.0')],
        trips: [
          trip('15 Jul', who),
          trip('15 Jul 10:00', who, 'Toowong 4066 20'),
          trip('16 Jul', who, 'Toowong 4066 Unknown'),
        ],
        says: ['2 of 3 trips'],
      },
    },
  },
  {
    title: 'A quarter in which no waiting time is known has no average',
    happened: [
      ...amy,
      on(
        '20 Jul',
        imports([
          'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
          '16/07/2026 09:00,5001,Toowong,4066,not recorded',
        ]),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        byDriver: ['Amy Old 5001 1 Not known'],
        areas: [brisbane(1, 'Not known')],
        trips: [trip('16 Jul', who, 'Toowong 4066 Unknown')],
        says: ['0 of 1 trip'],
      },
    },
  },
  {
    title: 'A trip driven for another booking entity is kept, and counts nowhere',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy'), drives('Amy', { at: '15 Jul 10:00', wait: 50, kind: 'other-entity' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        ...oneTrip,
        trips: [trip('15 Jul', who), `${trip('15 Jul 10:00', who, 'Toowong 4066 50')} not booked`],
      },
    },
  },
  {
    title: 'A quarter with nothing but trips for another entity is a nil report',
    happened: [...amy, on('15 Jul', drives('Amy', { kind: 'other-entity' }))],
    quarters: {
      'Jul–Sep': {
        ...july,
        trips: [`${trip('15 Jul', who)} not booked`],
        says: ['Nil report: no booked hire trips were logged'],
      },
    },
  },
  {
    title: 'A rank trip that turns out to be booked is counted, and a booked one that was hailed is not',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy', { kind: 'rank-or-hail' }), drives('Amy', { at: '15 Jul 10:00', wait: 30 })),
      on('15 Oct', isKind('15 Jul 09:00', 'booked'), isKind('15 Jul 10:00', 'rank-or-hail')),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        ...oneTrip,
        trips: [trip('15 Jul', who), `${trip('15 Jul 10:00', who, 'Toowong 4066 30')} not booked`],
      },
    },
    annual: ['4066 1', 'Toowong 1', 'Brisbane 1'],
  },
  {
    title: 'A deleted trip is in the records and the answer only, and says who deleted it',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy'), drives('Amy', { at: '15 Jul 10:00', wait: 50 })),
      on('20 Jul', deletes('15 Jul 10:00')),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        ...oneTrip,
        trips: [
          trip('15 Jul', who),
          `${trip('15 Jul 10:00', who, 'Toowong 4066 50')} deleted by Mary Jane Smith`,
        ],
      },
    },
  },
  {
    title: 'A trip that was deleted and restored was never gone',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('20 Jul', deletes('15 Jul 09:00')),
      on('21 Jul', undeletes('15 Jul 09:00')),
    ],
    quarters: { 'Jul–Sep': { ...july, ...oneTrip, trips: [trip('15 Jul', who)] } },
  },
  {
    title: 'A minute before midnight is the old quarter, and midnight the new one',
    happened: [
      ...amy,
      on(
        '2 Oct',
        drives('Amy', { at: '30 Sep 23:59' }),
        drives('Amy', { at: '1 Oct 00:00', from: 'Milton 4064' }),
      ),
    ],
    quarters: {
      'Jul–Sep': { ...july, ...oneTrip, trips: [trip('30 Sep 23:59', who)] },
      'Oct–Dec': { ...october, ...oneTrip, trips: [trip('1 Oct 00:00', who, 'Milton 4064 10')] },
    },
  },
  {
    title: 'A trip of the wrong day is moved into the next quarter, and leaves the first a nil report',
    happened: [...amy, on('30 Sep', drives('Amy')), on('3 Oct', moves('30 Sep 09:00', '1 Oct 09:00'))],
    quarters: {
      'Jul–Sep': { ...july, says: ['Nil report: no booked hire trips were logged'] },
      'Oct–Dec': { ...october, ...oneTrip, trips: [trip('1 Oct', who)] },
    },
  },
  {
    title: 'Suburbs of one name and two postcodes are told apart in the annual report',
    happened: [
      ...amy,
      on(
        '15 Jul',
        drives('Amy', { from: 'Mount Pleasant 4521' }),
        drives('Amy', { at: '15 Jul 10:00', from: 'Mount Pleasant 4740' }),
        drives('Amy', { at: '15 Jul 11:00' }),
      ),
      on('16 Jul', chooses('Mount Pleasant 4521', 'Brisbane'), chooses('Mount Pleasant 4740', 'Mackay')),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        byDriver: ['Amy Old 5001 3 10.0'],
        areas: ['Central Queensland Mackay 1 10.0', brisbane(2)],
        trips: [
          trip('15 Jul', who, 'Mount Pleasant 4521 10'),
          trip('15 Jul 10:00', who, 'Mount Pleasant 4740 10'),
          trip('15 Jul 11:00', who),
        ],
      },
    },
    annual: ['4066 1', '4521 1', '4740 1', 'Mount Pleasant 4521 1', 'Mount Pleasant 4740 1', 'Toowong 1'],
  },
  {
    title: 'Outside Queensland is no area that is served, and the trip is counted and asked about',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy', { from: 'Casino 2470' }), drives('Amy', { at: '15 Jul 10:00' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(1)],
        inNoArea: ['– Outside Queensland 1 10.0'],

        trips: [trip('15 Jul', who, 'Casino, NSW 2470 10'), trip('15 Jul 10:00', who)],
        asks: ['outside-queensland Casino, 2470'],
      },
    },
  },
  {
    title: 'A place in no taxi service area is chosen to be so, and is no row of the portal’s',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy', { from: 'Birdsville 4482' }), drives('Amy', { at: '15 Jul 10:00' })),
      on(
        '16 Jul',
        chooses('Birdsville 4482', 'In no taxi service area'),
        chooses('Toowong 4066', 'Brisbane'),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(1)],
        inNoArea: ['– In no taxi service area 1 10.0'],

        trips: [trip('15 Jul', who, 'Birdsville 4482 10'), trip('15 Jul 10:00', who)],
      },
    },
  },
  {
    title: 'A year of rank trips alone has no booked trips, and says what it has',
    happened: [
      ...amy,
      on(
        '15 Jul',
        drives('Amy', { kind: 'rank-or-hail' }),
        drives('Amy', { at: '15 Jul 10:00', kind: 'rank-or-hail' }),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...july,
        trips: [`${trip('15 Jul', who)} not booked`, `${trip('15 Jul 10:00', who)} not booked`],
        says: ['Nil report: no booked hire trips were logged'],
      },
    },
    annual: ['No booked trips', 'No booked trips', 'Brisbane 2'],
  },
  {
    title: 'A shift over the end of the quarter is listed in both, and counted in each for its part',
    happened: [...amy, on('1 Oct', works('Amy', '22:00', '06:00', { day: '30 Sep' }))],
    quarters: {
      'Jul–Sep': {
        ...july,
        shifts: ['30 Sep 22:00 06:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 30 Sep 22:00 06:00 AAA111 2:00', 'Amy Old 5001 2:00'],
      },
      'Oct–Dec': {
        ...october,
        shifts: ['30 Sep 22:00 06:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 30 Sep 22:00 06:00 AAA111 6:00', 'Amy Old 5001 6:00'],
      },
    },
  },
  {
    title: 'Time in two shifts of one driver counts once, and each shift keeps its own length',
    happened: [...amy, on('15 Jul', works('Amy', '06:00', '12:00'), works('Amy', '10:00', '14:00'))],
    quarters: {
      'Jul–Sep': {
        ...july,
        shifts: ['15 Jul 06:00 12:00 Amy Old 5001 AAA111', '15 Jul 10:00 14:00 Amy Old 5001 AAA111'],
        hours: [
          'Amy Old 5001 15 Jul 06:00 12:00 AAA111 6:00',
          'Amy Old 5001 15 Jul 10:00 14:00 AAA111 4:00',
          'Amy Old 5001 8:00',
        ],
      },
    },
  },
];

tell(stories);
