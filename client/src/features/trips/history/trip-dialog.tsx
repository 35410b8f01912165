import { zodResolver } from '@hookform/resolvers/zod';
import { RESTORE_DAYS } from '@shared/limits';
import type { CreateTrip, ImportedTrip, Trip } from '@shared/trips/trips';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { parse } from 'zod/mini';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedWarning } from '@/components/lodged-warning';
import { ConfirmAction } from '@/components/ui/dialog';
import { Folded } from '@/components/ui/folded';
import { now } from '@/lib/clock';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { toastOutcome, withUndo } from '@/lib/toast';
import { DetailsFields } from '../trip-form/details-fields';
import { DriverFields } from '../trip-form/driver-fields';
import { FormLodgedWarning } from '../trip-form/form-lodged-warning';
import { PlaceFields } from '../trip-form/place-fields';
import { ProbableDuplicate } from '../trip-form/probable-duplicate';
import { filledTripForm, type TripFormValues, toTrip, tripFormSchema } from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import { WaitingTimeField } from '../trip-form/waiting-time-field';
import { TripName } from '../trip-text';
import { useDeleteTrip, useRestoreTrip, useUpdateTrip } from './history-api';
import { ChangesOfTrip } from './panel/trip-events';

type TripDialogProps = {
  trip: Trip;
  how: 'edit' | 'delete';
  /** Saves a trip that is not on the server alone; by default the stored trip is changed. */
  save?: (change: CreateTrip) => Promise<unknown>;
  onDeleted?: () => void;
  actions?: ReactNode;
  onClose: () => void;
};

export const TripDialog = ({ how, ...props }: TripDialogProps) =>
  how === 'edit' ? <EditTrip {...props} /> : <DeleteTrip {...props} />;

type ActionProps = Omit<TripDialogProps, 'how'>;

function EditTrip({ trip, save, actions, onClose }: ActionProps) {
  const form = useForm({ resolver: zodResolver(tripFormSchema), defaultValues: filledTripForm(trip) });
  const lookup = useSuburbLookup(form);
  const { mutateAsync } = useUpdateTrip();
  const [isLooking, setLooking] = useState(false);
  const isOnPhone = useOnPhone();
  const { date, time } = form.formState.dirtyFields;

  /** @returns the version that it has then; undefined where it is not on the server alone */
  async function store(change: ImportedTrip, version: number | undefined): Promise<number | undefined> {
    if (!save) return (await mutateAsync({ id: trip.id, trip: { ...change, version } })).version;
    // what was logged here has a wait
    await save({ ...change, waitingTime: change.waitingTime ?? 0 });
    return undefined;
  }
  function saveTrip(values: TripFormValues, version: number | undefined) {
    const changed = toTrip(values, now());
    // the form shows no seconds: an unchanged time keeps them
    return store({ ...changed, datetime: date || time ? changed.datetime : trip.datetime }, version);
  }
  function undo(version: number | undefined) {
    const before = toTrip(parse(tripFormSchema, filledTripForm(trip)), now());
    const undone = store({ ...before, datetime: trip.datetime }, version);
    return toastOutcome(undone, 'Change undone', 'Failed to undo');
  }

  return (
    <EditDialog
      title="Edit Trip"
      what="trip"
      form={form}
      draft={{ thing: `trip-${trip.id}`, version: trip.version, except: ['driverAuthorityLicense'] }}
      save={saveTrip}
      wait={lookup.settleBeforeSubmit}
      done={(version) => withUndo('Trip updated successfully', () => undo(version))}
      failed="Failed to update trip"
      renamed={{ datetime: 'date' }}
      actions={actions}
      submitLabel="Update Trip"
      pendingLabel="Updating..."
      onClose={onClose}
    >
      <DriverFields form={form} trip={trip} />
      <PlaceFields form={form} lookup={lookup} />
      <WaitingTimeField form={form} />
      <DetailsFields form={form} trip={trip} />
      <FormLodgedWarning form={form} trip={trip} />
      <ProbableDuplicate form={form} trip={trip} />
      {!save && !isOnPhone && (
        <Folded summary="Changes" onToggle={() => setLooking(true)}>
          {isLooking && <ChangesOfTrip id={trip.id} />}
        </Folded>
      )}
    </EditDialog>
  );
}

function DeleteTrip({ trip, onDeleted, onClose }: ActionProps) {
  const { mutateAsync } = useDeleteTrip();
  const restore = useRestoreTrip();
  const isOnPhone = useOnPhone();

  return (
    <ConfirmAction
      title="Are you sure you want to delete this trip?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">
            <TripName of={trip} />
          </p>
          <p className="wrap-anywhere">
            Driven by <bdi>{trip.driverName}</bdi>.
          </p>
          <p className="mt-2">
            {isOnPhone
              ? `No list or report has it then. The office can bring it back for ${RESTORE_DAYS} days.`
              : `It will be removed from the history, statistics and reports. You can restore it from Recently deleted for ${RESTORE_DAYS} days.`}
          </p>
          <LodgedWarning trips={[trip]} />
        </>
      }
      confirmLabel="Delete trip"
      pendingLabel="Deleting..."
      action={() => mutateAsync(trip.id)}
      done={() => withUndo('Trip deleted successfully', () => restore(trip.id))}
      failed="Failed to delete trip"
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
