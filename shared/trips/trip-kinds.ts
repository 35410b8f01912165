/** How a trip came about. Only booked trips are booked hire, which TMR's reports count (docs/regulator.md#rank-and-hail). */
export const TRIP_KINDS = ['booked', 'rank-or-hail'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];

/** The kind of a trip that names none. */
export const USUAL_KIND: TripKind = 'booked';

export const TRIP_KIND_LABELS: Record<TripKind, string> = {
  booked: 'Booked',
  'rank-or-hail': 'Rank or hail',
};
