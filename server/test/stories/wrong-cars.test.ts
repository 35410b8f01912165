import { corrects, enters } from './acts/drivers';
import { drives } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

/** Amy Old, number 5001, drives AAA111 with licence B1; BBB222 has licence B2. All since 5 January. */
const fleet: Step[] = [
  on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
  on('20 Jun', car('BBB222', { since: '5 Jan', licences: ['B2 5 Jan'] })),
];
const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
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
    title:
      'A wrong plate in Amy’s form was "not AAA111 but another car": the fleet’s AAA111 and Ben’s trips stay',
    happened: [
      ...fleet,
      amy,
      on('20 Jun', enters('Ben Kelly', '6001', 'AAA111', { since: '2 Feb' })),
      on('15 Jul', drives('Ben')),
      on('15 Oct', corrects('Amy', { vehicleRegistrationNumber: 'BBB222', bookedHireServiceLicense: 'B2' })),
      on('20 Oct', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current', 'Ben Kelly 6001 AAA111 2 Feb Current'],
        counts: '2 drivers, 2 vehicles',
        byDriver: ['Ben Kelly 6001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Ben Kelly 6001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 BBB222 since 5 Jan`, `${JUL} Ben Kelly 6001 AAA111 since 2 Feb`],
      },
      'Oct–Dec': {
        ...carsFor(OCT),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current', 'Ben Kelly 6001 AAA111 2 Feb Current'],
        counts: '2 drivers, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('20 Oct', 'Amy Old 5001 BBB222')],
        answerDrivers: [`${OCT} Amy Old 5001 BBB222 since 5 Jan`, `${OCT} Ben Kelly 6001 AAA111 since 2 Feb`],
      },
    },
    forms: ['Amy Old BBB222 B2', 'Ben Kelly AAA111 B1'],
  },
  {
    title: 'A wrong plate in the form of the only driver renames no car that was entered by itself',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('15 Jul', drives('Amy')),
      on('10 Oct', car('BBB222', { since: '5 Jan', licences: ['B2 5 Jan'] })),
      on('15 Oct', corrects('Amy', { vehicleRegistrationNumber: 'BBB222', bookedHireServiceLicense: 'B2' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 BBB222 since 5 Jan`],
      },
    },
  },
];

tell(stories);
