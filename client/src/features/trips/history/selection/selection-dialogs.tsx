import { driverName } from '@shared/drivers';
import { RESTORE_DAYS } from '@shared/limits';
import { brisbaneDay, brisbaneInstant, formatDay, isDay } from '@shared/periods';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import { TRIP_FIELDS } from '@shared/trips/trip-fields';
import { TRIP_KIND_LABELS, type TripKind, USUAL_KIND } from '@shared/trips/trip-kinds';
import { vehicleName } from '@shared/vehicles/vehicles';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { LodgedReports, useCurrentLodgements } from '@/components/lodged-warning';
import { ConfirmAction, Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { countOfTrips, TripName } from '../../trip-text';
import { useFilterWords } from '../filters/use-filter-words';
import { type SelectionChange, useChangeSelection, useLodgedAmong, useUndoBulkChange } from '../history-api';
import { countSelected, type DoneToTrips, type TripSelection } from './trip-selection';

type DialogProps = {
  selection: TripSelection;
  onDone: (done: DoneToTrips | undefined) => void;
  onCancel: () => void;
};

export function ChangeDriverDialog(props: DialogProps) {
  const drivers = useActiveDrivers();
  const [driverId, setDriverId] = useState('');
  const chosen = drivers.data?.find(({ id }) => id === driverId);
  const name = chosen ? driverName(chosen) : '';
  return (
    <ChangeDialog
      {...props}
      title={(these) => `Which driver drove ${these}?`}
      effect="Each trip also gets this driver's licence number."
      fault={chosen ? undefined : 'Driver is required'}
      change={{ driverId }}
      done={`now driven by ${name}`}
      are={`${name}'s`}
      foundBy={{ search: name }}
      unchanged={`They are driven by ${name} already.`}
      field={(error) => (
        <Field label="Driver" required error={error}>
          <Select
            value={driverId}
            disabled={drivers.isPending}
            onChange={({ target }) => setDriverId(target.value)}
            none={drivers.isError ? 'Drivers could not be loaded' : 'Select a driver'}
            choices={drivers.data?.map((driver) => ({ value: driver.id, label: driverName(driver) }))}
          />
        </Field>
      )}
    />
  );
}

export function ChangeDateDialog(props: DialogProps) {
  const [date, setDate] = useState('');
  return (
    <ChangeDialog
      {...props}
      title={(these, isOne) => `On which day ${isOne ? 'was' : 'were'} ${these}?`}
      effect="The time of day stays."
      fault={isDay(date) ? undefined : 'Date is required'}
      change={{ date }}
      movedTo={isDay(date) ? date : undefined}
      done={`moved to ${formatDay(date)}`}
      are={`on ${formatDay(date)}`}
      foundBy={{ startDate: date, endDate: date }}
      unchanged={`They are on ${formatDay(date)} already.`}
      field={(error) => (
        <DateField
          label="Date"
          required
          value={date}
          onChange={setDate}
          error={error}
          warning={isDay(date) && date > brisbaneDay(now()) && 'This is in the future.'}
        />
      )}
    />
  );
}

export function ChangeVehicleDialog(props: DialogProps) {
  const vehicles = useVehicles();
  const [vehicleId, setVehicleId] = useState('');
  const registration = vehicles.data?.find(({ id }) => id === vehicleId)?.registration ?? '';
  return (
    <ChangeDialog
      {...props}
      title={(these, isOne) => `Which vehicle ${isOne ? 'was' : 'were'} ${these} driven in?`}
      effect="The drivers stay."
      fault={vehicleId ? undefined : 'Vehicle is required'}
      change={{ vehicleId }}
      done={`now in ${registration}`}
      are={`in ${registration}`}
      foundBy={{ vehicleId }}
      unchanged={`They are in ${registration} already.`}
      field={(error) => (
        <Field label="Vehicle" required error={error}>
          <Select
            value={vehicleId}
            disabled={vehicles.isPending}
            onChange={({ target }) => setVehicleId(target.value)}
            none={vehicles.isError ? 'Vehicles could not be loaded' : 'Select a vehicle'}
            choices={vehicles.data?.map((vehicle) => ({
              value: vehicle.id,
              label: vehicleName(vehicle, brisbaneDay(now())),
            }))}
          />
        </Field>
      )}
    />
  );
}

export function ChangeKindDialog(props: DialogProps) {
  const [kind, setKind] = useState<TripKind | ''>('');
  const name = kind && TRIP_KIND_LABELS[kind].toLowerCase();
  return (
    <ChangeDialog
      {...props}
      title={(these, isOne) => `${isOne ? 'Was' : 'Were'} ${these} booked?`}
      effect="Only booked trips count in the reports."
      fault={kind ? undefined : 'Kind is required'}
      change={{ kind: kind || USUAL_KIND }}
      done={`now ${name}`}
      are={name}
      foundBy={{ kind }}
      unchanged={`They are ${name} already.`}
      field={(error) => (
        <Field label="Kind of Trip" required error={error}>
          <Select
            value={kind}
            onChange={({ target }) => setKind(target.value as TripKind | '')}
            none="Select a kind"
            choices={TRIP_FIELDS.kind.choices}
          />
        </Field>
      )}
    />
  );
}

type ChangeDialogProps = DialogProps & {
  /** The question, of 'this trip' or 'these 300 trips'. */
  title: (these: string, isOne: boolean) => string;
  effect: string;
  fault: string | undefined;
  change: SelectionChange;
  movedTo?: string | undefined;
  done: string;
  /** The trips' new state: "Amy Young's", 'on 31/12/2026'. */
  are: string;
  foundBy: DoneToTrips['foundBy'];
  unchanged: string;
  field: (error: string | undefined) => ReactNode;
};

function ChangeDialog({ selection, onDone, onCancel, ...shown }: ChangeDialogProps) {
  const { title, effect, fault, change, movedTo, done, are, foundBy, unchanged, field } = shown;
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync, isPending } = useChangeSelection();
  const undoChange = useUndoBulkChange();
  const count = countSelected(selection);
  const isOne = count === 1;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (fault || isPending) return;
    let result: DoneToTrips | undefined;
    const isDone = await toastOutcome(
      mutateAsync({ selection, change }),
      ({ changed, undo }) => {
        if (!undo) return { title: 'Nothing to change', description: unchanged };
        result = { title: `${countOfTrips(changed)} ${changed === 1 ? 'is' : 'are'} ${are} now.`, foundBy };
        return withUndo(`${countOfTrips(changed)} ${done}`, () => undoChange(undo, 'put back'));
      },
      'Failed to change trips',
    );
    if (isDone) onDone(result);
  }

  return (
    <Dialog
      onClose={onCancel}
      title={title(isOne ? 'this trip' : `these ${countOfTrips(count)}`, isOne)}
      description={
        <>
          <SelectionSummary selection={selection} />
          <p className="mt-2">{effect}</p>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        {field(isAsked ? fault : undefined)}
        {/* no figure of a report is by vehicle */}
        {!(typeof change === 'object' && 'vehicleId' in change) && (
          <SelectionLodgedWarning
            selection={selection}
            date={movedTo}
            kind={typeof change === 'object' && 'kind' in change}
          />
        )}
        <FormActions
          submitLabel={`Change ${countOfTrips(count)}`}
          pendingLabel="Changing..."
          pending={isPending}
          onCancel={onCancel}
        />
      </form>
    </Dialog>
  );
}

export function DeleteTripsDialog({ selection, onDone, onCancel }: DialogProps) {
  const { mutateAsync } = useChangeSelection();
  const undoChange = useUndoBulkChange();
  const isOne = countSelected(selection) === 1;
  const trips = countOfTrips(countSelected(selection));

  return (
    <ConfirmAction
      title={`Are you sure you want to delete ${isOne ? 'this trip' : `these ${trips}`}?`}
      description={
        <>
          <SelectionSummary selection={selection} />
          <p className="mt-2">
            They will be removed from the history, statistics and reports. You can restore them from Recently
            deleted for {RESTORE_DAYS} days.
          </p>
          <SelectionLodgedWarning selection={selection} />
        </>
      }
      confirmLabel={`Delete ${trips}`}
      pendingLabel="Deleting..."
      action={() => mutateAsync({ selection, change: 'delete' })}
      done={({ changed, undo }) => {
        const title = `${countOfTrips(changed)} deleted successfully`;
        return undo ? withUndo(title, () => undoChange(undo, 'restored')) : { title };
      }}
      failed="Failed to delete trips"
      onDone={() =>
        onDone({ title: `${trips} ${isOne ? 'was' : 'were'} deleted.`, foundBy: 'recently deleted' })
      }
      onClose={onCancel}
    />
  );
}

const SHOWN = 5;

function SelectionSummary({ selection }: { selection: TripSelection }) {
  const words = useFilterWords();
  if ('matching' in selection) {
    const filters = words.text(selection.matching.filters);
    return <p className="font-medium wrap-anywhere text-ink">{filters || 'No filters: every trip'}</p>;
  }
  const { trips } = selection;
  return (
    <>
      {trips.slice(0, SHOWN).map((trip) => (
        <p key={trip.id} className="font-medium wrap-anywhere text-ink">
          <TripName of={trip} />
        </p>
      ))}
      {trips.length > SHOWN && <p>and {trips.length - SHOWN} more</p>}
    </>
  );
}

type SelectionLodgedWarningProps = { selection: TripSelection; date?: string | undefined; kind?: boolean };

/** Warns of a change in lodged reports, and counts the trips; `date` is the day that they are moved to. */
function SelectionLodgedWarning({ selection, date, kind }: SelectionLodgedWarningProps) {
  const lodgements = useCurrentLodgements();
  const matching = useLodgedAmong(
    'matching' in selection
      ? { ...selection.matching.filters, ...(kind && { changes: 'kind' as const }) }
      : undefined,
  );
  const kinds =
    'matching' in selection
      ? Array(selection.matching.count).fill(selection.matching.filters.kind || undefined)
      : selection.trips.map((trip) => trip.kind);
  const left =
    'matching' in selection
      ? (matching.data ?? [])
      : lodgedReportsTouched(lodgements, {
          // a change of kind is one of every report
          trips: kind ? selection.trips.map(({ datetime }) => datetime) : selection.trips,
        });
  const entered = lodgedReportsTouched(lodgements, {
    trips: date ? kinds.map((kind) => ({ datetime: brisbaneInstant(date), kind })) : [],
  });
  const staysIn = left.filter(({ period }) => !entered.some((other) => other.period === period));
  return <LodgedReports touched={[...staysIn, ...entered]} counted={countSelected(selection) > 1} />;
}
