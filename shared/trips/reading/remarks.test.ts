import { expect, it } from 'vitest';
import { brief, noDriverCalled, wordsOfRemark } from './remarks';

it('says what was read in another way than it is written', () => {
  expect(wordsOfRemark({ field: 'suburb', kind: 'street-left-out', street: '12 Smith St' })).toBe(
    '"12 Smith St" is left out: a trip has the suburb only',
  );
  const converted = {
    field: 'waitingTime',
    kind: 'minutes-converted',
    typed: '60 seconds',
    minutes: 1,
  } as const;
  expect(wordsOfRemark(converted)).toBe('Waiting time 60 seconds is read as 1 minute');
});

it('quotes 60 characters of a text, and cuts none in two', () => {
  expect(brief('x'.repeat(60))).toBe('x'.repeat(60));
  expect(brief('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
  expect(brief(`${'x'.repeat(59)}🚕`)).toBe(`${'x'.repeat(59)}…`);
});

it('says whom a name is not of, and how to fix that', () => {
  expect(noDriverCalled('Bob')).toBe(
    'No driver is called "Bob". Correct it, or add the driver in the Drivers tab',
  );
  expect(noDriverCalled('Bob', 'active driver')).toMatch(/^No active driver is called "Bob"\. /);
});
