import { isLeftOpen } from '@shared/shifts/left-open';
import type { Shift } from '@shared/shifts/shifts';
import * as z from 'zod/mini';
import { onDevice } from '@/lib/storage/storage';

type ShownShift = { shift: Pick<Shift, 'driverId' | 'start' | 'end'> };

const KEY = 'shiftsStillDriven';
const KEPT = 50;

/** Names a shift on this device, whether the server has it or not. */
export const shiftKey = ({ shift }: ShownShift) => `${shift.driverId} ${shift.start}`;

/** The keys of shifts of earlier days whose drivers someone said are still driving. */
export const readStillDriven = (): readonly string[] => onDevice.readAs(KEY, z.array(z.string())) ?? [];

/** @returns the keys with that of the shift */
export function noteStillDriven(shift: ShownShift): readonly string[] {
  const keys = [...readStillDriven(), shiftKey(shift)].slice(-KEPT);
  onDevice.write(KEY, JSON.stringify(keys));
  return keys;
}

/** Whether a shift was left open, and nobody said that its driver is still driving. */
export const isForgotten = (one: ShownShift, now: Date): boolean =>
  isLeftOpen(one.shift, now) && !readStillDriven().includes(shiftKey(one));
