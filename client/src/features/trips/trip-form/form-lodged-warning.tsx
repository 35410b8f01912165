import { isDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { useWatch } from 'react-hook-form';
import { LodgedWarning } from '@/components/lodged-warning';
import { now } from '@/lib/clock';
import { type TripForm, tripInstant } from './trip-form';

export function FormLodgedWarning({ form, trip }: { form: TripForm; trip?: Trip }) {
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  const written = isDay(date) ? [tripInstant({ date, time }, now())] : [];
  return <LodgedWarning trips={trip ? [...written, trip.datetime] : written} />;
}
