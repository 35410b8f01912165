import { brisbaneInstant } from '@shared/periods';
import { dueReports } from '@shared/reports/lodgements';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import { choiceOf, firstChoice, periodOf } from './chosen-report';

const now = brisbaneInstant('2026-11-22');
const due = (registeredOn: string) =>
  dueReports(now, { lodgements: [], registeredOn, activity: { from: '2025-01-01', to: null } });
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
