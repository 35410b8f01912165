import { PAGE_SIZE } from '@shared/limits';
import { isLookedOver } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import { Button } from '@/components/ui/button';
import { useRecipients } from '@/features/deliveries/api';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { useChecks } from '@/features/reports/api';
import { useTrips } from '@/features/trips/api';
import { useQuarterToLookOver } from './look-over';
import { FirstRunFrame, type FirstRunState, type Step, StepsCard } from './steps-card';
import type { Way } from './use-first-run';

type Acts = {
  onAddDriver: () => void;
  onAddRecipient: () => void;
  onImport: () => void;
  onLookOver: (quarter: Period) => void;
};
type FirstRunProps = FirstRunState & Acts & { way: Way | null };

/** The first steps of a new holder: how to begin, then the steps of that way (docs/product/app.md#first-run). */
export function FirstRun({ way, ...props }: FirstRunProps) {
  const drivers = useDrivers().data;
  // a holder who has drivers has begun, on another device or by the tabs
  const hasBegun = drivers !== undefined && drivers.length > 0;
  if (way === 'spreadsheet') return <FromSpreadsheet {...props} />;
  return way === 'nothing' || hasBegun ? <FromNothing {...props} /> : <Choice {...props} />;
}

const Choice = ({ choose, onImport, ...props }: FirstRunState & Acts) => (
  <FirstRunFrame {...props} isFolded={false} heading="How do you begin?">
    <div className="mt-1 grid gap-2 sm:grid-cols-2 sm:gap-4">
      <div>
        <Button
          variant="primary"
          className="w-full"
          onClick={() => {
            choose('spreadsheet');
            onImport();
          }}
        >
          I have a spreadsheet
        </Button>
        <p className="mt-1 text-sm text-muted max-lg:hidden">
          Trips from Excel or your dispatch system. Drivers and vehicles come with them.
        </p>
      </div>
      <div>
        <Button className="w-full" onClick={() => choose('nothing')}>
          I start with nothing
        </Button>
        <p className="mt-1 text-sm text-muted max-lg:hidden">Add a driver, then log each trip.</p>
      </div>
    </div>
  </FirstRunFrame>
);

function useRecipientStep(act: () => void): Step {
  const recipients = useRecipients().data;
  return {
    title: 'Add a recipient',
    hint: 'Reports are then sent automatically.',
    isDone: recipients && recipients.length > 0,
    act,
  };
}

function FromNothing({ onAddDriver, onAddRecipient, ...props }: FirstRunState & Acts) {
  const drivers = useDrivers().data;
  const trips = useTrips({ limit: PAGE_SIZE }).data;
  const hasKept = useOutbox().records.length > 0;
  const steps: Step[] = [
    {
      title: 'Add a driver',
      hint: 'Trips are logged for a driver.',
      isDone: drivers && drivers.length > 0,
      act: onAddDriver,
    },
    {
      title: 'Log a trip',
      hint: 'Suburb and waiting time are enough.',
      isDone: hasKept || (trips && trips.total > 0),
    },
    useRecipientStep(onAddRecipient),
  ];
  return <StepsCard {...props} steps={steps} />;
}

function FromSpreadsheet({ onImport, onLookOver, onAddRecipient, ...props }: FirstRunState & Acts) {
  const trips = useTrips({ limit: PAGE_SIZE }).data;
  const hasTrips = trips && trips.total > 0;
  const { quarter, isKnown } = useQuarterToLookOver(hasTrips === true);
  const checks = useChecks(quarter, isKnown).data;
  const steps: Step[] = [
    {
      title: 'Import trips',
      hint: 'Drivers and vehicles come with them.',
      isDone: hasTrips,
      act: onImport,
    },
    {
      title: 'Look over the quarter',
      hint: 'See what an inspector would ask.',
      isDone: hasTrips === false ? false : checks && isLookedOver(checks),
      act: () => onLookOver(quarter),
    },
    useRecipientStep(onAddRecipient),
  ];
  return <StepsCard {...props} steps={steps} />;
}
