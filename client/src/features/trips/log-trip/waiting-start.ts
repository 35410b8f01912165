import { MAX_MINUTES } from '@shared/limits';
import * as z from 'zod/mini';
import { onDevice } from '@/lib/storage/storage';

export const WAITING_START = 'waitingStart';

const startSchema = z.object({ holderId: z.string(), startedAt: z.int() });

export function readWaitingStart(holderId: string): Date | undefined {
  const start = onDevice.readAs(WAITING_START, startSchema);
  return start?.holderId === holderId ? new Date(start.startedAt) : undefined;
}

/** Keeps the start of a wait on the device: it is measured also while the app is closed (docs/product/log-trip.md#waiting-time). */
export const keepWaitingStart = (holderId: string, start: Date): void =>
  onDevice.write(WAITING_START, JSON.stringify({ holderId, startedAt: start.getTime() }));

export const forgetWaitingStart = (): void => onDevice.remove(WAITING_START);

/** The seconds since a start, at most those of the longest wait; 0 after the device's clock was set back. */
const waitedSeconds = (start: Date, now: Date) =>
  Math.min(Math.max(Math.floor((now.getTime() - start.getTime()) / 1000), 0), MAX_MINUTES * 60);

export const waitedMinutes = (start: Date, now: Date): number => Math.floor(waitedSeconds(start, now) / 60);

/** The time since a start as a stopwatch shows it: "0:07", "12:34", "1:02:05". */
export function runningTime(start: Date, now: Date): string {
  const seconds = waitedSeconds(start, now);
  const minutes = Math.floor(seconds / 60);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(minutes / 60);
  const upToMinutes = hours > 0 ? `${hours}:${twoDigits(minutes % 60)}` : String(minutes);
  return `${upToMinutes}:${twoDigits(seconds % 60)}`;
}
