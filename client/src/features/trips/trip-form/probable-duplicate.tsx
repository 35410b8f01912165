import { SEARCH_DEBOUNCE_MS } from '@shared/limits';
import type { Trip } from '@shared/trips/trips';
import { useWatch } from 'react-hook-form';
import { Alert } from '@/components/ui/alert';
import { useNow } from '@/lib/clock';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useProbableDuplicates } from '../api';
import { useOutbox } from '../outbox/outbox';
import { withoutWaiting } from '../outbox/waiting-trip';
import { tripLabel } from '../trip-text';
import { duplicatesQuery, type TripForm, type TripFormFields } from './trip-form';

/** Warns that the trip in the form is probably stored already; it can still be logged (docs/product/log-trip.md#trips). */
export function ProbableDuplicate({ form, trip }: { form: TripForm; trip?: Trip }) {
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) } as TripFormFields;
  const query = duplicatesQuery(fields, useNow(), trip?.id);
  const settledQuery = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const { data = [], dataUpdatedAt } = useProbableDuplicates(settledQuery);
  const { records } = useOutbox();
  const duplicate = query === settledQuery ? withoutWaiting(data, records, dataUpdatedAt)[0] : undefined;
  return (
    duplicate && (
      <Alert variant="due" title="Probably logged already">
        {tripLabel(duplicate)}, {duplicate.driverName}
      </Alert>
    )
  );
}
