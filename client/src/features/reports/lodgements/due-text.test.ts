import type { DueReport } from '@shared/reports/lodgements';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import { dueNow, dueText } from './due-text';

test.each([
  [68, 'Due 28/01/2027, in 68 days'],
  [1, 'Due 28/01/2027, in 1 day'],
  [0, 'Due today'],
  [-1, 'Was due 28/01/2027, 1 day ago'],
  [-1200, 'Was due 28/01/2027, 1,200 days ago'],
])('with %i days left it says "%s"', (daysLeft, text) => {
  expect(dueText({ dueDay: '2027-01-28', daysLeft })).toBe(text);
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
