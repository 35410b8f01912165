import { changes, corrects, deletesHistory, enters } from './acts/drivers';
import { drives } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; all three since 5 January. */
const amy: Step[] = [
  on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
  on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' })),
];
const oneCar = {
  vehicles: ['AAA111 B1 5 Jan Current'],
  counts: '1 driver, 1 vehicle',
  licences: ['AAA111 B1 since 5 Jan'],
};
const julCar = { ...oneCar, answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`] };

/** Her line, and that of her trips. */
const amyIs = (who: string, trips: number) => ({
  drivers: [`${who} AAA111 5 Jan Current`],
  byDriver: [`${who} ${trips} 10.0`],
  areas: [brisbane(trips)],
});

const stories: Story[] = [
  {
    title: 'A misspelt name is right everywhere once it is corrected',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', enters('Amy Odl', '5001', 'AAA111', { since: '5 Jan' })),
      on('15 Jul', drives('Amy')),
      on('15 Oct', corrects('Amy', { lastName: 'Old' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5001', 1),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'A former name that is removed from the history was never hers',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', changes('Amy', { lastName: 'Young' }, '10 Aug')),
      on('20 Aug', deletesHistory('Amy', 'name')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5001', 1),
        trips: [trip('15 Jul', 'Amy Young 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Young 5001 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'A driver without a name is the number, and has the name everywhere once it is filled in',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', enters('', '5001', 'AAA111', { since: '5 Jan', called: 'Amy' })),
      on('15 Jul', drives('Amy')),
      on('15 Oct', corrects('Amy', { firstName: 'Amy', lastName: 'Old' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5001', 1),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
      },
    },
  },
];

tell(stories);
