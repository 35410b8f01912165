import type { Trip } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { Clock, Rows3 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ClockWarning } from '@/components/clock-warning';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useOutbox } from '@/features/outbox/outbox';
import { StorageWarning } from '@/features/outbox/storage-warning';
import { isRefusedRecord } from '@/features/outbox/waiting-record';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { RefusedTrips } from '../outbox/waiting-trips';
import { LogTripForm, type ShiftParts } from './log-trip-form';
import { RecentSuburbs } from './recent-suburbs';
import { NO_DRIVERS, RepeatTrip, TO_DRIVERS } from './repeat-trip';
import { TodaysTrips } from './todays-trips';
import { type TripLogging, useTripLogging } from './use-trip-logging';

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
  const card = useRef<HTMLDivElement>(null);
  const focusSubmit = () => card.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  const logging = useTripLogging(onLogged, focusSubmit);
  const { form, lastTrip, hasDrivers, repeat, logAgain } = logging;
  const hasRefused = useOutbox().trips.some(isRefusedRecord);
  const isDesk = useMediaQuery('(min-width: 64rem)');

  // the last trip of anybody is not meant while the likely driver is about to be chosen
  useRepeatShortcut(logging.isDriverChosen ? lastTrip : undefined, focusSubmit, (trip) => {
    // a suburb that was typed before stays
    if (!form.getValues('suburb')) repeat(trip);
  });

  const repeatTrip = (
    <RepeatTrip
      trip={lastTrip}
      isLoading={logging.isLoading}
      onRetry={logging.retry}
      hasDrivers={hasDrivers}
      canChooseDriver={logging.canChooseDriver}
      hasTrips={logging.hasTrips}
      onAddDrivers={onAddDrivers}
      isDesk={isDesk}
      onRepeat={logAgain}
    />
  );

  return (
    <div
      className={clsx(
        'mx-auto grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-lg:max-w-form sm:gap-6 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]',
        side && 'xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)_minmax(0,22rem)]',
      )}
    >
      <div ref={card} className="w-full max-w-form">
        <Card>
          <FormHeading onAddDrivers={isDesk && !hasDrivers ? onAddDrivers : undefined} />
          {/* above everything that logs a trip or starts a shift */}
          <div className="mb-4 space-y-3 empty:hidden">
            <ClockWarning />
            <StorageWarning />
          </div>
          {!isDesk && <shift.LeftOpen className="mb-2 max-sm:-mt-2" />}
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
            recentSuburbs={!isDesk && <FillRecentSuburb logging={logging} className={SCROLLED_ROW} />}
          />
        </Card>
      </div>
      <div className="space-y-4 sm:space-y-6">
        {isDesk && <shift.LeftOpen />}
        {isDesk && (
          <Card title="Log again">
            {repeatTrip}
            <FillRecentSuburb logging={logging} className="mt-4 flex-wrap" />
          </Card>
        )}
        {hasRefused && <RefusedTrips />}
        <TodaysTrips onLogAgain={logAgain} />
      </div>
      {side && <div className="space-y-6">{side}</div>}
    </div>
  );
}

/** The fade says that there are more; the last one is scrolled out of it. */
const SCROLLED_ROW =
  '-mx-4 overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] pr-12 pl-4 sm:-mx-6 sm:pl-6';

/** @param onAddDrivers shown in place of the links to other screens, so that nothing moves once the drivers are known */
function FormHeading({ onAddDrivers }: Pick<LogTripTabProps, 'onAddDrivers'>) {
  const isOnPhone = useOnPhone();
  return (
    <div className="mb-4 flex items-center justify-between max-sm:sr-only">
      <h2 className="text-lg font-semibold">Log Trip</h2>
      {onAddDrivers ? (
        <Button variant="primary" className="-my-2" onClick={onAddDrivers}>
          {TO_DRIVERS}
        </Button>
      ) : (
        !isOnPhone && <OtherScreens />
      )}
    </div>
  );
}

const OtherScreens = () => (
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
);

function FillRecentSuburb({ logging, className }: { logging: TripLogging; className: string }) {
  const { form, lookup } = logging;
  const isTouched = useMediaQuery('(pointer: coarse)');
  // a phone's keyboard would cover the usual waiting times
  const focusMinutes = (button: HTMLButtonElement) =>
    isTouched ? button.focus() : form.setFocus('waitingTime');
  return (
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
