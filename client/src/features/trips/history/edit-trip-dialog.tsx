import { zodResolver } from '@hookform/resolvers/zod';
import type { Trip } from '@shared/trips';
import { useState } from 'react';
import { type SubmitHandler, useForm } from 'react-hook-form';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { now } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toastError, toastOutcome } from '@/lib/toast';
import { DetailsFields } from '../trip-form/details-fields';
import { DriverFields } from '../trip-form/driver-fields';
import { FormLodgedWarning } from '../trip-form/form-lodged-warning';
import { PlaceFields } from '../trip-form/place-fields';
import { ProbableDuplicate } from '../trip-form/probable-duplicate';
import { filledTripForm, type TripFormValues, toTrip, tripFormSchema } from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import { WaitingTimeField } from '../trip-form/waiting-time-field';
import { useUpdateTrip } from './history-api';

/** Edits a stored trip. */
export function EditTripDialog({ trip, onClose }: { trip: Trip | null; onClose: () => void }) {
  return (
    <Dialog open={trip !== null} onClose={onClose} title="Edit Trip">
      {trip && <EditTripForm trip={trip} onClose={onClose} />}
    </Dialog>
  );
}

function EditTripForm({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(tripFormSchema), defaultValues: filledTripForm(trip) });
  const lookup = useSuburbLookup(form);
  const { mutateAsync, isPending } = useUpdateTrip();
  const { date, time } = form.formState.dirtyFields;
  const [seen] = useState(trip.version);
  const meanwhile = useChangedMeanwhile(seen);

  const save: SubmitHandler<TripFormValues> = async (values) => {
    if (isPending) return;
    const { version } = meanwhile;
    const changed = toTrip(values, now());
    // the form shows no seconds: an unchanged time keeps them
    const datetime = date || time ? changed.datetime : trip.datetime;
    const isSaved = await toastOutcome(
      mutateAsync({ id: trip.id, trip: { ...changed, datetime, version } }),
      'Trip updated successfully',
      (error) => {
        if (!meanwhile.show(error) && !applyServerErrors(form, error, { datetime: 'date' }))
          toastError(error, 'Failed to update trip');
      },
    );
    if (isSaved) onClose();
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
      <DriverFields form={form} trip={trip} />
      <PlaceFields form={form} lookup={lookup} />
      <WaitingTimeField form={form} />
      <DetailsFields form={form} />
      <FormLodgedWarning form={form} trip={trip} />
      <ProbableDuplicate form={form} trip={trip} />
      {meanwhile.states ? (
        <ChangedMeanwhileActions
          what="trip"
          states={meanwhile.states}
          pending={isPending}
          onKeepTheirs={onClose}
        />
      ) : (
        <FormActions
          submitLabel="Update Trip"
          pendingLabel="Updating..."
          pending={isPending}
          onCancel={onClose}
        />
      )}
    </form>
  );
}
