export type TabId = 'log-trip' | 'drivers' | 'history' | 'reports' | 'settings' | 'profile';

/** The address of a tab: its id in the query string, except for the first, then the tab's own parameters. */
export const addressOf = (id: TabId, search = '') =>
  `/${id === 'log-trip' ? '' : `?tab=${id}`}${search && `&${search}`}`;
