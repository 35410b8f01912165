import { MINUTE_MS } from '@shared/durations';
import { countOf } from '@shared/figures';
import { SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { brisbaneDay, brisbaneTime, formatDateTime, isDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Alert } from '@/components/ui/alert';
import { useOutbox } from '@/features/outbox/outbox';
import { withoutWaiting } from '@/features/outbox/waiting-record';
import { useNow } from '@/lib/clock';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { queryKeys } from '@/lib/query-keys';
import { placeText } from '../trip-text';
import { type TripForm, type TripFormFields, tripInstant } from './trip-form';

/** The query string of GET /api/trips/duplicates, but for the stored trip `exceptId`; empty while a part is missing. */
function duplicatesQuery(fields: TripFormFields, now: Date, exceptId?: string): string {
  const { driverId, suburb, postcode, date, time } = fields;
  const isKnown = driverId !== '' && suburb.trim() !== '' && /^\d{4}$/.test(postcode) && isDay(date);
  if (!isKnown) return '';
  const datetime = tripInstant({ date, time }, now).toISOString();
  return new URLSearchParams({ driverId, suburb, datetime, ...(exceptId && { exceptId }) }).toString();
}

/** 'just now', '2 minutes ago', after an hour 'at 11:38', on another day the date too. */
function whenLogged(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes === 0) return 'just now';
  if (minutes > 0 && minutes < 60) return `${countOf(minutes, 'minute')} ago`;
  return `at ${brisbaneDay(at) === brisbaneDay(now) ? brisbaneTime(at) : formatDateTime(at)}`;
}

/** Warns that the trip in the form is probably stored already, another one than `trip`; it can be saved anyway (docs/product/log-trip.md#trips). */
export function ProbableDuplicate({ form, trip }: { form: TripForm; trip?: Trip }) {
  const now = useNow();
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) } as TripFormFields;
  const query = duplicatesQuery(fields, now, trip?.id);
  const settledQuery = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const { data = [], dataUpdatedAt } = useQuery<Trip[]>({
    queryKey: [...queryKeys.trips, `duplicates?${settledQuery}`],
    enabled: settledQuery !== '',
  });
  const { trips } = useOutbox();
  const duplicate = query === settledQuery ? withoutWaiting(data, trips, dataUpdatedAt)[0] : undefined;
  const at = duplicate && new Date(duplicate.datetime);
  // one line with room of its own: the dialog keeps its height, and its buttons their place
  if (trip)
    return (
      <p role="status" className="-mt-1 -mb-3 h-5 truncate text-sm text-due">
        {at && `Another trip looks the same: ${brisbaneTime(at)}, ${duplicate.driverName}`}
      </p>
    );
  return (
    at && (
      <Alert variant="due" title={`Same as a trip logged ${whenLogged(at, now)}`}>
        {placeText(duplicate)}, {duplicate.driverName}
      </Alert>
    )
  );
}
