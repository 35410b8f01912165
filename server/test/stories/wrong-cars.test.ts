import { changes, corrects, enters } from './acts/drivers';
import { drives, lodges, works } from './acts/trips';
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
    title: 'A spelling that is corrected in the same form as a change of cars is corrected for all time',
    happened: [
      ...fleet,
      on('20 Jun', enters('Amy Odl', '5001', 'AAA111', { since: '5 Jan' })),
      on('15 Jul', drives('Amy')),
      on(
        '10 Aug',
        changes(
          'Amy',
          { lastName: 'Old', vehicleRegistrationNumber: 'BBB222', bookedHireServiceLicense: 'B2' },
          {
            vehicle: '10 Aug',
          },
        ),
      ),
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
  },
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
  {
    title:
      'A mistyped plate renames the car that was made from the same form, as long as nothing else names it',
    happened: [
      on('20 Jun', enters('Amy Old', '5001', 'AAB111', { since: '20 Jun', licence: 'B1' })),
      on('10 Jul', corrects('Amy', { vehicleRegistrationNumber: 'AAA111' })),
      on('15 Jul', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 20 Jun Current'],
        vehicles: ['AAA111 B1 20 Jun Current'],
        counts: '1 driver, 1 vehicle',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 20 Jun`],
        answerVehicles: [`${JUL} AAA111 B1 since 20 Jun`],
        licences: ['AAA111 B1 since 20 Jun'],
      },
    },
    forms: ['Amy Old AAA111 B1'],
  },
  {
    title: 'A wrong plate with what was driven moved to the right car: AAA111 was never hers',
    happened: [
      ...fleet,
      amy,
      on('15 Jul', works('Amy', '06:00', '14:00'), drives('Amy')),
      on(
        '15 Oct',
        corrects('Amy', {
          vehicleRegistrationNumber: 'BBB222',
          bookedHireServiceLicense: 'B2',
          moves: true,
        }),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...carsFor(JUL),
        drivers: ['Amy Old 5001 BBB222 5 Jan Current'],
        counts: '1 driver, 2 vehicles',
        byDriver: ['Amy Old 5001 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Jul', 'Amy Old 5001 BBB222')],
        shifts: ['15 Jul 06:00 14:00 Amy Old 5001 BBB222'],
        hours: ['Amy Old 5001 15 Jul 06:00 14:00 BBB222 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [`${JUL} Amy Old 5001 BBB222 since 5 Jan`],
      },
    },
  },
  {
    title: 'A wrong plate after the quarter was lodged renames nothing that the lodged report names',
    happened: [
      on('20 Jun', enters('Amy Old', '5001', 'AAB111', { since: '20 Jun', licence: 'B1' })),
      on('5 Oct', lodges('Jul–Sep')),
      on('10 Oct', car('AAA111', { since: '20 Jun', licences: ['B2 20 Jun'] })),
      on('15 Oct', corrects('Amy', { vehicleRegistrationNumber: 'AAA111', bookedHireServiceLicense: 'B2' })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 20 Jun Current'],
        vehicles: ['AAA111 B2 20 Jun Current', 'AAB111 B1 20 Jun Current'],
        counts: '1 driver, 2 vehicles',
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 20 Jun`],
        answerVehicles: [`${JUL} AAA111 B2 since 20 Jun`, `${JUL} AAB111 B1 since 20 Jun`],
        licences: ['AAA111 B2 since 20 Jun', 'AAB111 B1 since 20 Jun'],
        asks: ['changed-since'],
      },
    },
  },
  {
    title: 'A shared car’s licence corrected in one driver’s form is corrected in the car, for both',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B9 5 Jan'] })),
      on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' })),
      on('20 Jun', enters('Ben Kelly', '6001', 'AAA111', { since: '2 Feb' })),
      on('15 Oct', corrects('Amy', { bookedHireServiceLicense: 'B1' })),
    ],
    quarters: {
      'Jul–Sep': {
        drivers: ['Amy Old 5001 AAA111 5 Jan Current', 'Ben Kelly 6001 AAA111 2 Feb Current'],
        vehicles: [a],
        counts: '2 drivers, 1 vehicle',
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`, `${JUL} Ben Kelly 6001 AAA111 since 2 Feb`],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 since 5 Jan'],
        neverAsks: ['licence-double'],
      },
    },
    forms: ['Amy Old AAA111 B1', 'Ben Kelly AAA111 B1'],
  },
];

tell(stories);
