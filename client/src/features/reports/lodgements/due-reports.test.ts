import { brisbaneInstant } from '@shared/periods';
import { type DueReport, dueReports } from '@shared/reports/lodgements';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import { choiceOf, dueNow, dueText, firstChoice, periodOf } from './due-reports';

const now = brisbaneInstant('2026-11-22');
const due = (registeredOn: string) =>
  dueReports(now, {
    lodgements: [],
    registeredOn,
    activity: { from: '2025-01-01', to: null },
    notLodged: [],
  });
const keyOf = (chosen: Parameters<typeof periodOf>[0]) => periodOf(chosen).period?.key;

test('the report that is most urgent is chosen first, else the next one, else the last quarter', () => {
  expect(keyOf(firstChoice(due('2026-10-01'), now))).toBe('Q1-2026');
  expect(keyOf(firstChoice(due('2026-11-01'), now))).toBe('Q2-2026');
  expect(keyOf(firstChoice([], now))).toBe('Q1-2026');
});

test('a period is chosen by its key, and read as it was', () => {
  const first = firstChoice([], now);
  for (const key of ['Q3-2025', '2024-2025'])
    expect(periodOf(choiceOf(readPeriod(key), first))).toEqual({ period: readPeriod(key) });
});

test('a choice that is not complete says what to select', () => {
  const first = firstChoice([], now);
  const quarterly = { period: null, error: 'Please select quarter and year' };
  expect(periodOf({ ...first, quarter: '' })).toEqual(quarterly);
  expect(periodOf({ ...first, year: '' })).toEqual(quarterly);
  expect(periodOf({ ...first, report: 'annual', financialYear: '' })).toEqual({
    period: null,
    error: 'Please select financial year',
  });
});

test.each([
  ['Q2-2026', '2026-11-23', 'Quarter\u00a0ends\u00a0in\u00a038\u00a0days, due\u00a028/01/2027'],
  ['Q2-2026', '2026-12-30', 'Quarter\u00a0ends\u00a0in\u00a01\u00a0day, due\u00a028/01/2027'],
  ['Q2-2026', '2026-12-31', 'Quarter\u00a0ends\u00a0today, due\u00a028/01/2027'],
  ['Q2-2026', '2027-01-01', 'Due 28/01/2027, in 27 days'],
  ['Q2-2026', '2027-01-27', 'Due 28/01/2027, in 1 day'],
  ['Q2-2026', '2027-01-28', 'Due today'],
  ['Q2-2026', '2027-01-29', 'Was due 28/01/2027, 1 day ago'],
  ['Q2-2026', '2030-05-12', 'Was due 28/01/2027, 1,200 days ago'],
  ['2026-2027', '2026-07-01', 'Year\u00a0ends\u00a0in\u00a0364\u00a0days, due\u00a028/07/2027'],
])('%s on %s says "%s"', (key, day, text) => {
  expect(dueText(readPeriod(key), brisbaneInstant(day))).toBe(text);
});

test('the panel shows the reports that can be lodged, else the next one', () => {
  const report = (key: string, state: DueReport['state']): DueReport => ({
    ...readPeriod(key),
    daysLeft: 1,
    state,
  });
  const [overdue, due, running, later] = [
    report('Q1-2026', 'overdue'),
    report('Q2-2026', 'due'),
    report('Q3-2027', 'running'),
    report('Q4-2027', 'running'),
  ];
  expect(dueNow([overdue, due, running])).toEqual([overdue, due]);
  expect(dueNow([running, later])).toEqual([running]);
  expect(dueNow([])).toEqual([]);
});
