import { formatMinutes } from '@shared/figures';
import type { Trip } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { ArrowLeft, Check, RotateCcw, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useNow } from '@/lib/clock';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { TripPlace } from '../trip-text';
import { useCarOf } from './car-of';
import { vehicleToRepeat } from './likely-trip';

export const NO_DRIVERS = 'Please add drivers in the Drivers tab before logging trips.';
export const TO_DRIVERS = 'Go to the Drivers tab';

const boxClass =
  'flex min-h-21 w-full flex-col justify-center rounded-md px-4 py-2.5 text-left forced-colors:border';

type RepeatTripProps = {
  trip: Trip | undefined;
  isLoading: boolean;
  onRetry: (() => void) | undefined;
  hasDrivers: boolean;
  canChooseDriver: boolean;
  /** Whether any driver has trips. */
  hasTrips: boolean;
  onAddDrivers: (() => void) | undefined;
  /** There the form says what a first trip needs. */
  isDesk: boolean;
  /** Logs it, and answers whether it did; Undo leads back to the button. */
  onRepeat: (trip: Trip, button: HTMLElement) => Promise<boolean>;
};

/** Offers to repeat the last trip, or on a phone says what a first trip needs. Its height changes only where its words need a line more. */
export function RepeatTrip(props: RepeatTripProps) {
  const { trip, isLoading, onRetry, hasDrivers, canChooseDriver, hasTrips, isDesk, onAddDrivers, onRepeat } =
    props;
  if (isLoading) return <SkeletonGroup label="Loading your last trip" bars={['h-21 w-full']} />;
  if (!hasDrivers && !isDesk) return <NoDrivers onAddDrivers={onAddDrivers} />;
  if (trip) return <RepeatButton trip={trip} onRepeat={onRepeat} />;
  return (
    <div role="status" className={clsx(boxClass, onRetry ? 'bg-danger-soft' : 'bg-sunken')}>
      {onRetry ? (
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-danger">
            Your {canChooseDriver || !hasDrivers ? '' : 'drivers and '}last trip could not be loaded.
          </p>
          <Button icon={RotateCw} className="shrink-0" onClick={onRetry}>
            <span className="max-[22rem]:sr-only">Try again</span>
          </Button>
        </div>
      ) : (
        <p className="text-sm">
          Once you have logged a trip{hasTrips && ' for this driver'}, you can repeat it here with one tap.
        </p>
      )}
    </div>
  );
}

function NoDrivers({ onAddDrivers }: Pick<RepeatTripProps, 'onAddDrivers'>) {
  const hint = <span className="text-sm">{NO_DRIVERS}</span>;
  return (
    <div role="status">
      {onAddDrivers ? (
        <button type="button" onClick={onAddDrivers} className={clsx(boxClass, 'bg-brand text-brand-ink')}>
          <span className="flex items-center gap-2 font-medium">
            {TO_DRIVERS}
            <ArrowLeft className="size-4 shrink-0 rotate-180" />
          </span>
          {hint}
        </button>
      ) : (
        <div className={clsx(boxClass, 'bg-sunken')}>{hint}</div>
      )}
    </div>
  );
}

/** A tap so soon after another, in milliseconds, is part of a double tap and logs nothing. */
const DOUBLE_TAP_MS = 2000;

/** Logs the trip with one tap, and says so where the finger is. */
function RepeatButton({ trip, onRepeat }: Pick<RepeatTripProps, 'onRepeat'> & { trip: Trip }) {
  const [isLogged, setLogged] = useState(false);
  // at once: a second tap may come before the state of the first is drawn
  const isTapped = useRef(false);
  const rest = () => {
    isTapped.current = false;
    setLogged(false);
  };
  async function repeat(button: HTMLElement) {
    if (isTapped.current) return;
    isTapped.current = true;
    if (!(await onRepeat(trip, button))) return rest();
    setLogged(true);
    setTimeout(rest, DOUBLE_TAP_MS);
  }
  const carOf = useCarOf();
  const present = useNow();
  // on their own phone the driver looks for the car that the tap would log
  const vehicleId = vehicleToRepeat(trip, present);
  const again = { ...trip, vehicleId, vehicleRegistration: vehicleId && trip.vehicleRegistration };
  const about = useOnPhone() ? carOf(again) : trip.driverName;
  const Icon = isLogged ? Check : RotateCcw;
  const duration = trip.duration === null ? '' : ` · ${formatMinutes(trip.duration)} trip`;
  return (
    <button
      type="button"
      aria-disabled={isLogged || undefined}
      onClick={(event) => void repeat(event.currentTarget)}
      className={clsx(boxClass, 'bg-brand-soft text-ink')}
    >
      <span className="flex items-center gap-2 font-medium text-brand">
        <Icon className="size-4 shrink-0" />
        {isLogged ? 'Logged' : 'Repeat last trip'}
      </span>
      <span className="w-full truncate text-sm">
        <TripPlace of={trip} />
        {about && (
          <>
            {' '}
            · <bdi>{about}</bdi>
          </>
        )}
      </span>
      <span className="w-full truncate text-sm">
        {formatMinutes(trip.waitingTime ?? 0)} wait{duration}
      </span>
    </button>
  );
}
