import { isDay } from '@shared/periods';
import { readTripKind } from '@shared/trips/reading/column-words';
import type { Trip } from '@shared/trips/trips';
import { useWatch } from 'react-hook-form';
import { LodgedWarning } from '@/components/lodged-warning';
import { now } from '@/lib/clock';
import { type TripForm, tripInstant } from './trip-form';

export function FormLodgedWarning({ form, trip }: { form: TripForm; trip?: Trip }) {
  const [date, time, kind] = useWatch({ control: form.control, name: ['date', 'time', 'kind'] });
  const written = isDay(date)
    ? [{ datetime: tripInstant({ date, time }, now()), kind: readTripKind(kind) }]
    : [];
  return <LodgedWarning trips={trip ? [...written, trip] : written} />;
}
