import { isDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { useWatch } from 'react-hook-form';
import { now } from '@/lib/clock';
import { LodgedWarning } from './lodged-warning';
import { type TripForm, tripInstant } from './trip-form';

/** Warns that the trip in a form, or the stored trip that it changes, changes lodged figures. */
export function FormLodgedWarning({ form, trip }: { form: TripForm; trip?: Trip }) {
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  const written = isDay(date) ? [tripInstant({ date, time }, now())] : [];
  return <LodgedWarning datetimes={trip ? [...written, trip.datetime] : written} />;
}
