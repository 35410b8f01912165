import { Rows3 } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { useIsDrawn } from '@/lib/hooks/use-is-drawn';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useOutbox } from '../outbox/outbox';
import { isRefused } from '../outbox/waiting-trip';
import type { TripForm } from '../trip-form/trip-form';
import { LogTripForm } from './log-trip-form';
import { RecentSuburbs } from './recent-suburbs';
import { RepeatTrip } from './repeat-trip';
import { TodaysTrips } from './todays-trips';
import { useRepeatShortcut } from './use-repeat-shortcut';
import { useNewTripForm, useTripLogging } from './use-trip-logging';

const RefusedTrips = lazyPart<'RefusedTrips', object>(
  'RefusedTrips',
  () => import('../outbox/waiting-trips'),
  { Failed: failingQuietly('Rejected trips could not be loaded.') },
);

type LogTripTabProps = {
  holderId: string;
  onAddDrivers: () => void;
  onLogged: () => void;
  /** Stands next to all of it, from 1,280 px. */
  side: ReactNode;
};

/** The form that logs a trip. On a desk, shortcuts and today's trips are next to it. */
export function LogTripTab(props: LogTripTabProps) {
  const form = useNewTripForm();
  // `useForm` renders what uses it again as soon as it is mounted, at one go: on a slow phone all of this would take twice as long
  return useIsDrawn() && <Contents form={form} {...props} />;
}

const Contents = memo(function Contents({
  form: newForm,
  holderId,
  onAddDrivers,
  onLogged,
  side,
}: LogTripTabProps & { form: TripForm }) {
  const logging = useTripLogging(newForm, onLogged);
  const hasRefused = useOutbox().records.some(isRefused);
  const { form, lastTrip, hasDrivers, isLoading, loadAnew, repeat, fillPlace } = logging;
  const isBeside = useMediaQuery('(min-width: 64rem)');
  const isTouched = useMediaQuery('(pointer: coarse)');
  // the form is there first
  const hasForm = useIsDrawn();
  const card = useRef<HTMLDivElement>(null);

  const focusSubmit = () => card.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  useRepeatShortcut(lastTrip, focusSubmit, (trip) => {
    // what was typed before stays
    if (!form.getValues('suburb')) repeat(trip);
  });

  const repeatTrip = (
    <RepeatTrip
      trip={lastTrip}
      isLoading={isLoading}
      onRetry={loadAnew}
      onAddDrivers={hasDrivers ? undefined : onAddDrivers}
      onRepeat={(trip) => {
        repeat(trip);
        focusSubmit();
      }}
    />
  );
  const recentSuburbs = (className: string) => (
    <RecentSuburbs
      form={form}
      className={className}
      onChoose={(place, button) => {
        fillPlace(place);
        // a phone's keyboard would cover the usual waiting times
        if (isTouched) button.focus();
        else form.setFocus('waitingTime');
      }}
    />
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)_minmax(0,22rem)]">
      <div ref={card} className="w-full max-w-form">
        <Card>
          <div className="mb-4 flex items-center justify-between max-sm:sr-only">
            <h2 className="text-lg font-semibold">Log Trip</h2>
            {isBeside && (
              <Link href="/log-several" className={buttonClass('ghost', '-my-2 -mr-4')}>
                <Rows3 className="size-4" />
                Log several
              </Link>
            )}
          </div>
          {!isBeside && <div className="mb-4">{repeatTrip}</div>}
          <LogTripForm
            logging={logging}
            holderId={holderId}
            recentSuburbs={!isBeside && recentSuburbs('-mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6')}
          />
        </Card>
      </div>
      <div className="space-y-4 sm:space-y-6">
        {isBeside && (
          <Card title="Log again">
            {repeatTrip}
            {recentSuburbs('mt-4 flex-wrap')}
          </Card>
        )}
        {hasRefused && <RefusedTrips />}
        {hasForm && <TodaysTrips />}
      </div>
      {side && <div className="space-y-6">{side}</div>}
    </div>
  );
});
