/** Keys that more than one feature reads or tells of changes. A key is a prefix: ['/api/trips'] stands for every list of trips. */
export const queryKeys = {
  drivers: ['/api/drivers'],
  trips: ['/api/trips'],
  /** Every other figure that is reckoned from trips hangs under it, to be told of them with it. */
  statistics: ['/api/statistics'],
  topLocations: ['/api/top-locations'],
  lodgements: ['/api/lodgements'],
  deliveries: ['/api/deliveries'],
} as const;
