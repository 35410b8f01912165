import { expect, it } from 'vitest';
import { presetsAt } from './presets';

const at = (instant: string) =>
  Object.fromEntries(
    presetsAt(new Date(instant)).map(({ label, startDate, endDate }) => [label, `${startDate} ${endDate}`]),
  );

it('offers the periods of a Sunday in Brisbane, while it is still Saturday in London', () => {
  expect(at('2026-11-21T22:00:00Z')).toEqual({
    Today: '2026-11-22 2026-11-22',
    'This week': '2026-11-16 2026-11-22',
    'This quarter': '2026-10-01 2026-12-31',
    'Last quarter': '2026-07-01 2026-09-30',
    'Financial year': '2026-07-01 2027-06-30',
  });
});

it('begins a week on the Monday itself, in another month or year too', () => {
  expect(at('2026-11-23T02:00:00Z')['This week']).toBe('2026-11-23 2026-11-29');
  expect(at('2027-01-01T02:00:00Z')['This week']).toBe('2026-12-28 2027-01-03');
});
