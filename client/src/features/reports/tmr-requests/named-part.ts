/** Where an address names this part of the Reports tab: `/?tab=reports#tmr-requests`. */
export const TMR_REQUESTS = 'tmr-requests';
