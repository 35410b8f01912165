import { LogTripTab } from '@/features/trips/log-trip/log-trip-tab';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { DuePanel, InstallInvitation, QuarterState } from '../lazy-parts';

type LogTripWithDueProps = {
  holderId: string;
  onAddDrivers: () => void;
  /** Whether a trip was logged since the app was opened. */
  hasLogged: boolean;
  onLogged: () => void;
};

/** The Log Trip tab with what is due, on a wide screen next to it with the state of the quarter. */
export function LogTripWithDue({ hasLogged, ...props }: LogTripWithDueProps) {
  const hasSide = useMediaQuery('(min-width: 80rem)');
  const due = <DuePanel />;
  return (
    <>
      <LogTripTab
        {...props}
        side={
          hasSide && (
            <>
              <QuarterState />
              {due}
            </>
          )
        }
      />
      {!hasSide && <div className="mt-6">{due}</div>}
      {hasLogged && <InstallInvitation />}
    </>
  );
}
