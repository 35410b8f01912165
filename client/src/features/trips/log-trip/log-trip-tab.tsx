import { formatMinutes } from '@shared/figures';
import type { SuburbMatch } from '@shared/places/own-suburbs';
import type { RecentSuburb, Trip } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { ArrowLeft, Check, Clock, LocateFixed, RotateCcw, RotateCw, Rows3 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useOutbox } from '@/features/outbox/outbox';
import { isRefused } from '@/features/outbox/waiting-record';
import { useRecentSuburbs } from '@/features/places/use-recent-suburbs';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { toast } from '@/lib/toast';
import { RefusedTrips } from '../outbox/waiting-trips';
import type { TripForm } from '../trip-form/trip-form';
import { Place } from '../trip-text';
import { LogTripForm, type ShiftParts } from './log-trip-form';
import { TodaysTrips } from './todays-trips';
import { useNewTripForm, useTripLogging } from './use-trip-logging';

type LogTripTabProps = {
  holderId: string;
  entityExpires: string | null | undefined;
  /** Goes where drivers are added; undefined where First steps does. */
  onAddDrivers: (() => void) | undefined;
  onLogged: () => void;
  /** Shown at the right, from 1,280 px. */
  side: ReactNode;
  shift: ShiftParts;
};

/** The form that logs a trip. On a desk, shortcuts and today's trips are next to it. */
export function LogTripTab(props: LogTripTabProps) {
  const { holderId, entityExpires, onAddDrivers, onLogged, side, shift } = props;
  const logging = useTripLogging(useNewTripForm(), onLogged);
  const hasRefused = useOutbox().trips.some(isRefused);
  const { form, lastTrip, hasDrivers, canChooseDriver, isLoading, retry, repeat, logAgain, lookup } = logging;
  const isDesk = useMediaQuery('(min-width: 64rem)');
  const isTouched = useMediaQuery('(pointer: coarse)');
  const card = useRef<HTMLDivElement>(null);

  const focusSubmit = () => card.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  useRepeatShortcut(lastTrip, focusSubmit, (trip) => {
    // what was typed before stays
    if (!form.getValues('suburb')) repeat(trip);
  });

  const asksForDrivers = !hasDrivers && onAddDrivers;
  const repeatTrip = (
    <RepeatTrip
      trip={lastTrip}
      isLoading={isLoading}
      onRetry={retry}
      {...{ hasDrivers, canChooseDriver, onAddDrivers, isDesk }}
      onRepeat={logAgain}
    />
  );
  // a phone's keyboard would cover the usual waiting times
  const focusMinutes = (button: HTMLButtonElement) =>
    isTouched ? button.focus() : form.setFocus('waitingTime');
  const recentSuburbs = (className: string) => (
    <RecentSuburbs
      form={form}
      className={className}
      onChoose={(place, button) => {
        lookup.fill(place);
        focusMinutes(button);
      }}
      onLocated={(places, button) => {
        lookup.chooseNear(places);
        focusMinutes(button);
      }}
    />
  );

  return (
    <div className="mx-auto grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-lg:max-w-form sm:gap-6 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)_minmax(0,22rem)]">
      <div ref={card} className="w-full max-w-form">
        <Card>
          <div className="mb-4 flex items-center justify-between max-sm:sr-only">
            <h2 className="text-lg font-semibold">Log Trip</h2>
            {/* one or the other: nothing may move once the drivers are known */}
            {isDesk && asksForDrivers ? (
              <Button variant="primary" className="-my-2" onClick={onAddDrivers}>
                {TO_DRIVERS}
              </Button>
            ) : (
              <div className="-my-2 -mr-4 flex max-sm:hidden">
                <Link href="/hours" className={buttonClass('ghost', 'px-3')}>
                  <Clock className="size-4" />
                  Hours
                </Link>
                <Link href="/log-several" className={buttonClass('ghost')}>
                  <Rows3 className="size-4" />
                  Log several
                </Link>
              </div>
            )}
          </div>
          {!isDesk && <div className="mb-4">{repeatTrip}</div>}
          <LogTripForm
            logging={logging}
            holderId={holderId}
            shift={shift}
            entityExpires={entityExpires}
            note={
              isDesk &&
              !hasDrivers && (
                <p role="status" className="absolute inset-0 bg-surface text-ink">
                  {NO_DRIVERS}
                </p>
              )
            }
            recentSuburbs={
              !isDesk &&
              // the fade says that there are more; the last one is scrolled out of it
              recentSuburbs(
                '-mx-4 overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] pr-12 pl-4 sm:-mx-6 sm:pl-6',
              )
            }
          />
        </Card>
      </div>
      <div className="space-y-4 sm:space-y-6">
        {isDesk && (
          <Card title="Log again">
            {repeatTrip}
            {recentSuburbs('mt-4 flex-wrap')}
          </Card>
        )}
        {hasRefused && <RefusedTrips />}
        <TodaysTrips onLogAgain={logAgain} />
      </div>
      {side && <div className="space-y-6">{side}</div>}
    </div>
  );
}

const NO_DRIVERS = 'Please add drivers in the Drivers tab before logging trips.';
const TO_DRIVERS = 'Go to the Drivers tab';

const boxClass =
  'flex min-h-21 w-full flex-col justify-center rounded-md px-4 py-2.5 text-left forced-colors:border';

type RepeatTripProps = Pick<LogTripTabProps, 'onAddDrivers'> & {
  trip: Trip | undefined;
  isLoading: boolean;
  onRetry: (() => void) | undefined;
  hasDrivers: boolean;
  canChooseDriver: boolean;
  /** There the form says what a first trip needs. */
  isDesk: boolean;
  /** Logs it, and answers whether it did; Undo leads back to the button. */
  onRepeat: (trip: Trip, button: HTMLElement) => Promise<boolean>;
};

/** Offers to repeat the last trip, or on a phone says what a first trip needs. Its height changes only where its words need a line more. */
function RepeatTrip(props: RepeatTripProps) {
  const { trip, isLoading, onRetry, hasDrivers, canChooseDriver, isDesk, onAddDrivers, onRepeat } = props;
  if (isLoading) return <SkeletonGroup label="Loading your last trip" bars={['h-21 w-full']} />;
  if (!hasDrivers && !isDesk) {
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
  if (!trip) {
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
          <p className="text-sm">Once you have logged a trip, you can repeat it here with one tap.</p>
        )}
      </div>
    );
  }
  return <RepeatButton trip={trip} onRepeat={onRepeat} />;
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
        <Place of={trip} /> · <bdi>{trip.driverName}</bdi>
      </span>
      <span className="w-full truncate text-sm">
        {formatMinutes(trip.waitingTime)} wait{duration}
      </span>
    </button>
  );
}

type RecentSuburbsProps = {
  form: TripForm;
  onChoose: (place: RecentSuburb, button: HTMLButtonElement) => void;
  /** Called with the suburbs around the device, the nearest first. */
  onLocated: (places: SuburbMatch[], button: HTMLButtonElement) => void;
  className?: string;
};

const chipClass =
  'min-h-11 max-w-64 shrink-0 truncate rounded-full border px-4 transition-colors pointer-fine:min-h-10';

/** Fills in the suburb where the device is. It is asked for only when this is tapped. */
function UseMyLocation({ onLocated, isAlone }: Pick<RecentSuburbsProps, 'onLocated'> & { isAlone: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  async function locate(button: HTMLButtonElement) {
    setIsAsking(true);
    const { findSuburbsHere } = await import('./my-location');
    const found = await findSuburbsHere();
    setIsAsking(false);
    if (typeof found === 'string') toast({ title: found, variant: 'destructive' });
    else onLocated(found, button);
  }
  const label = isAsking ? 'Finding your suburb…' : 'Use my location';
  return (
    <button
      type="button"
      disabled={isAsking}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => void locate(event.currentTarget)}
      // on a phone and in three columns the room is the suburbs'
      data-tooltip={label}
      className={clsx(
        chipClass,
        'flex items-center gap-2 border-line-strong bg-surface hover:bg-sunken',
        !isAlone && 'max-sm:px-3.5 xl:max-2xl:px-3.5',
      )}
    >
      <LocateFixed
        className={clsx('size-4 shrink-0', isAsking && 'max-sm:animate-pulse xl:max-2xl:animate-pulse')}
      />
      <span className={clsx(!isAlone && 'max-sm:sr-only xl:max-2xl:sr-only')}>{label}</span>
    </button>
  );
}

function RecentSuburbs({ form, onChoose, onLocated, className }: RecentSuburbsProps) {
  const { data: places, isPending } = useRecentSuburbs();
  const chosen = useWatch({ control: form.control, name: ['suburb', 'postcode'] }).join(' ');

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
    <div
      role="group"
      aria-label="Recent suburbs"
      className={clsx('flex min-h-11 gap-2 lg:min-h-22 lg:content-start xl:max-2xl:min-h-34', className)}
    >
      {'geolocation' in navigator && (
        <UseMyLocation onLocated={onLocated} isAlone={!isPending && !places?.length} />
      )}
      {places?.length === 0 && (
        <p className="self-center text-sm text-muted max-sm:sr-only lg:basis-full">
          Suburbs you log will be offered here.
        </p>
      )}
      {places?.map((place) => {
        const label = `${place.suburb} ${place.postcode}`;
        const isChosen = label === chosen;
        const isAmbiguous = places.some(
          (other) => other.suburb === place.suburb && other.postcode !== place.postcode,
        );
        return (
          <button
            key={label}
            type="button"
            aria-label={label}
            aria-pressed={isChosen}
            // leaving the suburb field would look up its text
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => onChoose(place, event.currentTarget)}
            className={clsx(
              chipClass,
              isChosen
                ? 'border-brand bg-brand-soft font-medium text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
                : 'border-line-strong bg-surface hover:bg-sunken',
            )}
          >
            {isAmbiguous ? label : place.suburb}
          </button>
        );
      })}
    </div>
  );
}

/** Repeats the last trip where the app was opened at `/?repeat`, its shortcut; a reload does not do so again. */
function useRepeatShortcut(lastTrip: Trip | undefined, prepare: () => void, repeat: (trip: Trip) => void) {
  const [, navigate] = useLocation();
  const isAsked = new URLSearchParams(useSearch()).has('repeat');
  const isWanted = useRef(false);

  // before the form looks whether it may move the focus
  useLayoutEffect(() => {
    if (!isAsked) return;
    isWanted.current = true;
    prepare();
    navigate('/', { replace: true });
  });
  // after the form has restored what was half typed
  useEffect(() => {
    if (!isWanted.current || !lastTrip) return;
    isWanted.current = false;
    repeat(lastTrip);
  });
}
