/** How a trip came about. Only booked trips are booked hire, which TMR's reports count (docs/regulator.md#what-tmr-asks). */
export const TRIP_KINDS = ['booked', 'rank-or-hail'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];
