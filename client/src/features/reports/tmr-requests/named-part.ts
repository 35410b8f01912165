/** Where an address names this part of the Reports tab: `/?tab=reports&part=tmr-requests`. */
export const TMR_REQUESTS = 'tmr-requests';
