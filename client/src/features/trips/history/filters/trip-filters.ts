import { type Driver, driverName } from '@shared/drivers';
import { LENGTHS } from '@shared/limits';
import { formatDay, isDay } from '@shared/periods';
import { TRIP_KIND_LABELS, TRIP_KINDS, type TripKind } from '@shared/trips/trip-kinds';
import {
  type ListTripsQuery,
  TRIP_SORTS,
  type TripSort,
  waitingRangePattern,
  waitingRangeText,
} from '@shared/trips/trip-list';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { namedSpans } from '@/lib/spans';

/** The filters of the history; days are 'YYYY-MM-DD' in Brisbane, both included; `waiting` is minutes: '6-10', '31-'. */
export type TripHistoryFilters = {
  search: string;
  postcode: string;
  startDate: string;
  endDate: string;
  /** A driver's id; empty for all. */
  driverId: string;
  /** A vehicle's id; empty for all. */
  vehicleId: string;
  waiting: string;
  /** Empty for all. */
  kind: TripKind | '';
};

export const NO_FILTERS: TripHistoryFilters = {
  search: '',
  postcode: 'all',
  startDate: '',
  endDate: '',
  driverId: '',
  vehicleId: '',
  waiting: '',
  kind: '',
};

export type TripHistoryView = TripHistoryFilters & TripSort & { page: number };

const FIRST_VIEW: TripHistoryView = { ...NO_FILTERS, sort: 'datetime', order: 'desc', page: 1 };

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
    driverId: text('driverId').slice(0, LENGTHS.id),
    vehicleId: text('vehicleId').slice(0, LENGTHS.id),
    waiting: waitingRangePattern.test(text('waiting')) ? text('waiting') : '',
    kind: TRIP_KINDS.find((kind) => kind === text('kind')) ?? '',
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

/** The query to the server. The default view with the fewest trips asks for no more than Log Trip does, whose answer it then shows. */
export const listQueryOf = (view: TripHistoryView, limit: number): Partial<ListTripsQuery> => ({
  ...(writeView(view) !== '' && view),
  limit,
});

export const filtersOf = ({ sort, order, page, ...filters }: TripHistoryView): TripHistoryFilters => filters;

/** The view with changed filters or order. A real change returns to page 1 (docs/product/trip-history.md#trip-history). */
export function withChanges(
  view: TripHistoryView,
  changed: Partial<TripHistoryFilters & TripSort>,
): TripHistoryView {
  const next = { ...view, ...changed };
  return writeView(next) === writeView(view) ? view : { ...next, page: 1 };
}

export function sortedBy(view: TripSort, sort: TripSort['sort']): TripSort {
  if (view.sort === sort) return { sort, order: view.order === 'asc' ? 'desc' : 'asc' };
  return { sort, order: sort === 'suburb' ? 'asc' : 'desc' };
}

/** Whether any filter is set. */
export const isFiltered = (filters: TripHistoryFilters): boolean =>
  filterNames.some((name) => filters[name] !== NO_FILTERS[name]);

/** The filters that are set, in words: 'Search: toowong', 'Postcode 4066', 'Amy Chen'. @param drivers the holder's, and its vehicles */
export function activeFilters(
  filters: TripHistoryFilters,
  { drivers = [], vehicles = [] }: { drivers?: readonly Driver[]; vehicles?: readonly Vehicle[] },
) {
  const words: { [Name in keyof TripHistoryFilters]: (value: string) => string } = {
    search: (text) => `Search: ${text}`,
    postcode: (postcode) => `Postcode ${postcode}`,
    startDate: (day) => `From ${formatDay(day)}`,
    endDate: (day) => `To ${formatDay(day)}`,
    driverId: (id) => {
      const driver = drivers.find((one) => one.id === id);
      return `Driver ${driver ? driverName(driver) : id}`;
    },
    vehicleId: (id) => `Vehicle ${vehicles.find((one) => one.id === id)?.registration ?? id}`,
    waiting: (range) => `Waited ${waitingRangeText(range)} min`,
    kind: (kind) => TRIP_KIND_LABELS[kind as TripKind],
  };
  return filterNames
    .filter((name) => filters[name] !== NO_FILTERS[name])
    .map((name) => ({ name, text: words[name](filters[name]) }));
}

/** The same as one text: 'Search: toowong · Postcode 4066'; empty without any. */
export const filtersText = (...named: Parameters<typeof activeFilters>): string =>
  activeFilters(...named)
    .map(({ text }) => text)
    .join(' · ');

/** The view with its page limited to the last one of `total` trips. */
export function withinPages(view: TripHistoryView, total: number, pageSize: number): TripHistoryView {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  return view.page > lastPage ? { ...view, page: lastPage } : view;
}

/** The view on the page that has the first trip of the present one, where pages get another size. */
export const withPageSize = (view: TripHistoryView, from: number, to: number): TripHistoryView => ({
  ...view,
  page: Math.floor(((view.page - 1) * from) / to) + 1,
});

const PRESETS = [
  'Today',
  'This week',
  'This month',
  'Last month',
  'This quarter',
  'Last quarter',
  'Financial year',
] as const;

export const presetsAt = (now: Date) =>
  namedSpans(now, PRESETS).map(({ name, from, to }) => ({ label: name, startDate: from, endDate: to }));
