import { changes, corrects, deletesHistory, enters } from './acts/drivers';
import { drives, gives, moves, works } from './acts/trips';
import { car } from './acts/vehicles';
import { brisbane, JUL, OCT, on, type Step, type Story, trip } from './story';
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
const octCar = { ...oneCar, answerVehicles: [`${OCT} AAA111 B1 since 5 Jan`] };

/** Her line, and that of her trips. */
const amyIs = (who: string, trips: number) => ({
  drivers: [`${who} AAA111 5 Jan Current`],
  byDriver: [`${who} ${trips} 10.0`],
  areas: [brisbane(trips)],
});

const stories: Story[] = [
  {
    title: 'Amy Old marries on 10 August: what she did before is of Amy Old, the quarter’s line of Amy Young',
    happened: [
      ...amy,
      on('15 Jul', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('10 Aug', changes('Amy', { lastName: 'Young' }, '10 Aug')),
      on('15 Sep', works('Amy', '06:00', '14:00'), drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5001', 2),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Young 5001 AAA111')],
        shifts: ['15 Jul 06:00 14:00 Amy Old 5001 AAA111', '15 Sep 06:00 14:00 Amy Young 5001 AAA111'],
        hours: [
          'Amy Old 5001 15 Jul 06:00 14:00 AAA111 8:00',
          'Amy Young 5001 15 Sep 06:00 14:00 AAA111 8:00',
          'Amy Young 5001 16:00',
        ],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Young 5001 AAA111 since 5 Jan',
        ],
      },
      'Oct–Dec': {
        ...octCar,
        drivers: ['Amy Young 5001 AAA111 5 Jan Current'],
        answerDrivers: [`${OCT} Amy Young 5001 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'A marriage on 1 September that is told in October is on the trips since then',
    happened: [
      ...amy,
      on('15 Aug', drives('Amy')),
      on('5 Sep', drives('Amy')),
      on('15 Oct', changes('Amy', { lastName: 'Young' }, '1 Sep')),
      on('20 Oct', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5001', 2),
        trips: [trip('15 Aug', 'Amy Old 5001 AAA111'), trip('5 Sep', 'Amy Young 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 31 Aug Amy Old 5001 AAA111 since 5 Jan',
          '1 Sep to 30 Sep Amy Young 5001 AAA111 since 5 Jan',
        ],
      },
      'Oct–Dec': {
        ...octCar,
        ...amyIs('Amy Young 5001', 1),
        trips: [trip('20 Oct', 'Amy Young 5001 AAA111')],
        answerDrivers: [`${OCT} Amy Young 5001 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'Renamed in each quarter, a driver has three names, each in its time',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', changes('Amy', { lastName: 'Young' }, '10 Aug')),
      on('15 Sep', drives('Amy')),
      on('15 Oct', drives('Amy')),
      on('10 Nov', changes('Amy', { lastName: 'Stone' }, '8 Nov')),
      on('15 Dec', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5001', 2),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Sep', 'Amy Young 5001 AAA111')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Young 5001 AAA111 since 5 Jan',
        ],
      },
      'Oct–Dec': {
        ...octCar,
        ...amyIs('Amy Stone 5001', 2),
        trips: [trip('15 Oct', 'Amy Young 5001 AAA111'), trip('15 Dec', 'Amy Stone 5001 AAA111')],
        answerDrivers: [
          '1 Oct to 7 Nov Amy Young 5001 AAA111 since 5 Jan',
          '8 Nov to 31 Dec Amy Stone 5001 AAA111 since 5 Jan',
        ],
      },
    },
  },
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
    title: 'A number corrected by "Typing mistake" reaches trips, exports and answers',
    happened: [
      on('20 Jun', car('AAA111', { since: '5 Jan', licences: ['B1 5 Jan'] })),
      on('20 Jun', enters('Amy Old', '5010', 'AAA111', { since: '5 Jan' })),
      on('15 Jul', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('15 Oct', corrects('Amy', { driverAuthorityLicense: '5001' })),
      on('20 Oct', drives('Amy')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5001', 1),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111')],
        shifts: ['15 Jul 06:00 14:00 Amy Old 5001 AAA111'],
        hours: ['Amy Old 5001 15 Jul 06:00 14:00 AAA111 8:00', 'Amy Old 5001 8:00'],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
      },
      'Oct–Dec': {
        ...octCar,
        ...amyIs('Amy Old 5001', 1),
        trips: [trip('20 Oct', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${OCT} Amy Old 5001 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'A new number since 1 September that is told in October is on the trips and shifts since then',
    happened: [
      ...amy,
      on('15 Aug', drives('Amy')),
      on('5 Sep', works('Amy', '06:00', '14:00'), drives('Amy')),
      on('15 Oct', changes('Amy', { driverAuthorityLicense: '5002' }, '1 Sep')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5002', 2),
        trips: [trip('15 Aug', 'Amy Old 5001 AAA111'), trip('5 Sep', 'Amy Old 5002 AAA111')],
        shifts: ['5 Sep 06:00 14:00 Amy Old 5002 AAA111'],
        hours: ['Amy Old 5002 5 Sep 06:00 14:00 AAA111 8:00', 'Amy Old 5002 8:00'],
        answerDrivers: [
          '1 Jul to 31 Aug Amy Old 5001 AAA111 since 5 Jan',
          '1 Sep to 30 Sep Amy Old 5002 AAA111 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A correction after a dated change corrects what holds since then, and not what held before',
    happened: [
      ...amy,
      on('15 Jul', drives('Amy')),
      on('10 Aug', changes('Amy', { lastName: 'Yuong', driverAuthorityLicense: '5020' }, '10 Aug')),
      on('15 Aug', drives('Amy')),
      on('20 Oct', corrects('Amy', { lastName: 'Young', driverAuthorityLicense: '5002' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5002', 2),
        trips: [trip('15 Jul', 'Amy Old 5001 AAA111'), trip('15 Aug', 'Amy Young 5002 AAA111')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Young 5002 AAA111 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A name and a number that change on one day, told a week apart, split her time once',
    happened: [
      ...amy,
      on('10 Aug', drives('Amy'), changes('Amy', { lastName: 'Young' }, '10 Aug')),
      on('17 Aug', changes('Amy', { driverAuthorityLicense: '5002' }, '10 Aug')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Young 5002', 1),
        trips: [trip('10 Aug', 'Amy Young 5002 AAA111')],
        answerDrivers: [
          '1 Jul to 9 Aug Amy Old 5001 AAA111 since 5 Jan',
          '10 Aug to 30 Sep Amy Young 5002 AAA111 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A change on 1 October leaves all of the quarter before as it was, ten minutes to midnight too',
    happened: [
      ...amy,
      on('1 Oct', drives('Amy', { at: '30 Sep 23:50' }), drives('Amy', { at: '1 Oct 00:10' })),
      on('2 Oct', changes('Amy', { lastName: 'Young', driverAuthorityLicense: '5002' }, '1 Oct')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5001', 1),
        trips: [trip('30 Sep 23:50', 'Amy Old 5001 AAA111')],
        answerDrivers: [`${JUL} Amy Old 5001 AAA111 since 5 Jan`],
      },
      'Oct–Dec': {
        ...octCar,
        ...amyIs('Amy Young 5002', 1),
        trips: [trip('1 Oct 00:10', 'Amy Young 5002 AAA111')],
        answerDrivers: [`${OCT} Amy Young 5002 AAA111 since 5 Jan`],
      },
    },
  },
  {
    title: 'A change on 30 September is of the quarter for its last day, and its line says the new number',
    happened: [
      ...amy,
      on('29 Sep', drives('Amy')),
      on('30 Sep', drives('Amy'), changes('Amy', { driverAuthorityLicense: '5002' }, '30 Sep')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5002', 2),
        trips: [trip('29 Sep', 'Amy Old 5001 AAA111'), trip('30 Sep', 'Amy Old 5002 AAA111')],
        answerDrivers: [
          '1 Jul to 29 Sep Amy Old 5001 AAA111 since 5 Jan',
          '30 Sep to 30 Sep Amy Old 5002 AAA111 since 5 Jan',
        ],
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
    title: 'A trip moved over the midnight of a change has the number of its new day',
    happened: [
      ...amy,
      on('31 Aug', drives('Amy', { at: '31 Aug 23:50' })),
      on('1 Sep', changes('Amy', { driverAuthorityLicense: '5002' }, '1 Sep')),
      on('15 Sep', moves('31 Aug 23:50', '1 Sep 00:10')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        ...amyIs('Amy Old 5002', 1),
        trips: [trip('1 Sep 00:10', 'Amy Old 5002 AAA111')],
        answerDrivers: [
          '1 Jul to 31 Aug Amy Old 5001 AAA111 since 5 Jan',
          '1 Sep to 30 Sep Amy Old 5002 AAA111 since 5 Jan',
        ],
      },
    },
  },
  {
    title: 'A trip that was Ben’s all along has the number that Ben had on its day',
    happened: [
      ...amy,
      on('20 Jun', enters('Ben Kelly', '6001', 'AAA111', { since: '2 Feb' })),
      on('15 Aug', drives('Amy')),
      on('1 Sep', changes('Ben', { driverAuthorityLicense: '6002' }, '1 Sep')),
      on('15 Oct', gives('15 Aug 09:00', 'Ben')),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        counts: '2 drivers, 1 vehicle',
        drivers: ['Amy Old 5001 AAA111 5 Jan Current', 'Ben Kelly 6002 AAA111 2 Feb Current'],
        byDriver: ['Ben Kelly 6002 1 10.0'],
        areas: [brisbane(1)],
        trips: [trip('15 Aug', 'Ben Kelly 6001 AAA111')],
        answerDrivers: [
          `${JUL} Amy Old 5001 AAA111 since 5 Jan`,
          '1 Jul to 31 Aug Ben Kelly 6001 AAA111 since 2 Feb',
          '1 Sep to 30 Sep Ben Kelly 6002 AAA111 since 2 Feb',
        ],
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
  {
    title: 'Two drivers marry and swap nothing but names: each trip keeps its own person and number',
    happened: [
      ...amy,
      on('20 Jun', enters('Ben Kelly', '6001', 'AAA111', { since: '2 Feb' })),
      on('15 Jul', drives('Amy'), drives('Ben', { at: '15 Jul 10:00' })),
      on(
        '10 Aug',
        changes('Amy', { lastName: 'Kelly' }, '8 Aug'),
        changes('Ben', { lastName: 'Old' }, '8 Aug'),
      ),
      on('15 Aug', drives('Amy'), drives('Ben', { at: '15 Aug 10:00' })),
    ],
    quarters: {
      'Jul–Sep': {
        ...julCar,
        counts: '2 drivers, 1 vehicle',
        drivers: ['Amy Kelly 5001 AAA111 5 Jan Current', 'Ben Old 6001 AAA111 2 Feb Current'],
        byDriver: ['Amy Kelly 5001 2 10.0', 'Ben Old 6001 2 10.0'],
        areas: [brisbane(4)],
        trips: [
          trip('15 Jul', 'Amy Old 5001 AAA111'),
          trip('15 Jul 10:00', 'Ben Kelly 6001 AAA111'),
          trip('15 Aug', 'Amy Kelly 5001 AAA111'),
          trip('15 Aug 10:00', 'Ben Old 6001 AAA111'),
        ],
        answerDrivers: [
          '1 Jul to 7 Aug Amy Old 5001 AAA111 since 5 Jan',
          '8 Aug to 30 Sep Amy Kelly 5001 AAA111 since 5 Jan',
          '1 Jul to 7 Aug Ben Kelly 6001 AAA111 since 2 Feb',
          '8 Aug to 30 Sep Ben Old 6001 AAA111 since 2 Feb',
        ],
      },
    },
  },
];

tell(stories);
