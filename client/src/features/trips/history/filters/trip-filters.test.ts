import type { Driver } from '@shared/drivers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, it } from 'vitest';
import { pathOf } from '@/lib/api-client';
import {
  activeFilters,
  filtersText,
  NO_FILTERS,
  presetsAt,
  readView,
  sortedBy,
  withChanges,
  withinPages,
  withPageSize,
  writeView,
} from './trip-filters';

const first = readView('');
const view = { ...first, search: 'toowong', page: 3 };

describe('the view of the history', () => {
  it('goes back to page 1 when a filter or the order changes', () => {
    expect(withChanges(view, { postcode: '4066' })).toEqual({ ...view, postcode: '4066', page: 1 });
    expect(withChanges(view, { sort: 'suburb', order: 'asc' }).page).toBe(1);
  });

  it('stays on its page when nothing changes', () => {
    expect(withChanges(view, { search: 'toowong' })).toBe(view);
  });

  it.each([
    [21, 3],
    [20, 2],
    [0, 1],
  ])('of %i trips shows at most page %i', (total, page) => {
    expect(withinPages(view, total, 10).page).toBe(page);
  });

  it('keeps the first trip of its page when pages get another size', () => {
    expect(withPageSize({ ...view, page: 3 }, 10, 25).page).toBe(1);
    expect(withPageSize({ ...view, page: 3 }, 50, 25).page).toBe(5);
  });

  it('says its active filters', () => {
    expect(
      filtersText({ ...view, postcode: '4066', startDate: '2026-07-01', endDate: '2026-09-30' }, {}),
    ).toBe('Search: toowong · Postcode 4066 · From 01/07/2026 · To 30/09/2026');
    expect(filtersText(NO_FILTERS, {})).toBe('');
    const amy = { id: 'd-1', firstName: 'Amy', lastName: 'Chen', driverAuthorityLicense: 'DA1' } as Driver;
    const car = { id: 'v-1', registration: '123ABC' } as Vehicle;
    const filters = { ...NO_FILTERS, postcode: '4066', driverId: 'd-1', vehicleId: 'v-1', waiting: '31-' };
    expect(activeFilters(filters, { drivers: [amy], vehicles: [car] })).toEqual([
      { name: 'postcode', text: 'Postcode 4066' },
      { name: 'driverId', text: 'Driver Amy Chen' },
      { name: 'vehicleId', text: 'Vehicle 123ABC' },
      { name: 'waiting', text: 'Waited 31+ min' },
    ]);
  });
});

describe('the address of a view', () => {
  it('round-trips the view', () => {
    const everything = {
      search: 'a&b + Łukasz',
      postcode: '4066',
      startDate: '2026-07-01',
      endDate: '2026-07-31',
      driverId: 'd-1',
      vehicleId: 'v-1',
      waiting: '6-10',
      kind: 'rank-or-hail',
      sort: 'waitingTime',
      order: 'asc',
      page: 12,
    } as const;
    expect(readView(writeView(everything))).toEqual(everything);
  });

  it('is empty for the default view', () => {
    expect(writeView(first)).toBe('');
    expect(first).toEqual({ ...NO_FILTERS, sort: 'datetime', order: 'desc', page: 1 });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e3',
    'page=9999999999',
    'sort=licence',
    'order=up',
    'postcode=40',
    'startDate=2026-02-30',
    'waiting=6',
    'search=%00',
  ])('that says %s shows the first view', (search) => {
    expect(readView(search)).toEqual(first);
  });
});

it('reverses the order when the same heading is pressed again', () => {
  expect(sortedBy(first, 'datetime')).toEqual({ sort: 'datetime', order: 'asc' });
  expect(sortedBy(first, 'suburb')).toEqual({ sort: 'suburb', order: 'asc' });
  expect(sortedBy(first, 'waitingTime')).toEqual({ sort: 'waitingTime', order: 'desc' });
});

it('sends only the parameters that are set', () => {
  expect(pathOf(['/api/trips', { ...view, search: 'a&b', startDate: '2026-07-01' }])).toBe(
    '/api/trips?search=a%26b&postcode=all&startDate=2026-07-01&sort=datetime&order=desc&page=3',
  );
});

const at = (instant: string) =>
  Object.fromEntries(
    presetsAt(new Date(instant)).map(({ label, startDate, endDate }) => [label, `${startDate} ${endDate}`]),
  );

it('offers the periods of a Sunday in Brisbane, while it is still Saturday in London', () => {
  expect(at('2026-11-21T22:00:00Z')).toEqual({
    Today: '2026-11-22 2026-11-22',
    'This week': '2026-11-16 2026-11-22',
    'This month': '2026-11-01 2026-11-30',
    'Last month': '2026-10-01 2026-10-31',
    'This quarter': '2026-10-01 2026-12-31',
    'Last quarter': '2026-07-01 2026-09-30',
    'Financial year': '2026-07-01 2027-06-30',
  });
});

it('ends a month on its last day, in February and at the turn of the year too', () => {
  expect(at('2028-03-31T02:00:00Z')).toMatchObject({
    'This month': '2028-03-01 2028-03-31',
    'Last month': '2028-02-01 2028-02-29',
  });
  expect(at('2027-01-01T02:00:00Z')['Last month']).toBe('2026-12-01 2026-12-31');
});

it('begins a week on the Monday itself, in another month or year too', () => {
  expect(at('2026-11-23T02:00:00Z')['This week']).toBe('2026-11-23 2026-11-29');
  expect(at('2027-01-01T02:00:00Z')['This week']).toBe('2026-12-28 2027-01-03');
});
