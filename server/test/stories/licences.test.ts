import { changes, enters } from './acts/drivers';
import { drives } from './acts/trips';
import { car, confirmsAssumed, renews } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
import { tell } from './tell';

const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
const amyFor = (days: string) => ({
  drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
  counts: '1 driver, 1 vehicle',
  answerDrivers: [`${days} Amy Old 5001 AAA111 since 5 Jan`],
});
const oneTrip = { byDriver: ['Amy Old 5001 1 10.0'], areas: [brisbane(1)] };

const stories: Story[] = [
  {
    title: 'A licence that is renewed within the quarter is reported with the new number',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Aug'] })),
      amy,
      on('25 Aug', renews('AAA111', 'B2 1 Sep to 31 Aug 27')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${JUL} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B1 5 Jan to 31 Aug', 'AAA111 B2 1 Sep to 31 Aug 27'],
        neverAsks: ['licence-expired', 'licence-double'],
      },
    },
  },
  {
    title: 'A licence renewed in a driver’s form keeps the last day of the one before',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Aug'] })),
      amy,
      on('1 Sep', changes('Amy', { bookedHireServiceLicense: 'B2' }, '1 Sep')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
        answerVehicles: [`${JUL} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B1 5 Jan to 31 Aug', 'AAA111 B2 since 1 Sep'],
        neverAsks: ['licence-double'],
      },
    },
    forms: ['Amy Old AAA111 B2'],
  },
  {
    title: 'A licence that expired within the quarter is in it, and "Expired" in the next',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Aug'] })),
      amy,
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        ...oneTrip,
        vehicles: ['AAA111 B1 5 Jan Current'],
        trips: [trip('15 Sep', 'Amy Old 5001 AAA111')],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 5 Jan to 31 Aug'],
        asks: ['licence-expired AAA111 31/08/2026'],
      },
      'Oct–Dec': {
        ...amyFor(OCT),
        vehicles: ['AAA111 Expired 31/08/2026: B1 5 Jan Current'],
        answerVehicles: [`${OCT} AAA111 Expired 31/08/2026: B1 since 5 Jan`],
        licences: [],
        asks: ['licence-expired AAA111 31/08/2026'],
      },
    },
  },
  {
    title: 'A licence that follows after two months without one is the licence of the next quarter',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Aug'] })),
      amy,
      on('1 Nov', renews('AAA111', 'B2 1 Nov to 31 Oct 27')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B1 5 Jan Current'],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 5 Jan to 31 Aug'],
        asks: ['licence-expired AAA111 31/08/2026'],
      },
      'Oct–Dec': {
        ...amyFor(OCT),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${OCT} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B2 1 Nov to 31 Oct 27'],
        asks: ['licence-expired AAA111 31/08/2026'],
      },
    },
  },
  {
    title: 'A taxi that someone said is a substitute has no licence, and says so',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('2 Nov', car('TAX111', { since: '2 Nov', until: '15 Nov', isSubstituteTaxi: true })),
      on('5 Nov', drives('Amy', { in: 'TAX111' })),
    ],
    quarters: {
      'Oct–Dec': {
        ...amyFor(OCT),
        ...oneTrip,
        vehicles: ['AAA111 B1 5 Jan Current', 'TAX111 Substitute taxi 2 Nov 15 Nov'],
        counts: '1 driver, 2 vehicles',
        trips: [trip('5 Nov', 'Amy Old 5001 TAX111')],
        answerVehicles: [
          `${OCT} AAA111 B1 since 5 Jan`,
          '2 Nov to 15 Nov TAX111 Substitute taxi 2 Nov to 15 Nov',
        ],
        licences: ['AAA111 B1 since 5 Jan'],
        neverAsks: ['no-licence'],
      },
    },
  },
  {
    title: 'A car is a substitute taxi where its driver’s form says so, and nothing else',
    happened: [
      on('20 Jun', enters('Amy Old', '5001', 'TAX111', { since: '20 Jun', licence: 'Substitute Taxi' })),
      on('15 Jul', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...oneTrip,
        drivers: ['Amy Old 5001 TAX111 20 Jun Current'],
        vehicles: ['TAX111 Substitute taxi 20 Jun Current'],
        counts: '1 driver, 1 vehicle',
        trips: [trip('15 Jul', 'Amy Old 5001 TAX111')],
        answerDrivers: [`${JUL} Amy Old 5001 TAX111 since 20 Jun`],
        answerVehicles: [`${JUL} TAX111 Substitute taxi since 20 Jun`],
        licences: [],
        neverAsks: ['no-licence'],
      },
    },
  },
  {
    title: 'A car without a licence is no substitute taxi until someone says so',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', car('BBB222', { since: '2 Feb' })),
      amy,
      on('15 Jul', drives('Amy', { in: 'BBB222' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        ...oneTrip,
        vehicles: ['AAA111 B1 5 Jan Current', 'BBB222 Not known 2 Feb Current'],
        counts: '1 driver, 2 vehicles',
        trips: [trip('15 Jul', 'Amy Old 5001 BBB222')],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`, `${JUL} BBB222 Not known since 2 Feb`],
        licences: ['AAA111 B1 since 5 Jan'],
        asks: ['no-licence BBB222 1 trip'],
      },
    },
  },
  {
    title: 'A car that was driven before its first licence',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 1 Sep'] })),
      amy,
      on('15 Jul', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        ...oneTrip,
        vehicles: ['AAA111 B1 5 Jan Current'],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`],
        licences: ['AAA111 B1 since 1 Sep'],
        asks: ['before-licence AAA111'],
      },
    },
  },
  {
    title: 'A licence without a last day ends on the day before the one that it is renewed by',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      amy,
      on('1 Sep', renews('AAA111', 'B2 1 Sep to 31 Aug 27')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${JUL} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B1 5 Jan to 31 Aug', 'AAA111 B2 1 Sep to 31 Aug 27'],
        neverAsks: ['licence-expired', 'licence-double'],
      },
    },
  },
  {
    title: 'A licence that is renewed before it would have expired ends on the day before',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 4 Jan 27'] })),
      amy,
      on('1 Sep', renews('AAA111', 'B2 1 Sep to 31 Aug 27')),
    ],
    quarters: {
      'Oct–Dec': {
        ...amyFor(OCT),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${OCT} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B2 1 Sep to 31 Aug 27'],
        neverAsks: ['licence-double'],
      },
    },
  },
  {
    title: 'One licence number on two cars',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', car('BBB222', { since: '2 Feb', licences: ['B1 2 Feb'] })),
      amy,
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B1 5 Jan Current', 'BBB222 B1 2 Feb Current'],
        counts: '1 driver, 2 vehicles',
        answerVehicles: [`${JUL} AAA111 B1 since 5 Jan`, `${JUL} BBB222 B1 since 2 Feb`],
        licences: ['AAA111 B1 since 5 Jan', 'BBB222 B1 since 2 Feb'],
        asks: ['licence-twice B1 AAA111 BBB222'],
      },
    },
  },
  {
    title: 'Two licences at once: the last that began is reported, and an inspector would ask',
    happened: [on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan', 'B2 1 Sep'] })), amy],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${JUL} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B1 since 5 Jan', 'AAA111 B2 since 1 Sep'],
        asks: ['licence-double AAA111 B1 B2'],
      },
    },
  },
  {
    title:
      'A car from a driver’s form is there since it was entered, not since the driver’s start years back',
    happened: [
      on('20 Jul', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan', licence: 'B1' })),
      on('15 Sep', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        ...oneTrip,
        vehicles: ['AAA111 B1 20 Jul Current'],
        trips: [trip('15 Sep', 'Amy Old 5001 AAA111')],
        answerVehicles: ['20 Jul to 30 Sep AAA111 B1 since 20 Jul'],
        licences: ['AAA111 B1 since 20 Jul'],
        asks: ['assumed AAA111'],
      },
    },
  },
  {
    title: 'What was assumed of a car is no question any more once it is confirmed',
    happened: [
      on('20 Jul', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan', licence: 'B1' })),
      on('5 Oct', confirmsAssumed()),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B1 20 Jul Current'],
        answerVehicles: ['20 Jul to 30 Sep AAA111 B1 since 20 Jul'],
        licences: ['AAA111 B1 since 20 Jul'],
        neverAsks: ['assumed'],
      },
    },
  },
  {
    title: 'A car from a driver’s form whose first days were given is there since then',
    happened: [
      on(
        '20 Jul',
        enters('Amy Old', '5001', 'AAA111', {
          since: '5 Jan',
          licence: 'B1',
          availableSince: '2 Feb',
          licensedSince: '1 Feb',
        }),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 B1 2 Feb Current'],
        answerVehicles: [`${JUL} AAA111 B1 since 2 Feb`],
        licences: ['AAA111 B1 since 1 Feb'],
        neverAsks: ['assumed'],
      },
    },
  },
  {
    title: 'A car made for a driver who has already ended has ended too',
    happened: [
      on('15 Oct', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan', until: '15 Aug', licence: 'B1' })),
    ],
    quarters: {
      'Oct–Dec': {
        drivers: [],
        vehicles: [],
        counts: '0 drivers, 0 vehicles',
        answerDrivers: [],
        answerVehicles: [],
        licences: [],
      },
    },
  },
  {
    title: 'A taxi licence and a limousine licence at once are no mistake',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['L1 5 Jan limousine', 'T1 2 Feb taxi'] })),
      amy,
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        vehicles: ['AAA111 T1 5 Jan Current'],
        answerVehicles: [`${JUL} AAA111 T1 since 5 Jan`],
        licences: ['AAA111 L1 since 5 Jan', 'AAA111 T1 since 2 Feb'],
        neverAsks: ['licence-double'],
      },
    },
  },
  {
    title: 'A renewed licence is in the form of the car’s driver',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan to 31 Aug'] })),
      amy,
      on('25 Aug', renews('AAA111', 'B2 1 Sep to 31 Aug 27')),
    ],
    quarters: {
      'Oct–Dec': {
        ...amyFor(OCT),
        vehicles: ['AAA111 B2 5 Jan Current'],
        answerVehicles: [`${OCT} AAA111 B2 since 5 Jan`],
        licences: ['AAA111 B2 1 Sep to 31 Aug 27'],
      },
    },
    forms: ['Amy Old AAA111 B2'],
  },
];

tell(stories);
