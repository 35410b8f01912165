import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brisbaneInstant } from '../periods';
import {
  dueReports,
  findLodgement,
  type LodgementList,
  lodgementsBefore,
  lodgeSchema,
  periodsToAskAbout,
  recentPeriods,
} from './lodgements';
import { readPeriod } from './report-periods';

const since2025: LodgementList = {
  lodgements: [],
  registeredOn: '2025-01-01',
  activity: { from: '2025-01-01', to: null },
  asked: [],
  notLodged: [],
};
const lodged = (report: 'quarterly' | 'annual', period: string) => ({
  id: period,
  report,
  period,
  lodgedOn: '2026-07-20',
  reference: null,
  amends: null,
  reason: null,
  amendedBy: null,
  documents: [],
  pdfSha256: '',
  createdAt: '2026-07-20T00:00:00.000Z',
});
const short = (now: Date, list: LodgementList) =>
  dueReports(now, list).map(({ key, dueDay, daysLeft, state }) => `${key} ${dueDay} ${daysLeft} ${state}`);

describe('the reports that are due', () => {
  const now = brisbaneInstant('2026-07-21', '23:59');

  test('come with the earliest due day first, and the whole days that are left', () => {
    expect(short(now, { ...since2025, registeredOn: '2026-04-28' })).toEqual([
      'Q3-2026 2026-04-28 -84 overdue',
      'Q4-2026 2026-07-28 7 due',
      '2025-2026 2026-07-28 7 due',
      'Q1-2026 2026-10-28 99 running',
      '2026-2027 2027-07-28 372 running',
    ]);
  });

  test('leave out what was due before the holder registered, and what was lodged', () => {
    const list = { ...since2025, registeredOn: '2026-07-01', lodgements: [lodged('quarterly', 'Q4-2026')] };
    expect(short(now, list).slice(0, 2)).toEqual([
      '2025-2026 2026-07-28 7 due',
      'Q1-2026 2026-10-28 99 running',
    ]);
  });

  test('leave out periods without a driver or a trip', () => {
    expect(dueReports(now, { ...since2025, activity: null })).toEqual([]);
    const left = {
      ...since2025,
      registeredOn: '2026-01-01',
      activity: { from: '2025-11-01', to: '2026-03-31' },
    };
    expect(short(now, left)).toEqual([
      'Q2-2025 2026-01-28 -174 overdue',
      'Q3-2026 2026-04-28 -84 overdue',
      '2025-2026 2026-07-28 7 due',
    ]);
  });

  test('do not say whether the last quarter and year were lodged before the holder registered, so that is asked', () => {
    const asked = (at: string, list: Partial<LodgementList>) =>
      periodsToAskAbout(brisbaneInstant(at), { ...since2025, ...list }).map(({ key }) => key);
    expect(asked('2026-07-29', { registeredOn: '2026-07-29' })).toEqual(['Q4-2026', '2025-2026']);
    expect(asked('2026-11-29', { registeredOn: '2026-11-01' })).toEqual(['Q1-2026', '2025-2026']);
    expect(asked('2026-11-29', { registeredOn: '2026-10-28' })).toEqual(['2025-2026']);
    const lodgements = [lodged('quarterly', 'Q4-2026')];
    expect(asked('2026-07-29', { registeredOn: '2026-07-29', lodgements })).toEqual(['2025-2026']);
    expect(asked('2026-07-29', { registeredOn: '2026-07-28' })).toEqual([]);
  });

  test('have the one that someone said is not lodged, and ask no more about it', () => {
    const list = { ...since2025, registeredOn: '2026-11-01', notLodged: ['2025-2026'] };
    const today = brisbaneInstant('2026-11-29');
    expect(short(today, list)).toEqual([
      '2025-2026 2026-07-28 -124 overdue',
      'Q2-2026 2027-01-28 60 running',
      '2026-2027 2027-07-28 241 running',
    ]);
    expect(periodsToAskAbout(today, list).map(({ key }) => key)).toEqual(['Q1-2026']);
  });

  test('are due until the end of the due day in Brisbane, and overdue from the day after', () => {
    const list = { ...since2025, registeredOn: '2026-10-01' };
    expect(short(brisbaneInstant('2026-10-28', '23:59'), list)[0]).toBe('Q1-2026 2026-10-28 0 due');
    expect(short(brisbaneInstant('2026-10-29'), list)[0]).toBe('Q1-2026 2026-10-28 -1 overdue');
  });

  test('change at midnight of 1 July, when a quarter and a year end', () => {
    const list = { ...since2025, registeredOn: '2026-07-01' };
    expect(
      short(brisbaneInstant('2026-06-30', '23:59'), list)
        .slice(0, 2)
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['running', 'running']);
    expect(
      short(brisbaneInstant('2026-07-01'), list)
        .slice(0, 2)
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['due', 'due']);
  });
});

test('the newest of a chain of amendments is the current one, wherever it is listed', () => {
  const of = (id: string, amends: string | null, amendedBy: string | null) => ({
    ...lodged('quarterly', 'Q4-2026'),
    id,
    amends,
    amendedBy,
  });
  const chain = [of('b', 'a', 'c'), of('c', 'b', null), of('a', null, 'b'), lodged('annual', '2025-2026')];
  const current = findLodgement(chain, readPeriod('Q4-2026'));
  expect(current?.id).toBe('c');
  expect(current && lodgementsBefore(chain, current).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('the periods to choose from are distinct, and hold every due report', () => {
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (now) => {
      const keys = recentPeriods(now).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { key } of dueReports(now, since2025)) expect(keys).toContain(key);
    }),
  );
});

test.each([
  [{ report: 'annual', period: 'Q1-2026' }, 'Please select a period'],
  [{ report: 'quarterly', period: '2025-2026' }, 'Please select a period'],
  [{ report: 'quarterly', period: 'Q5-2026' }, 'Please select a period'],
  [{ report: 'annual', period: '0001-0002' }, 'Please select a period'],
  [{ report: 'annual', period: '2025-2026', lodgedOn: '2026-02-30' }, 'Please enter the day it was lodged'],
  [{ report: 'annual', period: '2025-2026', reference: 'x'.repeat(101) }, 'Must be 100 characters or fewer'],
  [
    { report: 'annual', period: '2025-2026', amends: 'a', reason: ' ' },
    'Please enter why it was lodged again',
  ],
  [{ report: 'annual', period: '2025-2026', reason: 'late' }, 'Only an amendment has a reason'],
  [
    { report: 'annual', period: '2025-2026', amends: 'a', reason: 'x'.repeat(501) },
    'Must be 500 characters or fewer',
  ],
])('%j is refused with a message', (input, message) => {
  const { error } = lodgeSchema.safeParse({ lodgedOn: '2026-07-20', ...input });
  expect(error?.issues[0]?.message).toBe(message);
});
