import { DRIVEN_BEFORE } from '@shared/errors';
import { countOf } from '@shared/figures';
import { brisbaneDay, formatDay, isDay } from '@shared/periods';
import {
  type AssumedFact,
  assumedCount,
  assumedFacts,
  assumedText,
  type ConfirmedFact,
  hasConfirmed,
  withConfirmed,
} from '@shared/vehicles/assumed';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { Check, CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { DateField } from '@/components/date-field/date-field';
import { LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { CarDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { ApiError, messageOf } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { type ToastOptions, toastError, toastOutcome, withUndo } from '@/lib/toast';
import { useConfirmAssumed } from './api';
import { useVehicles } from './use-vehicles';

/** The screen on which a holder confirms the days that nobody said (docs/product/vehicles.md#assumed-facts). */
export function AssumedScreen() {
  const vehicles = useVehicles();
  const assumed = vehicles.data?.filter((vehicle) => assumedFacts(vehicle).length > 0);
  const screen = useRef<HTMLElement>(null);
  const [missed, setMissed] = useState<readonly ConfirmedFact[]>([]);
  return (
    <>
      <PageHeader
        title="Assumed facts"
        description="Nobody has said these days, and TMR asks for them. Correct those that are wrong, then confirm them."
        offline="You're offline. Confirming needs the internet."
      />
      <section ref={screen} tabIndex={-1} aria-label="Assumed facts" className="outline-none">
        <Card>
          <MissedFacts facts={missed} vehicles={vehicles.data ?? []} />
          <QueryState
            query={vehicles}
            failed="The vehicles could not be loaded"
            skeleton={<AssumedSkeleton />}
          />
          {assumed?.length === 0 && (
            <EmptyState
              drawing={<CarDrawing />}
              title="Nothing is assumed"
              hint="Someone entered or confirmed each day of your vehicles and their licences."
              action={
                <Link href="/?tab=drivers" className={buttonClass('secondary')}>
                  See the vehicles
                </Link>
              }
            />
          )}
          {assumed && assumed.length > 0 && (
            <AssumedVehicles
              vehicles={assumed}
              onConfirmed={(missed) => {
                setMissed(missed);
                screen.current?.focus();
              }}
            />
          )}
        </Card>
      </section>
    </>
  );
}

/** The days that were typed and not stored, because someone else changed the same meanwhile. */
function MissedFacts({ facts, vehicles }: { facts: readonly ConfirmedFact[]; vehicles: readonly Vehicle[] }) {
  const missing = facts.flatMap((fact) => {
    const vehicle = vehicles.find(({ id }) => id === fact.vehicleId);
    return vehicle && fact.firstDay && !hasConfirmed(vehicle, fact) ? [{ vehicle, fact }] : [];
  });
  if (missing.length === 0) return null;
  return (
    <Alert variant="due" title="Someone else changed this" className="mb-4">
      <ul>
        {missing.map(({ vehicle, fact }) => (
          <li key={keyOf(fact)}>
            <Link href={`/?tab=drivers&vehicle=${vehicle.id}`} className="underline underline-offset-4">
              {vehicle.registration}
            </Link>
            : your “{assumedText({ ...fact, from: fact.firstDay ?? fact.from })}” is not stored
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const rowShape = 'gap-x-4 py-3 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,4fr)_auto]';

const AssumedSkeleton = () => (
  <SkeletonGroup label="Loading the assumed facts">
    <Skeleton className="h-6 w-40" />
    <div className="mt-3 divide-y divide-line border-t border-line">
      {['1', '2', '3'].map((row) => (
        <div key={row} className={rowShape}>
          <Skeleton className="h-5 max-w-36" />
          <Skeleton className="h-16" />
          <Skeleton className="h-10 w-28" />
        </div>
      ))}
    </div>
  </SkeletonGroup>
);

const keyOf = ({ vehicleId, fact, number, from }: AssumedFact) => [vehicleId, fact, number, from].join(' ');

/** What is wrong with a first day that was typed. */
const faultOf = (day: string, { from, to }: AssumedFact) =>
  !isDay(day)
    ? 'Please enter the first day'
    : to && day > to
      ? 'The last day must not be before the first'
      : day !== from && day > brisbaneDay(now())
        ? 'That date is in the future'
        : undefined;

/** The first days that were typed in place of the assumed ones. */
function useTypedDays() {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const dayOf = (fact: AssumedFact) => typed[keyOf(fact)] ?? fact.from;
  return {
    dayOf,
    type: (fact: AssumedFact, day: string) => setTyped({ ...typed, [keyOf(fact)]: day }),
    forget(facts: readonly AssumedFact[]) {
      const keys = new Set(facts.map(keyOf));
      setTyped((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !keys.has(key))));
    },
    withDay: (fact: AssumedFact): ConfirmedFact =>
      dayOf(fact) === fact.from ? fact : { ...fact, firstDay: dayOf(fact) },
  };
}

/** What makes a confirmed fact assumed again. */
const undone = ({ firstDay, ...fact }: ConfirmedFact): ConfirmedFact =>
  firstDay ? { ...fact, from: firstDay, firstDay: fact.from } : fact;

type AssumedVehiclesProps = {
  vehicles: readonly Vehicle[];
  /** Called when the button that confirmed is gone, with the facts that someone else had changed. */
  onConfirmed: (missed: readonly ConfirmedFact[]) => void;
};

function AssumedVehicles({ vehicles, onConfirmed }: AssumedVehiclesProps) {
  const days = useTypedDays();
  const [isTried, setTried] = useState(false);
  const { mutateAsync, isPending } = useConfirmAssumed();
  const facts = vehicles.flatMap(assumedFacts);
  const [driven, setDriven] = useState<{ said: string; chosen: readonly AssumedFact[] }>();

  async function confirm(chosen: readonly AssumedFact[], ifDriven: 'ask' | 'confirm' = 'ask') {
    setDriven(undefined);
    setTried(true);
    if (isPending || chosen.some((fact) => faultOf(days.dayOf(fact), fact))) return;
    const confirmed = chosen.map(days.withDay);
    let stored: readonly ConfirmedFact[] = [];
    const undo = () =>
      toastOutcome(
        mutateAsync({ facts: stored.map(undone), isConfirmed: false, ifDriven: 'confirm' }),
        'They are assumed again',
        'Failed to take it back',
      );
    function done(saved: readonly Vehicle[]): ToastOptions {
      stored = confirmed.filter((fact) => saved.some((vehicle) => hasConfirmed(vehicle, fact)));
      const missed = confirmed.length - stored.length;
      const changed = `${countOf(missed, 'fact')} ${missed === 1 ? 'was' : 'were'} changed by someone else`;
      if (stored.length === 0) return { title: changed };
      const toast = withUndo(`${countOf(stored.length, 'fact')} confirmed`, undo);
      return missed > 0 ? { ...toast, description: changed } : toast;
    }
    const saving = mutateAsync({ facts: confirmed, isConfirmed: true, ifDriven });
    const isSaved = await toastOutcome(saving, done, (error) => {
      if (!(error instanceof ApiError && error.code === DRIVEN_BEFORE))
        return toastError(error, 'Failed to confirm');
      setDriven({ said: messageOf(error, 'Trips or shifts are before that day'), chosen });
    });
    if (!isSaved) return;
    setTried(false);
    days.forget(stored);
    onConfirmed(confirmed.filter((fact) => !stored.includes(fact)));
  }

  return (
    <>
      {driven && (
        <ConfirmDialog
          title={`${driven.said}.`}
          description="Reports would have them in a vehicle that was not available, or without a licence."
          cancelLabel="Change the day"
          confirmLabel="Confirm it"
          onConfirm={() => void confirm(driven.chosen, 'confirm')}
          onCancel={() => setDriven(undefined)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-medium text-due">
          {assumedCount(facts.length)}
        </p>
        <Button
          variant="primary"
          icon={CheckCheck}
          className="max-sm:w-full"
          pending={isPending}
          pendingLabel="Confirming..."
          onClick={() => void confirm(facts)}
        >
          These are right
        </Button>
      </div>
      <ul aria-label="Assumed facts" className="mt-3 divide-y divide-line border-t border-line">
        {vehicles.map((vehicle) => (
          <VehicleRow
            key={vehicle.id}
            vehicle={vehicle}
            days={days}
            showsFaults={isTried}
            onConfirm={() => void confirm(assumedFacts(vehicle))}
          />
        ))}
      </ul>
    </>
  );
}

type VehicleRowProps = {
  vehicle: Vehicle;
  days: ReturnType<typeof useTypedDays>;
  showsFaults: boolean;
  onConfirm: () => void;
};

function VehicleRow({ vehicle, days, showsFaults, onConfirm }: VehicleRowProps) {
  const facts = assumedFacts(vehicle);
  const isChanged = facts.some((fact) => days.dayOf(fact) !== fact.from && !faultOf(days.dayOf(fact), fact));
  return (
    <li>
      <fieldset className={rowShape}>
        <legend className="sr-only">{vehicle.registration}</legend>
        <div className="flex items-start justify-between gap-x-4 lg:contents">
          <div className="min-w-0 wrap-anywhere">
            <Link
              href={`/?tab=drivers&vehicle=${vehicle.id}`}
              className="font-medium text-brand underline underline-offset-4"
            >
              {vehicle.registration}
            </Link>
            {vehicle.description && <p className="text-sm text-muted">{vehicle.description}</p>}
          </div>
          <Button
            icon={Check}
            className="lg:order-1 lg:mt-6 lg:self-start"
            aria-label={`Confirm: ${vehicle.registration}`}
            onClick={onConfirm}
          >
            Confirm
          </Button>
        </div>
        <div className="grid gap-x-4 gap-y-2 max-lg:mt-2 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map((fact) => (
            <DateField
              key={keyOf(fact)}
              label={fact.fact === 'time' ? 'Available since' : `Licence ${fact.number} since`}
              note={fact.to ? `until ${formatDay(fact.to)}` : undefined}
              value={days.dayOf(fact)}
              error={showsFaults ? faultOf(days.dayOf(fact), fact) : undefined}
              onChange={(day) => days.type(fact, day)}
            />
          ))}
        </div>
      </fieldset>
      {isChanged && (
        <LodgedWarning
          vehicle={{
            before: vehicle,
            after: withConfirmed(vehicle, facts.map(days.withDay)),
          }}
        />
      )}
    </li>
  );
}
