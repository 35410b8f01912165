import { onDevice } from './storage/storage';

/** The storage key of a holder's portal ticks; they have numbers of drivers and vehicles, so signing out removes them. */
export const portalTicksKey = (holderId: string, period: string) => `portal-ticks-${holderId}-${period}`;

export function forgetPortalTicks(holderId: string): void {
  const isOfHolder = (key: string) => key.startsWith(portalTicksKey(holderId, ''));
  onDevice.remove(...onDevice.keys().filter(isOfHolder));
}
