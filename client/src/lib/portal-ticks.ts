import { onDevice } from './storage';

/** Where the ticks of a holder's portal data are stored; they have numbers of drivers and vehicles, and go with the sign-out. */
export const portalTicksKey = (holderId: string, period: string) => `portal-ticks-${holderId}-${period}`;

export function forgetPortalTicks(holderId: string): void {
  const isOfHolder = (key: string) => key.startsWith(portalTicksKey(holderId, ''));
  onDevice.remove(...onDevice.keys().filter(isOfHolder));
}
