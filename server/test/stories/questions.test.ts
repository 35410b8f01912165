import { changes, enters, entityIsAuthorisedUntil } from './acts/drivers';
import { drives, imports, works } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, on, type Step, type Story, trip } from './story';
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

const stories: Story[] = [
  {
    title: 'A number that Ben holds after Amy has held it: trips keep their driver',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', changes('Amy', { driverAuthorityLicense: '5002' }, '10 Aug')),
      on('20 Aug', enters('Ben Kelly', '5001', 'AAA111', { since: '20 Aug' })),
      on('15 Sep', drives('Ben')),
    ],
    quarters: {
      'Jul–Sep': {
        ...carFor(JUL),
        counts: '2 drivers, 1 vehicle',
        drivers: ['Amy Old 5002 AAA111 5 Jan Current', 'Ben Kelly 5001 AAA111 20 Aug Current'],
        byDriver: ['Amy Old 5002 1 10.0', 'Ben Kelly 5001 1 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Ben Kelly 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Old 5002 AAA111 since 5 Jan',
          '20 Aug to 30 Sep Ben Kelly 5001 AAA111 since 20 Aug',
        ],
        asks: ['authorisation-twice 5001'],
      },
    },
  },
  {
    title: 'Trips after a driver’s authorisation expired, logged or imported, are asked about, with how many',
    happened: [
      aaa111,
      on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan', authorisationExpires: '31 Aug' })),
      on('31 Aug', drives('Amy')),
      on('15 Sep', drives('Amy')),
      on(
        '20 Sep',
        imports([
          'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
          '15/09/2026 10:00,5001,Toowong,4066,10',
        ]),
      ),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        byDriver: ['Amy Old 5001 3 10.0'],
        areas: [brisbane(3)],
        trips: [
          trip('31 Aug', 'Amy Old 5001 AAA111'),
          trip('15 Sep', 'Amy Old 5001 AAA111'),
          trip('15 Sep 10:00', 'Amy Old 5001 AAA111'),
        ],
        asks: ['authorisation-expired Amy Old 2 trips'],
      },
    },
  },
  {
    title: 'Trips after the booking entity’s own authorisation expired are asked about',
    happened: [
      ...amy,
      on('20 Jun', entityIsAuthorisedUntil('31 Aug')),
      on('31 Aug', drives('Amy')),
      on('1 Sep', drives('Amy', { at: '1 Sep 00:10' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('31 Aug', 'Amy Old 5001 AAA111'), trip('1 Sep 00:10', 'Amy Old 5001 AAA111')],
        asks: ['entity-expired 1 trip'],
      },
    },
  },
  {
    title: 'Trips outside recorded hours, and hours without a vehicle, are asked about',
    happened: [
      ...amy,
      on('15 Jul', works('Amy', '06:00', '14:00', { in: null }), drives('Amy')),
      on('16 Jul', works('Amy', '06:00', '08:00'), drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...amyFor(JUL),
        byDriver: ['Amy Old 5001 2 10.0'],
        areas: [brisbane(2)],
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('16 Jul', 'Amy Old 5001 AAA111')],
        shifts: ['15 Jul 06:00 14:00 Amy Old 5001 –', '16 Jul 06:00 08:00 Amy Old 5001 AAA111'],
        hours: [
          'Amy Old 5001 15 Jul 06:00 14:00 – 8:00',
          'Amy Old 5001 16 Jul 06:00 08:00 AAA111 2:00',
          'Amy Old 5001 10:00',
        ],
        asks: ['outside-hours 1 trip', 'hours-without-vehicle'],
      },
    },
  },
];

tell(stories);
