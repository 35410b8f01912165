import { isDay } from '@shared/periods';
import type { Trip } from '@shared/trips';
import { useWatch } from 'react-hook-form';
import { Alert } from '@/components/ui/alert';
import { now } from '@/lib/clock';
import { type TripForm, tripInstant } from './trip-form';
import { useLodgedReports } from './use-lodged-reports';

/** Warns that adding, changing or deleting trips at these times changes lodged figures. */
export function LodgedWarning({ datetimes }: { datetimes: readonly (Date | string)[] }) {
  const reports = useLodgedReports(datetimes);
  if (reports.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {reports.join(' and ')} {reports.length === 1 ? 'is' : 'are'} marked as lodged. This changes figures in{' '}
      {reports.length === 1 ? 'it' : 'them'}.
    </Alert>
  );
}

/** The same for the trip in a form, and for the stored trip that it changes. */
export function FormLodgedWarning({ form, trip }: { form: TripForm; trip?: Trip }) {
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  const written = isDay(date) ? [tripInstant({ date, time }, now())] : [];
  return <LodgedWarning datetimes={trip ? [...written, trip.datetime] : written} />;
}
