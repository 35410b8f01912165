import { enters, nowDrives, undoes } from './acts/drivers';
import { drives, works } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; BBB222 has licence B2. All since 5 January. */
const fleet: Step[] = [
  on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
  on('20 Jun', car('BBB222', { since: '5 Jan', licences: ['B2 5 Jan'] })),
];
const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
const ben: Step = on('20 Jun', enters('Ben Kelly', '6001', 'BBB222', { since: '2 Feb' }));
const [a, b] = ['AAA111 B1 5 Jan Current', 'BBB222 B2 5 Jan Current'];
const twoCars = {
  vehicles: [a, b],
  licences: ['AAA111 B1 since 5 Jan', 'BBB222 B2 since 5 Jan'],
};
const carsFor = (days: string) => ({
  ...twoCars,
  answerVehicles: [`${days} AAA111 B1 since 5 Jan`, `${days} BBB222 B2 since 5 Jan`],
});

const stories: Story[] = [
  {
    title: 'Amy changes to BBB222 on the day it is told: each trip has its car',
    happened: [
      ...fleet,
      amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', nowDrives('Amy', 'BBB222', '10 Aug')),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Old 5001 BBB222')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
      },
    },
    forms: ['Amy Old BBB222 B2'],
  },
  {
    title: 'A change of cars told late, with what was driven since moved to the new car',
    happened: [
      ...fleet,
      amy,
      on('15 Jul', drives('Amy')),
      on('15 Aug', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('5 Sep', drives('Amy')),
      on('15 Oct', nowDrives('Amy', 'BBB222', '10 Aug', { movesDriven: true })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 3 10.0'],
        areas: [brisbane(3)],
        trips: [
          trip('15 Jul', 'Amy Old 5001 AAA111'),
          trip('15 Aug', 'Amy Old 5001 BBB222'),
          trip('5 Sep', 'Amy Old 5001 BBB222'),
        ],
        shifts: ['15 Aug 06:00 14:00 Amy Old 5001 BBB222'],
        hours: ['Amy Old 5001 15 Aug 06:00 14:00 BBB222 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A change of cars told late, without moving what was driven since',
    happened: [
      ...fleet,
      amy,
      on('15 Aug', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('15 Oct', nowDrives('Amy', 'BBB222', '10 Aug', { movesDriven: false })),
      on('20 Oct', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Aug', 'Amy Old 5001 AAA111')],
        shifts: ['15 Aug 06:00 14:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 15 Aug 06:00 14:00 AAA111 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
      },
      'Oct–Dec': {
        ...carsFor(OCT),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('20 Oct', 'Amy Old 5001 BBB222')],
        answerDrivers: [`${OCT} Amy Old 5001 BBB222 since 5 Jan`],
      },
    },
  },
  {
    title: 'A trip chosen to be in a third car stays there when the driver’s car changes',
    happened: [
      ...fleet,
      amy,
      on('20 Jun', car('CCC333', { since: '5 Jan', licences: ['B3 5 Jan'] })),
      on('15 Aug', drives('Amy'), drives('Amy', { at: '15 Aug 10:00', in: 'CCC333' })),
      on('15 Oct', nowDrives('Amy', 'BBB222', '10 Aug', { movesDriven: true })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        vehicles: [a, b, 'CCC333 B3 5 Jan Current'],
        counts: '1 driver, 3 vehicles',
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Aug', 'Amy Old 5001 BBB222'), trip('15 Aug 10:00', 'Amy Old 5001 CCC333')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
        answerVehicles: [
          `${JUL} AAA111 B1 since 5 Jan`,
          `${JUL} BBB222 B2 since 5 Jan`,
          `${JUL} CCC333 B3 since 5 Jan`,
        ],
        licences: ['AAA111 B1 since 5 Jan', 'BBB222 B2 since 5 Jan', 'CCC333 B3 since 5 Jan'],
      },
    },
  },
  {
    title: 'Amy changes cars and back within a quarter',
    happened: [
      ...fleet,
      amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', nowDrives('Amy', 'BBB222', '10 Aug')),
      on('15 Aug', drives('Amy')),
      on('10 Sep', nowDrives('Amy', 'AAA111', '10 Sep')),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 3 10.0'],
        areas: [brisbane(3)],
        trips: [
          trip('15 Jul', 'Amy Old 5001 AAA111'),
          trip('15 Aug', 'Amy Old 5001 BBB222'),
          trip('15 Sep', 'Amy Old 5001 AAA111'),
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 9 Sep Amy Old 5001 BBB222 since 5 Jan',
          '10 Sep to 30 Sep Amy Old 5001 AAA111 since 5 Jan',
        ],
      },
    },
    forms: ['Amy Old AAA111 B1'],
  },
  {
    title: 'A trip and a shift of a day before the change, logged after it, are in the car of their day',
    happened: [
      ...fleet,
      amy,
      on('10 Aug', nowDrives('Amy', 'BBB222', '10 Aug')),
      on('20 Aug', works('Amy', '06:00', '14:00', { day: '5 Aug' }), drives('Amy', { at: '5 Aug 09:00' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('5 Aug', 'Amy Old 5001 AAA111')],
        shifts: ['5 Aug 06:00 14:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 5 Aug 06:00 14:00 AAA111 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A change of cars that is undone has never been told, and what it moved is back',
    happened: [
      ...fleet,
      amy,
      on('15 Aug', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('15 Oct', nowDrives('Amy', 'BBB222', '10 Aug', { movesDriven: true }), undoes('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Aug', 'Amy Old 5001 AAA111')],
        shifts: ['15 Aug 06:00 14:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 15 Aug 06:00 14:00 AAA111 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
      },
    },
    forms: ['Amy Old AAA111 B1'],
  },
  {
    title: 'A change of cars told between two others holds until the later one',
    happened: [
      ...fleet,
      amy,
      on('20 Jun', car('CCC333', { since: '5 Jan', licences: ['B3 5 Jan'] })),
      on('15 Aug', drives('Amy')),
      on('10 Sep', nowDrives('Amy', 'CCC333', '10 Sep')),
      on('15 Sep', drives('Amy')),
      on('20 Sep', nowDrives('Amy', 'BBB222', '10 Aug', { movesDriven: true })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 CCC333 5 Jan Current'],
        vehicles: [a, b, 'CCC333 B3 5 Jan Current'],
        counts: '1 driver, 3 vehicles',
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Aug', 'Amy Old 5001 BBB222'), trip('15 Sep', 'Amy Old 5001 CCC333')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 9 Sep Amy Old 5001 BBB222 since 5 Jan',
          '10 Sep to 30 Sep Amy Old 5001 CCC333 since 5 Jan',
        ],
        answerVehicles: [
          `${JUL} AAA111 B1 since 5 Jan`,
          `${JUL} BBB222 B2 since 5 Jan`,
          `${JUL} CCC333 B3 since 5 Jan`,
        ],
        licences: ['AAA111 B1 since 5 Jan', 'BBB222 B2 since 5 Jan', 'CCC333 B3 since 5 Jan'],
      },
    },
    forms: ['Amy Old CCC333 B3'],
  },
  {
    title: 'A car that nobody drives after the change has its last day on the day before',
    happened: [
      ...fleet,
      amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', nowDrives('Amy', 'BBB222', '10 Aug', { formerEndsOn: '9 Aug' })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        vehicles: ['AAA111 B1 5 Jan 9 Aug', b],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
        answerVehicles: ['1 Jul to 9 Aug AAA111 B1 5 Jan to 9 Aug', `${JUL} BBB222 B2 since 5 Jan`],
        licences: twoCars.licences,
      },
    },
  },
  {
    title: 'Two drivers swap their cars on one day',
    happened: [
      ...fleet,
      amy,
      ben,
      on('10 Aug', nowDrives('Amy', 'BBB222', '10 Aug'), nowDrives('Ben', 'AAA111', '10 Aug')),
      on('11 Aug', drives('Amy'), drives('Ben', { at: '11 Aug 10:00' })),
      on('12 Aug', drives('Amy', { at: '9 Aug 23:50' }), drives('Ben', { at: '10 Aug 00:10' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current', 'Ben Kelly 6001 AAA111 2 Feb Current'],
        counts: '2 drivers, 2 vehicles',
        byDriver: ['Amy Old 5001 2 10.0', 'Ben Kelly 6001 2 10.0'],
        areas: [brisbane(4)],
        trips: [
          trip('9 Aug 23:50', 'Amy Old 5001 AAA111'),
          trip('10 Aug 00:10', 'Ben Kelly 6001 AAA111'),
          trip('11 Aug', 'Amy Old 5001 BBB222'),
          trip('11 Aug 10:00', 'Ben Kelly 6001 AAA111'),
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
          '1 Jul to 9 Aug Ben Kelly 6001 BBB222 since 2 Feb',
          '10 Aug to 30 Sep Ben Kelly 6001 AAA111 since 2 Feb',
        ],
      },
    },
  },
  {
    title: 'Two cars have one plate, one after the other',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', until: '31 Jul', licences: ['B1 5 Jan to 31 Jul'] })),
      amy,
      on('15 Jul', drives('Amy')),
      on('1 Aug', car('AAA111', { called: 'the second', since: '1 Aug', licences: ['B2 1 Aug'] })),
      on('1 Aug', nowDrives('Amy', 'the second', '1 Aug')),
      on('15 Aug', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: ['AAA111 B1 5 Jan 31 Jul', 'AAA111 B2 1 Aug Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Aug', 'Amy Old 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 31 Jul Amy Old 5001 AAA111 since 5 Jan',
          '1 Aug to 30 Sep Amy Old 5001 AAA111 since 5 Jan',
        ],
        answerVehicles: [
          '1 Jul to 31 Jul AAA111 B1 5 Jan to 31 Jul',
          '1 Aug to 30 Sep AAA111 B2 since 1 Aug',
        ],
        licences: ['AAA111 B1 5 Jan to 31 Jul', 'AAA111 B2 since 1 Aug'],
        neverAsks: ['vehicle-dates', 'vehicle-gap', 'licence-twice'],
      },
      'Oct–Dec': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: ['AAA111 B2 1 Aug Current'],
        counts: '1 driver, 1 vehicle',
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: [`${OCT} AAA111 B2 since 1 Aug`],
        licences: ['AAA111 B2 since 1 Aug'],
      },
    },
    forms: ['Amy Old AAA111 B2'],
  },
];

tell(stories);
