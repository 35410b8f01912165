import { enters } from './acts/drivers';
import { drives } from './acts/trips';
import { car, correctsCar, removesCar } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
const a = 'AAA111 B1 5 Jan Current';

const stories: Story[] = [
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
