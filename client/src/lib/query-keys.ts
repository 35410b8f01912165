/** The query keys that several features read or invalidate. A key is a prefix: ['/api/trips'] covers every list of trips. */
export const queryKeys = {
  drivers: ['/api/drivers'],
  trips: ['/api/trips'],
  /** The prefix of every figure computed from trips, so that one invalidation covers them. */
  statistics: ['/api/statistics'],
  topLocations: ['/api/top-locations'],
  lodgements: ['/api/lodgements'],
  deliveries: ['/api/deliveries'],
} as const;
