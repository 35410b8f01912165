/** The name of this part of the Reports tab in an address: `/?tab=reports&part=tmr-requests`. */
export const TMR_REQUESTS = 'tmr-requests';
