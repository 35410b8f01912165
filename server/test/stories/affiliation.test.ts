import { changes, corrects, enters, entersAgain, removes, restores } from './acts/drivers';
import { drives, lodges } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; all three since 5 January. */
const aaa111: Step = on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] }));
const amy: Step[] = [aaa111, on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }))];
const carFor = (days: string) => ({
  vehicles: ['AAA111 B1 5 Jan Current'],
  counts: '1 driver, 1 vehicle',
  answerVehicles: [`${days} AAA111 B1 since 5 Jan`],
  licences: ['AAA111 B1 since 5 Jan'],
});
const amyFor = (days: string) => ({
  ...carFor(days),
  drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
  answerDrivers: [`${days} Amy Old 5001 AAA111 since 5 Jan`],
});
const oneTrip = { byDriver: ['Amy Old 5001 1 10.0'], areas: [brisbane(1)] };
const nobody = { drivers: [], counts: '0 drivers, 1 vehicle', answerDrivers: [] };

const stories: Story[] = [
  {
    title: 'A driver who was removed by mistake and is typed in again with the same number is one driver',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', removes('Amy')),
      on('12 Aug', entersAgain('Amy Old', '5001', 'AAA111', { since: '5 Jan', licence: 'B1' })),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Old 5001 AAA111')],
      },
      'Oct–Dec': { ...amyFor(OCT) },
    },
  },
  {
    title: 'A driver who was removed and came back months later has two times, and is one driver',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', removes('Amy')),
      on('1 Sep', restores('Amy', { since: '1 Sep' })),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 10 Aug', 'Amy Old 5001 AAA111 1 Sep Current'],
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Old 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 10 Aug Amy Old 5001 AAA111 5 Jan to 10 Aug',
          '1 Sep to 30 Sep Amy Old 5001 AAA111 since 1 Sep',
        ],
      },
    },
  },
  {
    title: 'A removed driver’s number that is someone else’s now: two people, each with own trips',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', removes('Amy')),
      on('1 Sep', enters('Chi Wu', '5001', 'AAA111', { since: '1 Sep', isOtherPerson: true })),
      on('15 Sep', drives('Chi')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        counts: '2 drivers, 1 vehicle',
        drivers: ['Amy Old 5001 AAA111 5 Jan 10 Aug', 'Chi Wu 5001 AAA111 1 Sep Current'],
        byDriver: ['Amy Old 5001 1 10.0', 'Chi Wu 5001 1 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Chi Wu 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 10 Aug Amy Old 5001 AAA111 5 Jan to 10 Aug',
          '1 Sep to 30 Sep Chi Wu 5001 AAA111 since 1 Sep',
        ],
      },
    },
  },
  {
    title: 'A driver who was removed and restored was never gone',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', removes('Amy')),
      on('12 Aug', restores('Amy')),
    ],
    quarters: {
      'Jul–Sep': { ...amyFor(JUL), ...oneTrip, trips: [trip('15 Jul', 'Amy Old 5001 AAA111')] },
    },
  },
  {
    title: 'A driver who drove and is removed ends on that day, and keeps the trips',
    happened: [...amy, on('15 Oct', drives('Amy')), on('10 Nov', removes('Amy'))],
    quarters: {
      'Jul–Sep': { ...amyFor(JUL) },
      'Oct–Dec': {
        ...carFor(OCT),
        ...oneTrip,
        drivers: ['Amy Old 5001 AAA111 5 Jan 10 Nov'],
        trips: [trip('15 Oct', 'Amy Old 5001 AAA111')],
        answerDrivers: ['1 Oct to 10 Nov Amy Old 5001 AAA111 5 Jan to 10 Nov'],
      },
    },
  },
  {
    title: 'A driver who left and came back is one driver with two times, and a trip between is asked about',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('31 Jul', corrects('Amy', { endDate: '31 Jul' })),
      on('1 Sep', changes('Amy', { startDate: '1 Sep', endDate: null }, '1 Sep')),
      on('15 Sep', drives('Amy'), drives('Amy', { at: '15 Aug 09:00' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 31 Jul', 'Amy Old 5001 AAA111 1 Sep Current'],
        byDriver: ['Amy Old 5001 3 10.0'],
        areas: [brisbane(3)],
        trips: [
          trip('15 Jul', 'Amy Old 5001 AAA111'),
          trip('15 Aug', 'Amy Old 5001 AAA111'),
          trip('15 Sep', 'Amy Old 5001 AAA111'),
        ],
        answerDrivers: [
          '1 Jul to 31 Jul Amy Old 5001 AAA111 5 Jan to 31 Jul',
          '1 Sep to 30 Sep Amy Old 5001 AAA111 since 1 Sep',
        ],
        asks: ['driver-gap Amy Old 1 trip'],
      },
      'Oct–Dec': {
        ...carFor(OCT),
        drivers: ['Amy Old 5001 AAA111 1 Sep Current'],
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 since 1 Sep`],
        neverAsks: ['driver-gap', 'before-start', 'after-end'],
      },
    },
  },
  {
    title: 'A driver who came back under another name and number has each in its time',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('31 Jul', corrects('Amy', { endDate: '31 Jul' })),
      on(
        '1 Sep',
        changes(
          'Amy',
          { startDate: '1 Sep', endDate: null, lastName: 'Young', driverAuthorityLicense: '5002' },
          '1 Sep',
        ),
      ),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 31 Jul', 'Amy Young 5002 AAA111 1 Sep Current'],
        byDriver: ['Amy Young 5002 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Young 5002 AAA111')],
        answerDrivers: [
          '1 Jul to 31 Jul Amy Old 5001 AAA111 5 Jan to 31 Jul',
          '1 Sep to 30 Sep Amy Young 5002 AAA111 since 1 Sep',
        ],
      },
    },
  },
  {
    title: 'An end that is corrected after lodging is right in the report made again, and is asked about',
    happened: [
      ...amy,
      on('10 Aug', corrects('Amy', { endDate: '15 Aug' })),
      on('5 Oct', lodges('Jul–Sep')),
      on('20 Oct', corrects('Amy', { endDate: '25 Aug' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 25 Aug'],
        answerDrivers: ['1 Jul to 25 Aug Amy Old 5001 AAA111 5 Jan to 25 Aug'],
        asks: ['changed-since'],
      },
      'Oct–Dec': { ...carFor(OCT), ...nobody },
    },
  },
  {
    title: 'A last day on 30 September is in its quarter, and a first day on 1 October in the next',
    happened: [
      ...amy,
      on('10 Sep', corrects('Amy', { endDate: '30 Sep' })),
      on('10 Sep', enters('Ben Kelly', '6001', 'AAA111', { since: '1 Oct' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 30 Sep'],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 5 Jan to 30 Sep`],
      },
      'Oct–Dec': {
        ...carFor(OCT),
        drivers: ['Ben Kelly 6001 AAA111 1 Oct Current'],
        answerDrivers: [`${OCT} Ben Kelly 6001 AAA111 since 1 Oct`],
      },
    },
  },
  {
    title: 'A trip after the driver had left is counted and listed, and asked about',
    happened: [
      ...amy,
      on('10 Sep', corrects('Amy', { endDate: '30 Sep' })),
      on('4 Oct', drives('Amy', { at: '3 Oct 09:00' })),
    ],
    quarters: {
      'Oct–Dec': {
        ...carFor(OCT),
        ...oneTrip,
        drivers: [],
        counts: '0 drivers, 1 vehicle',
        trips: [trip('3 Oct', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 not affiliated`],
        asks: ['after-end Amy Old 1 trip'],
      },
    },
  },
  {
    title:
      'A driver switched off over the end of the quarter ends there, and has the first start in the next',
    happened: [
      ...amy,
      on('20 Sep', corrects('Amy', { isActive: false })),
      on('12 Oct', corrects('Amy', { isActive: true })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan 20 Sep'],
        answerDrivers: ['1 Jul to 20 Sep Amy Old 5001 AAA111 5 Jan to 20 Sep'],
      },
      'Oct–Dec': { ...amyFor(OCT) },
    },
  },
  {
    title: 'A quarter without a driver and without a trip, but with a vehicle, is a nil report that is due',
    happened: [on('5 Jul', car('AAA111', { since: '5 Jul', licences: ['B1 5 Jul'] }))],
    readOn: '5 Oct',
    quarters: {
      'Jul–Sep': {
        ...nobody,
        vehicles: ['AAA111 B1 5 Jul Current'],
        answerVehicles: ['5 Jul to 30 Sep AAA111 B1 since 5 Jul'],
        licences: ['AAA111 B1 since 5 Jul'],
        says: ['Nil report: no booked hire trips were logged', '1 vehicle was available'],
      },
    },
    due: ['Q1-2026'],
  },
  {
    title: 'A quarter without a trip, but with a driver, is a nil report that is due',
    happened: [
      on('5 Jul', car('AAA111', { since: '5 Jul', licences: ['B1 5 Jul'] })),
      on('5 Jul', enters('Amy Old', '5001', 'AAA111', { since: '6 Jul' })),
    ],
    readOn: '5 Oct',
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 6 Jul Current'],
        vehicles: ['AAA111 B1 5 Jul Current'],
        counts: '1 driver, 1 vehicle',
        answerDrivers: ['6 Jul to 30 Sep Amy Old 5001 AAA111 since 6 Jul'],
        answerVehicles: ['5 Jul to 30 Sep AAA111 B1 since 5 Jul'],
        licences: ['AAA111 B1 since 5 Jul'],
        says: ['Nil report: no booked hire trips were logged', '1 driver was affiliated'],
      },
    },
    due: ['Q1-2026'],
  },
  {
    title: 'A subcontracted driver in a subcontracted car is reported as any other',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'], isSubcontracted: true })),
      on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan', isSubcontracted: true })),
      on('15 Jul', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        ...oneTrip,
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        subcontracted: ['Amy Old', 'AAA111'],
      },
    },
  },
];

tell(stories);
