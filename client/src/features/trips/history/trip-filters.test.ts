import { describe, expect, it } from 'vitest';
import { pathOf } from '@/lib/api-client';
import {
  countFilters,
  NO_FILTERS,
  readView,
  sortedBy,
  withChanges,
  withinPages,
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
    expect(withinPages(view, total).page).toBe(page);
  });

  it('counts its active filters', () => {
    expect(countFilters(view)).toBe(1);
    expect(countFilters({ ...view, ...NO_FILTERS })).toBe(0);
  });
});

describe('the address of a view', () => {
  it('round-trips the view', () => {
    const everything = {
      search: 'a&b + Łukasz',
      postcode: '4066',
      startDate: '2026-07-01',
      endDate: '2026-07-31',
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
