import { brisbaneDay, brisbaneTime, formatDateTime } from '@shared/periods';
import type { ComponentType, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { useOutbox } from '@/features/outbox/outbox';
import { countInWords, countRecords } from '@/features/outbox/outbox-status';
import { isSendable } from '@/features/outbox/waiting-record';
import { useNow } from '@/lib/clock';
import { DriverFields } from '../trip-form/driver-fields';
import { FoldedDetails } from '../trip-form/folded-details';
import { FormLodgedWarning } from '../trip-form/form-lodged-warning';
import { PlaceFields } from '../trip-form/place-fields';
import { ProbableDuplicate } from '../trip-form/probable-duplicate';
import { TripVehicle } from '../trip-form/trip-vehicle';
import { WaitingTimeField } from '../trip-form/waiting-time-field';
import { ExpiryWarning } from './expiry-warning';
import type { TripLogging } from './use-trip-logging';
import { WaitingStopwatch } from './waiting-stopwatch';

/** The parts that start and end a driver's shift, say since when it runs, and which were left open. */
export type ShiftParts = {
  Button: ComponentType<{ driverId: string; vehicleId: string }>;
  Open: ComponentType<{ driverId: string }>;
  LeftOpen: ComponentType<{ className?: string }>;
};

type LogTripFormProps = {
  logging: TripLogging;
  holderId: string;
  /** The last day of the booking entity authorisation. */
  entityExpires: string | null | undefined;
  /** The first thing that trips need, over the line of the licence. */
  note: ReactNode;
  recentSuburbs: ReactNode;
  shift: ShiftParts;
};

/** The fields of a new trip, some folded, and the button, within the thumb's reach while no keyboard needs the room. */
export function LogTripForm(props: LogTripFormProps) {
  const { logging, holderId, entityExpires, note, recentSuburbs, shift } = props;
  const { form, lookup, submit, isPending, choosesVehicle, canChooseDriver, typedAt, startOver } = logging;
  const { records, sending } = useOutbox();
  const waiting = countRecords(records.filter(isSendable));
  const isHeldUp = sending.isOffline && waiting.all > 0;
  const [date, suburb, driverId, vehicleId] = useWatch({
    control: form.control,
    name: ['date', 'suburb', 'driverId', 'vehicleId'],
  });
  const isElsewhen = date !== brisbaneDay(useNow());
  return (
    <form noValidate onSubmit={submit} className="space-y-4 roomy-phone:**:scroll-mb-28">
      <DriverFields
        form={form}
        vehicle={choosesVehicle && <TripVehicle form={form} />}
        note={note || <ExpiryWarning form={form} entityExpires={entityExpires} />}
      />
      <div className="space-y-2">
        <PlaceFields form={form} lookup={lookup} />
        {typedAt !== undefined && <TypedBefore at={new Date(typedAt)} onStartOver={startOver} />}
        {recentSuburbs}
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <div className="grow basis-full sm:basis-0">
          <WaitingTimeField form={form} />
        </div>
        <WaitingStopwatch form={form} holderId={holderId} />
      </div>
      <FoldedDetails form={form} hasVehicleAbove={choosesVehicle} />
      <div className="bottom-0 -mx-4 -mb-4 flex flex-col gap-3 rounded-b-md border-t border-line bg-surface px-4 py-3 roomy-phone:sticky roomy-phone:flex-col-reverse sm:m-0 sm:border-0 sm:p-0">
        <div className="flex gap-2">
          <Button
            type="submit"
            // something else comes first until there is a driver
            variant={canChooseDriver ? 'primary' : 'secondary'}
            // it is in view: focusing it must not scroll
            className="grow roomy-phone:scroll-m-0!"
            pending={isPending}
            pendingLabel="Logging..."
            // a double tap logs one trip
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            Log Trip
          </Button>
          <shift.Button driverId={driverId} vehicleId={vehicleId ?? ''} />
        </div>
        {isHeldUp && (
          // shown when the header, which says more, is out of view; over the bar it moves nothing, and cuts what is below it as the bar does
          <p
            // a toast may cover it: that one says that its trip waits
            className="pointer-events-none absolute inset-x-0 -top-7 hidden border-t border-due bg-due-soft px-4 py-1 text-sm font-medium text-due roomy-phone:not-at-top"
          >
            {countInWords(waiting)} waiting
          </p>
        )}
        <shift.Open driverId={driverId} />
        {/* below it: a note that comes or goes while the button is pressed must not move it */}
        {isElsewhen && <FormLodgedWarning form={form} />}
        {suburb && <ProbableDuplicate form={form} />}
      </div>
    </form>
  );
}

/** Says that the form shows what was typed before it was opened: on a shared phone that may be another person's trip. */
function TypedBefore({ at, onStartOver }: { at: Date; onStartOver: () => void }) {
  const isToday = brisbaneDay(at) === brisbaneDay(useNow());
  return (
    <p role="status" className="text-sm text-muted">
      From earlier, {isToday ? brisbaneTime(at) : formatDateTime(at)} ·{' '}
      <button
        type="button"
        className="min-h-11 font-medium text-brand underline underline-offset-4 pointer-fine:min-h-6"
        onClick={onStartOver}
      >
        Start over
      </button>
    </p>
  );
}
