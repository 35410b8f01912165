import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shared/durations';
import { countOf } from '@shared/figures';
import { brisbaneDay, brisbaneTime, formatDateTime } from '@shared/periods';
import { useEffect } from 'react';
import { Alert } from '@/components/ui/alert';
import { request } from '@/lib/api-client';
import { brisbaneNote, now, useNow } from '@/lib/clock';
import { isTimeInDoubt, useAheadMs } from '@/lib/device-clock';
import { useWindowEvent } from '@/lib/hooks/use-window-event';

/** Has the server say its time, as any answer does, to someone who comes back: the clock may have been set meanwhile. */
function askIfInDoubt(): void {
  if (document.visibilityState === 'visible' && isTimeInDoubt(now().getTime()))
    void request('GET', '/api/auth/me?handling=lenient').catch(() => {});
}

/** '25 minutes', '3 hours', '2 days'. */
function spanInWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.round(ms / HOUR_MS);
  if (minutes < 120) return countOf(minutes, 'minute');
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(ms / DAY_MS), 'day');
}

/** Says that the device's clock is wrong, before a trip or shift is logged with its time (docs/product/log-trip.md#the-devices-clock). */
export function ClockWarning() {
  const aheadMs = useAheadMs();
  const shown = useNow();
  const isWrong = aheadMs !== 0;
  useWindowEvent('focus', askIfInDoubt);
  useEffect(() => {
    document.addEventListener('visibilitychange', askIfInDoubt);
    return () => document.removeEventListener('visibilitychange', askIfInDoubt);
  }, []);
  if (!isWrong) return null;
  const right = new Date(shown.getTime() - aheadMs);
  const format = brisbaneDay(shown) === brisbaneDay(right) ? brisbaneTime : formatDateTime;
  const says = brisbaneNote()
    ? `By it, the time in Brisbane is ${format(shown)}. It is ${format(right)}.`
    : `It says ${format(shown)}, the time in Brisbane is ${format(right)}.`;
  return (
    <Alert
      variant="due"
      title={`This device's clock is ${spanInWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`}
    >
      {says} Set the clock, or type the time yourself.
    </Alert>
  );
}
