import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brisbaneInstant, financialYearRange } from '../periods';
import {
  annualPeriod,
  endOfDueDay,
  parsePeriod,
  periodAt,
  periodDates,
  periodsWithin,
  previousPeriod,
  quarterPeriod,
  REPORT_KINDS,
  readPeriod,
  reportLabel,
  unfinishedStatement,
} from './report-periods';

const instants = fc.date({
  min: new Date('2001-01-01'),
  max: new Date('2098-01-01'),
  noInvalidDate: true,
});

describe('a period', () => {
  it('has a key, a range, a due day and its words', () => {
    expect(quarterPeriod({ quarter: 'Q3', year: 2026 })).toMatchObject({
      kind: 'quarterly',
      key: 'Q3-2026',
      range: { from: brisbaneInstant('2026-01-01'), to: brisbaneInstant('2026-04-01') },
      dueDay: '2026-04-28',
      label: 'Q3 (Jan–Mar 2026)',
      noun: 'quarter',
    });
    const year = annualPeriod('2025-2026');
    expect(year).toMatchObject({
      kind: 'annual',
      key: '2025-2026',
      range: financialYearRange('2025-2026'),
      dueDay: '2026-07-28',
      label: '2025-2026',
      noun: 'financial year',
    });
    expect(periodDates(year)).toBe('1 July 2025 to 30 June 2026');
    expect(reportLabel(year)).toBe('Annual report, 2025-2026');
  });

  it('is due on the 28th of the month after it ends, until midnight in Brisbane', () => {
    const dueDays = (['Q1', 'Q2', 'Q3', 'Q4'] as const).map(
      (quarter) => quarterPeriod({ quarter, year: 2026 }).dueDay,
    );
    expect(dueDays).toEqual(['2026-10-28', '2027-01-28', '2026-04-28', '2026-07-28']);
    expect(annualPeriod('2025-2026').dueDay).toBe('2026-07-28');
    expect(endOfDueDay(annualPeriod('2025-2026'))).toEqual(brisbaneInstant('2026-07-29'));
  });

  it('warns on a report that is made before it is over', () => {
    const quarter = quarterPeriod({ quarter: 'Q3', year: 2026 });
    expect(unfinishedStatement(quarter, new Date('2026-03-31T23:59:59.999+10:00'))).toBe(
      'Not for lodging yet: this quarter ends on 31 March 2026. Trips logged until 31/03/2026 23:59 are counted.',
    );
    expect(unfinishedStatement(quarter, quarter.range.to)).toBeNull();
  });

  it('is read from its key as it was', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...REPORT_KINDS), (instant, kind) => {
        const period = periodAt(kind, instant);
        expect(parsePeriod(period.key)).toEqual(period);
        expect(previousPeriod(period).range.to).toEqual(period.range.from);
        expect(period.range.from <= instant && instant < period.range.to).toBe(true);
      }),
    );
  });

  it.each([
    'Q5-2026',
    'Q3-1999',
    'Q3-2100',
    'Q3-20266',
    'Q3-2026-2027',
    'xQ3-2026',
    '2026',
    '2025-2027',
    '1999-2000',
    '2026-07-01',
    '',
  ])('is not named by %j', (key) => {
    expect(parsePeriod(key)).toBeNull();
    expect(() => readPeriod(key)).toThrow(new RangeError(`No such period: ${key}`));
  });
});

describe('the quarters of a financial year', () => {
  it('follow each other from its first moment to its last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9997 }), (year) => {
        const range = financialYearRange(`${year}-${year + 1}`);
        const ranges = periodsWithin('quarterly', range).map((quarter) => quarter.range);
        expect([...ranges.map(({ from }) => from), range.to]).toEqual([
          range.from,
          ...ranges.map(({ to }) => to),
        ]);
      }),
    );
    expect(periodsWithin('quarterly', financialYearRange('2025-2026')).map(({ label }) => label)).toEqual([
      'Q1 (Jul–Sep 2025)',
      'Q2 (Oct–Dec 2025)',
      'Q3 (Jan–Mar 2026)',
      'Q4 (Apr–Jun 2026)',
    ]);
  });
});
