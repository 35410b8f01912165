/** The query keys that several features read or invalidate. A key is a prefix: ['/api/trips'] covers every list of trips. */
export const queryKeys = {
  drivers: ['/api/drivers'],
  /** Who drove which vehicle, counted from trips and shifts. */
  driven: ['/api/drivers', 'driven'],
  vehicles: ['/api/vehicles'],
  trips: ['/api/trips'],
  shifts: ['/api/shifts'],
  statistics: ['/api/statistics'],
  topLocations: ['/api/top-locations'],
  lodgements: ['/api/lodgements'],
  toDo: ['/api/to-do'],
  deliveries: ['/api/deliveries'],
  areaPlaces: ['/api/areas/places'],
  tmrRequests: ['/api/tmr-requests'],
  activity: ['/api/activity'],
  work: ['/api/work'],
} as const;

/** The keys of the figures that are computed from trips and show their drivers. */
export const figureKeys = [
  queryKeys.statistics,
  ['/api/checks'],
  ['/api/lodgements/changes'],
  ['/api/reports'],
  queryKeys.toDo,
] as const;

export const tripsAndFigures = [
  queryKeys.trips,
  ...figureKeys,
  queryKeys.topLocations,
  queryKeys.areaPlaces,
  // hours are proposed from trips
  queryKeys.shifts,
  queryKeys.driven,
] as const;
