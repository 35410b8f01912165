import { driverName } from '@shared/drivers';
import { brisbaneDay, formatDay, isDay } from '@shared/periods';
import { type FormEvent, useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useActiveDrivers } from '../../api';
import { countOfTrips } from '../../trip-text';
import { type SelectionChange, useChangeSelection, useUndoBulkChange } from './selection-api';
import { SelectionLodgedWarning, SelectionSummary } from './selection-summary';
import { countSelected, type DoneToTrips, type TripSelection } from './trip-selection';

type DialogProps = {
  selection: TripSelection;
  onChanged: (changed: DoneToTrips | undefined) => void;
  onCancel: () => void;
};

/** Gives the selected trips to a driver, and offers Undo. */
export function ChangeDriverDialog(props: DialogProps) {
  const drivers = useActiveDrivers();
  const [driverId, setDriverId] = useState('');
  const chosen = drivers.data?.find(({ id }) => id === driverId);
  return (
    <ChangeDialog
      {...props}
      title={(these) => `Which driver drove ${these}?`}
      effect="A trip gets the driver's authorisation number, unless it is this driver's already."
      fault={chosen ? undefined : 'Driver is required'}
      change={{ driverId }}
      done={`now driven by ${chosen && driverName(chosen)}`}
      are={`${chosen && driverName(chosen)}'s`}
      foundBy={{ search: chosen && driverName(chosen) }}
      unchanged={`They are driven by ${chosen && driverName(chosen)} already.`}
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

/** Moves the selected trips to a day, and offers Undo. */
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

type ChangeDialogProps = DialogProps & {
  /** The question, of 'this trip' or 'these 300 trips'. */
  title: (these: string, isOne: boolean) => string;
  /** What else it does. */
  effect: string;
  /** Why it cannot be done yet. */
  fault: string | undefined;
  change: SelectionChange;
  movedTo?: string | undefined;
  /** What is said of the trips then. */
  done: string;
  /** What they are then: "Amy Young's", 'on 31/12/2026'. */
  are: string;
  foundBy: DoneToTrips['foundBy'];
  /** What is said where none was to be changed. */
  unchanged: string;
  field: (error: string | undefined) => React.ReactNode;
};

function ChangeDialog({ selection, onChanged, onCancel, ...shown }: ChangeDialogProps) {
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
    if (isDone) onChanged(result);
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
        <SelectionLodgedWarning selection={selection} date={movedTo} />
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
