import { MINUTE_MS, SECOND_MS } from '@shared/durations';
import { createStore } from './create-store';

/** A slower answer tells too little: the server wrote its time at any moment of the request. */
const TELLS_WITHIN_MS = MINUTE_MS;
const TOLERATED_MS = 10 * MINUTE_MS;

const aheadMs = createStore(0);
/** The device's time of the last answer that told, in milliseconds since 1970. */
let heardAt: number | undefined;

/**
 * Notes the server's time in an answer. Answers of the API are never cached (`no-store`), so one that is says nothing.
 * @param sentAt the device's time when the request began, in milliseconds since 1970; `receivedAt` when its answer did
 */
export function noteServerTime({ headers }: Response, sentAt: number, receivedAt: number): void {
  const server = Date.parse(headers.get('Date') ?? '');
  const isFresh = headers.get('Cache-Control')?.includes('no-store') && !headers.has('Age');
  if (!isFresh || Number.isNaN(server) || !isQuick(receivedAt - sentAt)) return;
  heardAt = receivedAt;
  // the header has whole seconds
  const [least, most] = [sentAt - server - SECOND_MS, receivedAt - server];
  const next = least > TOLERATED_MS || most < -TOLERATED_MS ? Math.round((least + most) / 2) : 0;
  // the round trip alone moves it
  if (Math.abs(next - aheadMs.get()) > TELLS_WITHIN_MS || (next === 0) !== (aheadMs.get() === 0))
    aheadMs.set(next);
}

/** A device that slept, or whose clock was set meanwhile, took no such time. */
const isQuick = (tookMs: number) => tookMs >= 0 && tookMs < TELLS_WITHIN_MS;

/** How far the device's clock is ahead of the server's, in milliseconds; behind where negative. 0 up to ten minutes, and until the server says. */
export const { use: useAheadMs, get: readAheadMs } = aheadMs;

/** Whether the clock was wrong, or the last answer is so long ago by it, or so far ahead, that it may be wrong now. */
export const isTimeInDoubt = (deviceTime: number): boolean =>
  aheadMs.get() !== 0 || (heardAt !== undefined && Math.abs(deviceTime - heardAt) > TOLERATED_MS);

/** As when the page opens. */
export function forgetServerTime(): void {
  heardAt = undefined;
  aheadMs.set(0);
}
