import type { Shift } from '@shared/shifts/shifts';
import { asStored, fieldsOf, type WaitingShift } from './waiting-record';

/** The shift with its latest changes. */
export const shiftOf = ({ shift, stored, next }: WaitingShift) =>
  next && next !== 'deleted' ? next : stored ? fieldsOf(stored) : shift;

/** Makes a shift as lists show it. */
export function asShift(record: WaitingShift): Shift {
  const { stored } = record;
  const shown = shiftOf(record);
  const { vehicleId = stored?.vehicleId ?? null } = shown;
  const vehicleRegistration = stored && stored.vehicleId === vehicleId ? stored.vehicleRegistration : null;
  return { ...shown, ...asStored(record), vehicleId, vehicleRegistration };
}
