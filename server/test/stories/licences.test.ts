import { enters } from './acts/drivers';
import { car, renews } from './acts/vehicles';
import { JUL, OCT, on, type Step, type Story } from './story';
import { tell } from './tell';

const amy: Step = on('20 Jun', enters('Amy Old', '5001', 'AAA111', { since: '5 Jan' }));
const amyFor = (days: string) => ({
  drivers: ['Amy Old 5001 AAA111 5 Jan Current'],
  counts: '1 driver, 1 vehicle',
  answerDrivers: [`${days} Amy Old 5001 AAA111 since 5 Jan`],
});

const stories: Story[] = [
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
];

tell(stories);
