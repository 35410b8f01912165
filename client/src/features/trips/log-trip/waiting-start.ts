import { MAX_MINUTES } from '@shared/limits';
import * as z from 'zod/mini';
import { onDevice } from '@/lib/storage';

const KEY = 'waitingStart';

const startSchema = z.object({ holderId: z.string(), startedAt: z.int() });

/** When the holder's wait that is being measured began; undefined if none is. */
export function readWaitingStart(holderId: string): Date | undefined {
  const start = onDevice.readAs(KEY, startSchema);
  return start?.holderId === holderId ? new Date(start.startedAt) : undefined;
}

/** Keeps the start of a wait on the device: it is measured also while the app is closed (docs/product.md#waiting-time). */
export function keepWaitingStart(holderId: string, start: Date): void {
  onDevice.write(KEY, JSON.stringify({ holderId, startedAt: start.getTime() }));
}

export function forgetWaitingStart(): void {
  onDevice.remove(KEY);
}

/** Whether an event of the browser's storage is about a wait, in another tab. */
export const isAboutWaiting = ({ key }: StorageEvent): boolean => key === KEY || key === null;

/** The seconds since a start, at most those of the longest wait; none after the device's clock was set back. */
const waitedSeconds = (start: Date, now: Date) =>
  Math.min(Math.max(Math.floor((now.getTime() - start.getTime()) / 1000), 0), MAX_MINUTES * 60);

/** The waiting time of a trip: the whole minutes since a start. */
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
