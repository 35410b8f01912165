import { enters } from './acts/drivers';
import { drives, imports, moves, works } from './acts/trips';
import { car, correctsCar, removesCar, replates } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; BBB222 has licence B2. All since 5 January. */
const fleet: Step[] = [
  on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
  on('20 Jun', car('BBB222', { since: '5 Jan', licences: ['B2 5 Jan'] })),
];
const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
const ben: Step = on('20 Jun', enters('Ben Kelly', '6001', 'BBB222', { since: '2 Feb' }));
const a = 'AAA111 B1 5 Jan Current';

const stories: Story[] = [
  {
    title: 'New plates on 10 August: no document names BBB222 before it existed',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('15 Jul', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('10 Aug', replates('AAA111', 'BBB222', '10 Aug')),
      on('15 Sep', works('Amy', '06:00', '14:00'), drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        vehicles: ['BBB222 B1 5 Jan Current'],
        counts: '1 driver, 1 vehicle',
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Old 5001 BBB222')],
        shifts: ['15 Jul 06:00 14:00 Amy Old 5001 AAA111', '15 Sep 06:00 14:00 Amy Old 5001 BBB222'],
        hours: [
          'Amy Old 5001 15 Jul 06:00 14:00 AAA111 8:00',
          'Amy Old 5001 15 Sep 06:00 14:00 BBB222 8:00',
          'Amy Old 5001 16:00',
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 BBB222 since 5 Jan',
        ],
        answerVehicles: ['1 Jul to 9 Aug AAA111 B1 since 5 Jan', '10 Aug to 30 Sep BBB222 B1 since 5 Jan'],
        licences: ['BBB222 B1 since 5 Jan'],
      },
    },
  },
  {
    title: 'A licence that ended before the new plates has the registration of its time',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Jul', 'B2 1 Aug'] })),
      amy,
      on('10 Sep', replates('AAA111', 'CCC333', '10 Sep')),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 CCC333 5 Jan Current'],
        vehicles: ['CCC333 B2 5 Jan Current'],
        counts: '1 driver, 1 vehicle',
        answerDrivers: [
          '1 Jul to 9 Sep Amy Old 5001 AAA111 since 5 Jan',
          '10 Sep to 30 Sep Amy Old 5001 CCC333 since 5 Jan',
        ],
        answerVehicles: ['1 Jul to 9 Sep AAA111 B2 since 5 Jan', '10 Sep to 30 Sep CCC333 B2 since 5 Jan'],
        licences: ['AAA111 B1 5 Jan to 31 Jul', 'CCC333 B2 since 1 Aug'],
      },
    },
  },
  {
    title: 'A misspelt registration is right everywhere once it is corrected in the vehicle',
    happened: [
      on('20 Jun', car('AAB111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', enters('Amy Old', '5001', 'AAB111', { since: '5 Jan' })),
      on('15 Jul', drives('Amy')),
      on('15 Oct', correctsCar('AAB111', { registration: 'AAA111' })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: [a],
        counts: '1 driver, 1 vehicle',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 since 5 Jan'],
      },
    },
    forms: ['Amy Old AAA111 B1'],
  },
  {
    title: 'A personal plate moves from one car to another: each trip has the plate of its day',
    happened: [
      ...fleet,
      amy,
      ben,
      on('15 Jul', drives('Amy'), drives('Ben', { at: '15 Jul 10:00' })),
      on('10 Aug', replates('AAA111', 'CCC333', '10 Aug'), replates('BBB222', 'AAA111', '10 Aug')),
      on('15 Sep', drives('Amy'), drives('Ben', { at: '15 Sep 10:00' })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 CCC333 5 Jan Current', 'Ben Kelly 6001 AAA111 2 Feb Current'],
        vehicles: ['AAA111 B2 5 Jan Current', 'CCC333 B1 5 Jan Current'],
        counts: '2 drivers, 2 vehicles',
        byDriver: ['Amy Old 5001 2 10.0', 'Ben Kelly 6001 2 10.0'],
        areas: [brisbane(4)],
        trips: [
          trip('15 Jul', 'Amy Old 5001 AAA111'),
          trip('15 Jul 10:00', 'Ben Kelly 6001 BBB222'),
          trip('15 Sep', 'Amy Old 5001 CCC333'),
          trip('15 Sep 10:00', 'Ben Kelly 6001 AAA111'),
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 CCC333 since 5 Jan',
          '1 Jul to 9 Aug Ben Kelly 6001 BBB222 since 2 Feb',
          '10 Aug to 30 Sep Ben Kelly 6001 AAA111 since 2 Feb',
        ],
        answerVehicles: [
          '1 Jul to 9 Aug AAA111 B1 since 5 Jan',
          '10 Aug to 30 Sep CCC333 B1 since 5 Jan',
          '1 Jul to 9 Aug BBB222 B2 since 5 Jan',
          '10 Aug to 30 Sep AAA111 B2 since 5 Jan',
        ],
        licences: ['AAA111 B2 since 5 Jan', 'CCC333 B1 since 5 Jan'],
      },
    },
  },
  {
    title: 'A file of past trips names each car by the plate of its day',
    happened: [
      ...fleet,
      amy,
      on('10 Aug', replates('AAA111', 'CCC333', '10 Aug'), replates('BBB222', 'AAA111', '10 Aug')),
      on(
        '20 Aug',
        imports([
          'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes),Vehicle',
          '15/07/2026 09:00,5001,Toowong,4066,10,AAA111',
          '15/07/2026 10:00,5001,Toowong,4066,10,BBB222',
          '15/08/2026 09:00,5001,Toowong,4066,10,AAA111',
          '15/08/2026 10:00,5001,Toowong,4066,10,CCC333',
        ]),
        moves('15 Jul 09:00', '14 Aug 09:00'),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 CCC333 5 Jan Current'],
        vehicles: ['AAA111 B2 5 Jan Current', 'CCC333 B1 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 4 10.0'],
        areas: [brisbane(4)],
        trips: [
          trip('15 Jul 10:00', 'Amy Old 5001 BBB222'),
          trip('14 Aug', 'Amy Old 5001 CCC333'),
          trip('15 Aug', 'Amy Old 5001 AAA111'),
          trip('15 Aug 10:00', 'Amy Old 5001 CCC333'),
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5001 CCC333 since 5 Jan',
        ],
        answerVehicles: [
          '1 Jul to 9 Aug AAA111 B1 since 5 Jan',
          '10 Aug to 30 Sep CCC333 B1 since 5 Jan',
          '1 Jul to 9 Aug BBB222 B2 since 5 Jan',
          '10 Aug to 30 Sep AAA111 B2 since 5 Jan',
        ],
        licences: ['AAA111 B2 since 5 Jan', 'CCC333 B1 since 5 Jan'],
      },
    },
  },
  {
    title: 'A car bought on the last day of the quarter is in it for a day, one sold before the first is not',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', until: '30 Jun', licences: ['B1 5 Jan'] })),
      on('30 Sep', car('BBB222', { since: '30 Sep', licences: ['B2 30 Sep'] })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: [],
        vehicles: ['BBB222 B2 30 Sep Current'],
        counts: '0 drivers, 1 vehicle',
        answerDrivers: [],
        answerVehicles: ['30 Sep to 30 Sep BBB222 B2 since 30 Sep'],
        licences: ['BBB222 B2 since 30 Sep'],
        neverAsks: ['AAA111'],
      },
    },
  },
  {
    title: 'A vehicle that drove and is removed ends on that day',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('15 Oct', drives('Amy')),
      on('10 Nov', removesCar('AAA111')),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: [a],
        counts: '1 driver, 1 vehicle',
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 since 5 Jan'],
      },
      'Oct–Dec': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: ['AAA111 B1 5 Jan 10 Nov'],
        counts: '1 driver, 1 vehicle',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Oct', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: ['1 Oct to 10 Nov AAA111 B1 5 Jan to 10 Nov'],
        licences: ['AAA111 B1 since 5 Jan'],
      },
    },
  },
  {
    title: 'A trip in a car that was sold and not yet bought back is listed, and an inspector would ask',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('20 Aug', correctsCar('AAA111', { availability: ['5 Jan to 20 Aug'] })),
      on('15 Sep', drives('Amy')),
      on('1 Nov', correctsCar('AAA111', { availability: ['5 Jan to 20 Aug', '1 Nov'] })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: ['AAA111 B1 5 Jan 20 Aug'],
        counts: '1 driver, 1 vehicle',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Sep', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: ['1 Jul to 20 Aug AAA111 B1 5 Jan to 20 Aug'],
        licences: ['AAA111 B1 since 5 Jan'],
        asks: ['vehicle-gap AAA111 1 trip'],
      },
      'Oct–Dec': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
        vehicles: ['AAA111 B1 1 Nov Current'],
        counts: '1 driver, 1 vehicle',
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: ['1 Nov to 31 Dec AAA111 B1 since 1 Nov'],
        licences: ['AAA111 B1 since 5 Jan'],
      },
    },
  },
];

tell(stories);
