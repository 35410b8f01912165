import { formatCount } from '@shared/figures';
import { MAX_MATCHING_TRIPS } from '@shared/limits';
import { clsx } from 'clsx';
import { CalendarDays, Car, FileDown, Tag, Trash2, UserRound, X } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { countOfTrips } from '../../trip-text';
import { useHasKinds } from '../history-api';
import type { useTripSelection } from './trip-selection';

export type SelectionAction = 'driver' | 'vehicle' | 'date' | 'kind' | 'export' | 'delete';

type SelectionBarProps = {
  selected: ReturnType<typeof useTripSelection>;
  onAction: (action: SelectionAction) => void;
};

/** By how many buttons there are besides the four that are always there. */
const PHONE_COLUMNS = [
  'max-sm:grid-cols-4',
  'max-sm:grid-cols-5 max-[22rem]:grid-cols-3! max-[22rem]:*:last:col-span-2',
  'max-sm:grid-cols-3',
];

export function SelectionBar({ selected, onAction }: SelectionBarProps) {
  const { count, more, canSelectAll, selectAll, clear } = selected;
  const hasKinds = useHasKinds();
  const hasVehicles = (useVehicles().data?.length ?? 0) > 1;
  const extras = Number(hasKinds) + Number(hasVehicles);
  return (
    <section
      aria-label="Selected trips"
      className="sticky print:hidden bottom-2 z-10 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface p-2 shadow-float"
    >
      <div className="flex min-h-11 min-w-0 grow flex-wrap items-center gap-x-1 sm:gap-x-2">
        <IconButton icon={X} iconClass="size-5" label="Clear the selection" onClick={clear} />
        <p role="status" className="font-medium max-sm:text-sm">
          {formatCount(count)}
          <span className="max-[22rem]:sr-only"> {count === 1 ? 'trip' : 'trips'}</span> selected
        </p>
        {more > 0 && canSelectAll && (
          <Button
            variant="ghost"
            className="px-2 max-sm:ml-auto max-sm:text-sm max-[22rem]:px-1"
            onClick={selectAll}
          >
            <span>
              Select all {formatCount(more)}
              <span className="max-sm:sr-only"> that match</span>
            </span>
          </Button>
        )}
        {more > 0 && !canSelectAll && (
          <p className="text-sm text-muted">
            Of {formatCount(more)} that match, at most {formatCount(MAX_MATCHING_TRIPS)} can be changed at
            once.
          </p>
        )}
      </div>
      <div
        className={clsx(
          'flex gap-2 max-sm:grid max-sm:w-full max-sm:gap-1 max-sm:*:px-0 max-sm:*:text-sm max-[22rem]:[&_svg]:hidden',
          extras > 0 && 'max-sm:[&_svg]:hidden',
          PHONE_COLUMNS[extras],
        )}
      >
        <Button icon={UserRound} aria-label="Change driver" onClick={() => onAction('driver')}>
          <Change what="driver" />
        </Button>
        <Button icon={CalendarDays} aria-label="Change date" onClick={() => onAction('date')}>
          <Change what="date" />
        </Button>
        {hasVehicles && (
          <Button icon={Car} aria-label="Change vehicle" onClick={() => onAction('vehicle')}>
            <Change what="vehicle" />
          </Button>
        )}
        {hasKinds && (
          <Button icon={Tag} aria-label="Change kind" onClick={() => onAction('kind')}>
            <Change what="kind" />
          </Button>
        )}
        <Button icon={FileDown} onClick={() => onAction('export')}>
          Export
        </Button>
        <Button
          icon={Trash2}
          aria-label={`Delete ${countOfTrips(count)}`}
          className="text-danger!"
          onClick={() => onAction('delete')}
        >
          Delete
        </Button>
      </div>
    </section>
  );
}

/** "Change driver"; below a desk there is room for one word a button. */
const Change = ({ what }: { what: 'driver' | 'vehicle' | 'date' | 'kind' }) => (
  <span className="max-lg:capitalize">
    <span className="max-lg:hidden">Change </span>
    {what}
  </span>
);
