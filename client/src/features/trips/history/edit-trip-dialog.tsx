import { zodResolver } from '@hookform/resolvers/zod';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import { type SubmitHandler, useForm } from 'react-hook-form';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { FormDialog } from '@/components/form-draft';
import { FormActions } from '@/components/ui/dialog';
import { now } from '@/lib/clock';
import { useFormDraft } from '@/lib/hooks/use-form-draft';
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
  const { mutateAsync, isPending } = useUpdateTrip();
  const { date, time } = form.formState.dirtyFields;
  const draft = useFormDraft(form, {
    thing: `trip-${trip.id}`,
    version: trip.version,
    except: ['driverAuthorityLicense'],
  });
  const meanwhile = useChangedMeanwhile(draft.version);

  const submit: SubmitHandler<TripFormValues> = async (values) => {
    if (isPending) return;
    const { version } = meanwhile;
    const changed = toTrip(values, now());
    // the form shows no seconds: an unchanged time keeps them
    const datetime = date || time ? changed.datetime : trip.datetime;
    const isSaved = await toastOutcome(
      save
        ? save({ ...changed, datetime })
        : mutateAsync({ id: trip.id, trip: { ...changed, datetime, version } }),
      'Trip updated successfully',
      (error) => {
        if (!meanwhile.show(error) && !applyServerErrors(form, error, { datetime: 'date' }))
          toastError(error, 'Failed to update trip');
      },
    );
    if (isSaved) finish();
  };

  function finish() {
    draft.forget();
    onClose();
  }

  return (
    <FormDialog draft={draft} onClose={onClose} title="Edit Trip">
      {(leave) => (
        <form noValidate onSubmit={form.handleSubmit(submit)} className="mt-4 space-y-4">
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
              onKeepTheirs={finish}
            />
          ) : (
            <FormActions
              submitLabel="Update Trip"
              pendingLabel="Updating..."
              pending={isPending}
              onCancel={leave}
            />
          )}
        </form>
      )}
    </FormDialog>
  );
}
