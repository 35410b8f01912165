import { useRef } from 'react';
import { Card } from '@/components/ui/card';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { LogTripForm } from './log-trip-form';
import { RecentSuburbs } from './recent-suburbs';
import { RepeatTrip } from './repeat-trip';
import { TodaysTrips } from './todays-trips';
import { useTripLogging } from './use-trip-logging';

/** The form that logs a trip. On a desk, shortcuts and today's trips are beside it. */
export function LogTripTab({ holderId, onAddDrivers }: { holderId: string; onAddDrivers: () => void }) {
  const logging = useTripLogging(holderId);
  const { form, lastTrip, isLoading, loadAnew, repeat, fillPlace } = logging;
  const isBeside = useMediaQuery('(min-width: 64rem)');
  const isTouched = useMediaQuery('(pointer: coarse)');
  const card = useRef<HTMLDivElement>(null);

  const repeatTrip = (
    <RepeatTrip
      trip={lastTrip}
      isLoading={isLoading}
      onRetry={loadAnew}
      onRepeat={(trip) => {
        repeat(trip);
        card.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
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
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div ref={card} className="w-full max-w-form">
        <Card>
          <h2 className="mb-4 text-lg font-semibold max-sm:sr-only">Log Trip</h2>
          {!isBeside && <div className="mb-4">{repeatTrip}</div>}
          <LogTripForm
            logging={logging}
            holderId={holderId}
            onAddDrivers={onAddDrivers}
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
        <TodaysTrips />
      </div>
    </div>
  );
}
