import { zodResolver } from '@hookform/resolvers/zod';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import { useForm } from 'react-hook-form';
import { EditDialog } from '@/components/edit-dialog';
import { now } from '@/lib/clock';
import { DetailsFields } from '../trip-form/details-fields';
import { DriverFields } from '../trip-form/driver-fields';
import { FormLodgedWarning } from '../trip-form/form-lodged-warning';
import { PlaceFields } from '../trip-form/place-fields';
import { ProbableDuplicate } from '../trip-form/probable-duplicate';
import { filledTripForm, type TripFormValues, toTrip, tripFormSchema } from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import { WaitingTimeField } from '../trip-form/waiting-time-field';
import { useUpdateTrip } from './history-api';

type EditTripDialogProps = {
  trip: Trip;
  /** Saves a trip that is not on the server alone; by default the stored trip is changed. */
  save?: (change: CreateTrip) => Promise<unknown>;
  onClose: () => void;
};

/** Edits a trip. */
export function EditTripDialog({ trip, save, onClose }: EditTripDialogProps) {
  const form = useForm({ resolver: zodResolver(tripFormSchema), defaultValues: filledTripForm(trip) });
  const lookup = useSuburbLookup(form);
  const { mutateAsync } = useUpdateTrip();
  const { date, time } = form.formState.dirtyFields;

  function saveTrip(values: TripFormValues, version: number | undefined): Promise<unknown> {
    const changed = toTrip(values, now());
    // the form shows no seconds: an unchanged time keeps them
    const change = { ...changed, datetime: date || time ? changed.datetime : trip.datetime };
    return save ? save(change) : mutateAsync({ id: trip.id, trip: { ...change, version } });
  }

  return (
    <EditDialog
      title="Edit Trip"
      what="trip"
      form={form}
      draft={{ thing: `trip-${trip.id}`, version: trip.version, except: ['driverAuthorityLicense'] }}
      save={saveTrip}
      done="Trip updated successfully"
      failed="Failed to update trip"
      renamed={{ datetime: 'date' }}
      submitLabel="Update Trip"
      pendingLabel="Updating..."
      onClose={onClose}
    >
      <DriverFields form={form} trip={trip} />
      <PlaceFields form={form} lookup={lookup} />
      <WaitingTimeField form={form} />
      <DetailsFields form={form} />
      <FormLodgedWarning form={form} trip={trip} />
      <ProbableDuplicate form={form} trip={trip} />
    </EditDialog>
  );
}
