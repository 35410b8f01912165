import { formatCount } from '@shared/figures';
import { countOfTrips } from '../trip-text';

export type OutboxState = {
  /** The trips that are not sent yet, without the refused. */
  waiting: number;
  refused: number;
  isOffline: boolean;
  /** Whether sending takes long enough to be worth a word. */
  isSlow: boolean;
  canKeep: boolean;
};

/** @property brief what fits on the smallest phones */
type StatusText = { text: string; brief: string };

/** What the header says of the outbox; undefined where all is well (docs/product.md#outbox). */
export function statusText({
  waiting,
  refused,
  isOffline,
  isSlow,
  canKeep,
}: OutboxState): StatusText | undefined {
  /** The sentence about a number of trips, and the same without the word. */
  const about = (count: number, sentence: (trips: string) => string) => ({
    text: sentence(countOfTrips(count)),
    brief: sentence(formatCount(count)),
  });
  if (refused > 0) return about(refused, (trips) => `${trips} not accepted`);
  if (isOffline && waiting > 0) return about(waiting, (trips) => `Offline, ${trips} waiting`);
  if (isOffline) return { text: 'Offline', brief: 'Offline' };
  if (waiting > 1 && isSlow) return about(waiting, (trips) => `Sending ${trips}…`);
  if (waiting > 0 && isSlow) return { text: 'Sending…', brief: 'Sending…' };
  return canKeep ? undefined : { text: 'Needs a connection', brief: 'Needs a connection' };
}
