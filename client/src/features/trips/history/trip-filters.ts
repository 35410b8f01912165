import { LENGTHS, PAGE_SIZE } from '@shared/limits';
import { isDay } from '@shared/periods';
import { TRIP_SORTS, type TripSort } from '@shared/trips';

/** The filters of the history; days are 'YYYY-MM-DD' in Brisbane, both included. */
export type TripHistoryFilters = { search: string; postcode: string; startDate: string; endDate: string };

export const NO_FILTERS: TripHistoryFilters = { search: '', postcode: 'all', startDate: '', endDate: '' };

/** The filters, the order and the page of the history. */
export type TripHistoryView = TripHistoryFilters & TripSort & { page: number };

const FIRST_VIEW: TripHistoryView = { ...NO_FILTERS, sort: 'datetime', order: 'desc', page: 1 };

/** The orders to choose from. */
export const TRIP_ORDERS: readonly (TripSort & { label: string })[] = [
  { sort: 'datetime', order: 'desc', label: 'Newest first' },
  { sort: 'datetime', order: 'asc', label: 'Oldest first' },
  { sort: 'suburb', order: 'asc', label: 'Suburb A to Z' },
  { sort: 'suburb', order: 'desc', label: 'Suburb Z to A' },
  { sort: 'waitingTime', order: 'desc', label: 'Longest wait first' },
  { sort: 'waitingTime', order: 'asc', label: 'Shortest wait first' },
];

const filterNames = Object.keys(NO_FILTERS) as (keyof TripHistoryFilters)[];
const viewNames = Object.keys(FIRST_VIEW) as (keyof TripHistoryView)[];

/** The view in a query string; missing or invalid parameters have their defaults. */
export function readView(search: string): TripHistoryView {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return {
    search: text('search').replaceAll('\0', '').trim().slice(0, LENGTHS.search),
    postcode: /^\d{4}$/.test(text('postcode')) ? text('postcode') : FIRST_VIEW.postcode,
    startDate: day('startDate'),
    endDate: day('endDate'),
    sort: TRIP_SORTS.find((sort) => sort === text('sort')) ?? FIRST_VIEW.sort,
    order: text('order') === 'asc' ? 'asc' : 'desc',
    page: /^[1-9]\d{0,8}$/.test(text('page')) ? Number(text('page')) : FIRST_VIEW.page,
  };
}

/** The query string of a view; the default view's is empty. */
export function writeView(view: TripHistoryView): string {
  const said = viewNames.filter((name) => view[name] !== FIRST_VIEW[name]);
  return new URLSearchParams(said.map((name) => [name, String(view[name])])).toString();
}

/** The view with changed filters or order. A real change goes back to page 1 (docs/product.md#trip-history). */
export function withChanges(
  view: TripHistoryView,
  changed: Partial<TripHistoryFilters & TripSort>,
): TripHistoryView {
  const next = { ...view, ...changed };
  return writeView(next) === writeView(view) ? view : { ...next, page: 1 };
}

/** The order after a column's heading is pressed: reversed, or at first the column's usual one. */
export function sortedBy(view: TripSort, sort: TripSort['sort']): TripSort {
  if (view.sort === sort) return { sort, order: view.order === 'asc' ? 'desc' : 'asc' };
  return { sort, order: sort === 'suburb' ? 'asc' : 'desc' };
}

/** The number of active filters. */
export function countFilters(filters: TripHistoryFilters): number {
  return filterNames.filter((name) => filters[name] !== NO_FILTERS[name]).length;
}

/** The view with its page limited to the last one of `total` trips. */
export function withinPages(view: TripHistoryView, total: number): TripHistoryView {
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return view.page > lastPage ? { ...view, page: lastPage } : view;
}
