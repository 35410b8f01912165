import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  brisbaneDay,
  brisbaneInstant,
  brisbaneTime,
  dayRange,
  daysOf,
  financialYearChoices,
  financialYearOf,
  financialYearRange,
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDay,
  instantOrDayEnd,
  instantOrDayStart,
  isDay,
  isFinancialYear,
  isMidnight,
  lastDay,
  monthLabel,
  monthsOf,
  onDay,
  previousQuarter,
  QUARTER_NUMBERS,
  quarterLabel,
  quarterMonths,
  quarterOf,
  quarterRange,
  type Range,
  TIME_ZONE,
  yearChoices,
} from './periods';

const instants = fc.date({
  min: new Date('0002-01-01T00:00:00Z'),
  max: new Date('9998-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const days = instants.map(brisbaneDay);
const quarters = fc.record({
  quarter: fc.constantFrom(...QUARTER_NUMBERS),
  year: fc.integer({ min: 2, max: 9997 }),
});

const contains = ({ from, to }: Range, instant: Date) => from <= instant && instant < to;
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);
const endOf30June = new Date('2026-06-30T23:59:59.999+10:00');
const startOf1July = new Date('2026-07-01T00:00:00.000+10:00');

describe('days', () => {
  it('change at midnight in Brisbane', () => {
    expect(brisbaneDay(new Date('2026-06-30T13:59:59.999Z'))).toBe('2026-06-30');
    expect(brisbaneDay(new Date('2026-06-30T14:00:00.000Z'))).toBe('2026-07-01');
    expect(brisbaneTime(new Date('2026-06-30T13:59:59.999Z'))).toBe('23:59');
    expect(brisbaneTime(new Date('2026-06-30T14:00:00.000Z'))).toBe('00:00');
  });

  it('are those that the time zone database knows for Brisbane', () => {
    const database = new Intl.DateTimeFormat('en-AU', {
      timeZone: TIME_ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    // Queensland tried daylight saving until 1992.
    const since = fc.date({
      min: new Date('1993-01-01Z'),
      max: new Date('2100-01-01Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(since, (instant) => {
        expect(formatDateTime(instant)).toBe(database.format(instant).replace(',', ''));
      }),
    );
  });

  it('make the trip to an instant and back', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const minute = brisbaneInstant(brisbaneDay(instant), brisbaneTime(instant));
        expect(instant.getTime() - minute.getTime()).toBeGreaterThanOrEqual(0);
        expect(instant.getTime() - minute.getTime()).toBeLessThan(60_000);
      }),
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-06-31', '2026-1-1', '', '2026-01-01T00:00'])(
    'are not %j',
    (text) => {
      expect(isDay(text)).toBe(false);
      expect(() => brisbaneInstant(text)).toThrow(RangeError);
    },
  );

  it('have times from 00:00 to 23:59', () => {
    expect(brisbaneInstant('2024-02-29', '23:59')).toEqual(new Date('2024-02-29T13:59:00Z'));
    for (const time of ['24:00', '12:60', '9:00', '109:00', '09:000', ''])
      expect(() => brisbaneInstant('2026-01-01', time)).toThrow(
        new RangeError(`No such time: 2026-01-01 ${time}`),
      );
  });

  it.each(['2026-07-01', '1969-07-01'])('%s begins at midnight, for a minute', (day) => {
    const midnight = brisbaneInstant(day).getTime();
    const isIt = [-1, 0, 59_999, 60_000].map((later) => isMidnight(new Date(midnight + later)));
    expect(isIt).toEqual([false, true, true, false]);
  });

  it('are counted over the ends of months and years, there and back', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    fc.assert(
      fc.property(days, fc.integer({ min: -300, max: 300 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
      }),
    );
  });

  it('make ranges that hold both ends whole', () => {
    expect(dayRange('2026-06-30', '2026-07-01')).toEqual({
      from: new Date('2026-06-29T14:00:00Z'),
      to: new Date('2026-07-01T14:00:00Z'),
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const range = dayRange(brisbaneDay(instant));
        expect(contains(range, instant)).toBe(true);
        expect(lastDay(range)).toBe(brisbaneDay(instant));
      }),
    );
    expect(daysOf(dayRange('2026-06-30', '2026-07-01'))).toEqual({
      startDate: '2026-06-30',
      endDate: '2026-07-01',
    });
  });

  it('keep the time of day of an instant that moves to another one', () => {
    expect(onDay(new Date('2026-06-30T23:59:59.999+10:00'), '2024-02-29')).toEqual(
      new Date('2024-02-29T23:59:59.999+10:00'),
    );
    expect(() => onDay(startOf1July, '2026-02-30')).toThrow(RangeError);
  });
});

describe('bounds of lists and exports', () => {
  it('take a bare day from its first to its last moment in Brisbane', () => {
    expect(instantOrDayStart('2026-06-30')).toEqual(new Date('2026-06-29T14:00:00Z'));
    expect(instantOrDayEnd('2026-06-30')).toEqual(new Date('2026-06-30T14:00:00Z'));
  });

  it('take an instant as it is, and its own millisecond with it', () => {
    expect(instantOrDayStart('2026-07-01T00:30:00+10:00')).toEqual(new Date('2026-06-30T14:30:00Z'));
    expect(instantOrDayEnd('2026-06-30T14:30:00.000Z')).toEqual(new Date('2026-06-30T14:30:00.001Z'));
    expect(instantOrDayStart('2026-06-30T14:30Z')).toEqual(new Date('2026-06-30T14:30:00Z'));
    expect(instantOrDayStart('2026-06-30T14:30:00+23:00')).toEqual(new Date('2026-06-29T15:30:00Z'));
    fc.assert(
      fc.property(instants, (instant) => {
        const text = instant.toISOString();
        const [from, to] = [instantOrDayStart(text), instantOrDayEnd(text)];
        expect(from && to && contains({ from, to }, instant)).toBe(true);
      }),
    );
  });

  it.each([
    '',
    'today',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-06-30T24:00:00Z',
    '2026-06-30 10:00:00Z',
    '2026-06-30T10:00:00+24:00',
    '2026-06-30T10:00:00Z ',
  ])('refuse %j', (text) => {
    expect(instantOrDayStart(text)).toBeNull();
    expect(instantOrDayEnd(text)).toBeNull();
  });

  it('answer a valid date or null to any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d)$/)),
        (text) => {
          expect(instantOrDayStart(text)?.getTime()).not.toBeNaN();
          expect(instantOrDayEnd(text)?.getTime()).not.toBeNaN();
        },
      ),
    );
  });
});

describe('quarters', () => {
  it('are named by the calendar year that their months lie in', () => {
    expect(quarterOf(new Date('2026-02-14T00:00:00Z'))).toEqual({ quarter: 'Q3', year: 2026 });
    expect(quarterOf(new Date('2026-08-14T00:00:00Z'))).toEqual({ quarter: 'Q1', year: 2026 });
    expect(quarterLabel({ quarter: 'Q3', year: 2026 })).toBe('Q3 (Jan–Mar 2026)');
    expect(QUARTER_NUMBERS.map(quarterMonths)).toEqual(['Jul–Sep', 'Oct–Dec', 'Jan–Mar', 'Apr–Jun']);
  });

  it('run from midnight to midnight in Brisbane', () => {
    expect(quarterRange({ quarter: 'Q2', year: 2026 })).toEqual({
      from: new Date('2026-09-30T14:00:00Z'),
      to: new Date('2026-12-31T14:00:00Z'),
    });
    expect(quarterOf(endOf30June)).toEqual({ quarter: 'Q4', year: 2026 });
    expect(quarterOf(startOf1July)).toEqual({ quarter: 'Q1', year: 2026 });
  });

  it('partition time: every instant is in the one that quarterOf names, and in neither neighbour', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const quarter = quarterOf(instant);
        const range = quarterRange(quarter);
        expect(contains(range, instant)).toBe(true);
        expect(quarterRange(quarterOf(range.to)).from).toEqual(range.to);
        expect(quarterRange(previousQuarter(quarter)).to).toEqual(range.from);
        expect(quarterOf(justBefore(range.to))).toEqual(quarter);
      }),
    );
  });

  it('are found again from both ends of their range', () => {
    fc.assert(
      fc.property(quarters, (quarter) => {
        const { from, to } = quarterRange(quarter);
        expect([quarterOf(from), quarterOf(justBefore(to))]).toEqual([quarter, quarter]);
      }),
    );
  });

  it('are offered for the current year in Brisbane and the two before', () => {
    expect(yearChoices(new Date('2026-12-31T13:59:59Z'))).toEqual([2026, 2025, 2024]);
    expect(yearChoices(new Date('2026-12-31T14:00:00Z'))).toEqual([2027, 2026, 2025]);
  });
});

describe('financial years', () => {
  it('change between 30 June 23:59 and 1 July 00:00 in Brisbane', () => {
    expect(financialYearOf(endOf30June)).toBe('2025-2026');
    expect(financialYearOf(startOf1July)).toBe('2026-2027');
    expect(financialYearRange('2025-2026').to).toEqual(startOf1July);
  });

  it('partition time: every instant is in the one that financialYearOf names, and ranges abut', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        // so that the year before has four digits too
        fc.pre(instant.getTime() > Date.parse('1002-01-01T00:00:00Z'));
        const financialYear = financialYearOf(instant);
        const range = financialYearRange(financialYear);
        expect(isFinancialYear(financialYear)).toBe(true);
        expect(contains(range, instant)).toBe(true);
        expect(financialYearRange(financialYearOf(range.to)).from).toEqual(range.to);
        expect(financialYearRange(financialYearOf(justBefore(range.from))).to).toEqual(range.from);
      }),
    );
  });

  it.each(['2025-2027', '2026-2025', '2025-26', ' 2025-2026', ''])('are not %j', (text) => {
    expect(isFinancialYear(text)).toBe(false);
  });

  it('are offered in the order of the spec, the one that today is in being the default', () => {
    const january = new Date('2026-01-15T00:00:00Z');
    const august = new Date('2026-08-15T00:00:00Z');
    expect(financialYearChoices(january)).toEqual(['2026-2027', '2025-2026', '2024-2025']);
    expect(financialYearChoices(august)).toEqual(financialYearChoices(january));
    expect(financialYearOf(january)).toBe('2025-2026');
    expect(financialYearOf(august)).toBe('2026-2027');
    fc.assert(fc.property(instants, (now) => financialYearChoices(now).includes(financialYearOf(now))));
  });
});

describe('months', () => {
  it('are those that have a part in the range', () => {
    expect(monthsOf(quarterRange({ quarter: 'Q2', year: 2026 }))).toEqual(['2026-10', '2026-11', '2026-12']);
    expect(monthsOf(dayRange('2026-12-31', '2027-01-01'))).toEqual(['2026-12', '2027-01']);
    expect(monthsOf({ from: startOf1July, to: startOf1July })).toEqual([]);
    expect(monthsOf(financialYearRange('2025-2026'))).toHaveLength(12);
    expect(monthLabel('2026-01')).toBe('Jan 2026');
  });
});

describe('formats', () => {
  it('are Australian', () => {
    const instant = new Date('2026-12-31T04:05:00Z');
    expect(formatDate(instant)).toBe('31/12/2026');
    expect(brisbaneTime(instant)).toBe('14:05');
    expect(formatDateTime(instant)).toBe('31/12/2026 14:05');
    expect(formatDay('2026-07-01')).toBe('01/07/2026');
    expect(formatLongDay('2026-07-01')).toBe('1 July 2026');
  });
});

describe.each(['Australia/Sydney', 'America/Los_Angeles'])('on a machine in %s', (timeZone) => {
  it('time is reckoned in Brisbane anyway', async () => {
    const answers = await answersUnder(timeZone);
    expect(answers).toEqual({
      machine: timeZone,
      sides: [
        {
          day: '2026-06-30',
          time: '23:59',
          quarter: 'Q4 (Apr–Jun 2026)',
          year: '2025-2026',
          shown: '30/06/2026 23:59',
        },
        {
          day: '2026-07-01',
          time: '00:00',
          quarter: 'Q1 (Jul–Sep 2026)',
          year: '2026-2027',
          shown: '01/07/2026 00:00',
        },
      ],
      quarter: { from: '2026-06-30T14:00:00.000Z', to: '2026-09-30T14:00:00.000Z' },
      year: { from: '2025-06-30T14:00:00.000Z', to: '2026-06-30T14:00:00.000Z' },
      day: { from: '2026-10-03T14:00:00.000Z', to: '2026-10-04T14:00:00.000Z' },
      bounds: ['2026-06-29T14:00:00.000Z', '2026-06-30T14:00:00.000Z'],
      dueDays: ['2026-10-28', '2026-07-28'],
    });
  });
});

/** Works the same questions out in its own process, whose local time is that of `timeZone`. */
async function answersUnder(timeZone: string): Promise<unknown> {
  const script = `
    import * as periods from ${JSON.stringify(new URL('./periods.ts', import.meta.url).href)};
    import { annualPeriod, quarterPeriod } from ${JSON.stringify(new URL('./reports/report-periods.ts', import.meta.url).href)};
    const sides = ['2026-06-30T13:59:59.999Z', '2026-06-30T14:00:00Z'].map((text) => new Date(text));
    console.log(JSON.stringify({
      machine: Intl.DateTimeFormat().resolvedOptions().timeZone,
      sides: sides.map((instant) => ({
        day: periods.brisbaneDay(instant),
        time: periods.brisbaneTime(instant),
        quarter: periods.quarterLabel(periods.quarterOf(instant)),
        year: periods.financialYearOf(instant),
        shown: periods.formatDateTime(instant),
      })),
      quarter: periods.quarterRange({ quarter: 'Q1', year: 2026 }),
      year: periods.financialYearRange('2025-2026'),
      day: periods.dayRange('2026-10-04'),
      bounds: [periods.instantOrDayStart('2026-06-30'), periods.instantOrDayEnd('2026-06-30')],
      dueDays: [quarterPeriod({ quarter: 'Q1', year: 2026 }).dueDay, annualPeriod('2025-2026').dueDay],
    }));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { env: { ...process.env, TZ: timeZone } },
  );
  return JSON.parse(stdout);
}
