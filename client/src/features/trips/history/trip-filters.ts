import { LENGTHS, PAGE_SIZE } from '@shared/limits';
import { isDay } from '@shared/periods';
import { TRIP_SORTS, type TripSort } from '@shared/trips';

/** What narrows the history; days are 'YYYY-MM-DD' in Brisbane, both included. */
export type TripHistoryFilters = { search: string; postcode: string; startDate: string; endDate: string };

export const NO_FILTERS: TripHistoryFilters = { search: '', postcode: 'all', startDate: '', endDate: '' };

/** Which part of the history is looked at, in which order. */
export type TripHistoryView = TripHistoryFilters & TripSort & { page: number };

const FIRST_VIEW: TripHistoryView = { ...NO_FILTERS, sort: 'datetime', order: 'desc', page: 1 };

/** The orders offered for a choice. */
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

/** The view that the query part of an address asks for; what it does not say, or says wrongly, is the first view's. */
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

/** The query part of the address of a view; the first view's is empty. */
export function writeView(view: TripHistoryView): string {
  const said = viewNames.filter((name) => view[name] !== FIRST_VIEW[name]);
  return new URLSearchParams(said.map((name) => [name, String(view[name])])).toString();
}

/** A view after its filters or its order were changed: it starts at page 1 again, if anything changed at all (spec §4). */
export function withChanges(
  view: TripHistoryView,
  changed: Partial<TripHistoryFilters & TripSort>,
): TripHistoryView {
  const next = { ...view, ...changed };
  return writeView(next) === writeView(view) ? view : { ...next, page: 1 };
}

/** The order after the heading of a column was pressed: the other direction, or at first the one mostly wanted. */
export function sortedBy(view: TripSort, sort: TripSort['sort']): TripSort {
  if (view.sort === sort) return { sort, order: view.order === 'asc' ? 'desc' : 'asc' };
  return { sort, order: sort === 'suburb' ? 'asc' : 'desc' };
}

/** How many filters narrow the history. */
export function countFilters(filters: TripHistoryFilters): number {
  return filterNames.filter((name) => filters[name] !== NO_FILTERS[name]).length;
}

/** A view whose page is not past the last one of `total` trips. */
export function withinPages(view: TripHistoryView, total: number): TripHistoryView {
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return view.page > lastPage ? { ...view, page: lastPage } : view;
}
