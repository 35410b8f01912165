/**
 * How a trip came about. Only booked trips are this entity's booked hire, which TMR's reports count (docs/regulator.md#rank-and-hail); a trip
 * that a driver made for another booking entity is that entity's to report.
 */
export const TRIP_KINDS = ['booked', 'rank-or-hail', 'other-entity'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];

/** The kind of a trip that names none. */
export const USUAL_KIND: TripKind = 'booked';

export const TRIP_KIND_LABELS: Record<TripKind, string> = {
  booked: 'Booked',
  'rank-or-hail': 'Rank or hail',
  'other-entity': 'For another booking entity',
};
