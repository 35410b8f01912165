import { countOf } from '@shared/figures';
import { daysBetween } from '@shared/periods';
import {
  type CreateShift,
  type ListShiftsQuery,
  MAX_PROPOSED_DAYS,
  MAX_SHIFTS_AT_ONCE,
  PROPOSAL_MARGIN_MINUTES,
  type ProposedShift,
} from '@shared/shifts/shifts';
import { Check, Pencil } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useProposedShifts } from './api';
import { weekdayText } from './hours-list';
import { dayOf, hoursText, lengthOf, shiftLabel, spanText } from './shift-text';
import { useStoreShiftsOnce } from './use-store-shifts-once';

type ProposedHoursProps = { query: ListShiftsQuery; onChange: (proposed: ProposedShift) => void };

/** A proposal as it is stored. */
export const fieldsOf = ({ driverId, vehicleId, start, end }: ProposedShift): CreateShift => ({
  driverId,
  vehicleId,
  start,
  end,
  note: null,
});

/** Hours that trips without a shift suggest: a guess until someone confirms it (docs/product/hours.md#proposed-hours). */
export function ProposedHours({ query, onChange }: ProposedHoursProps) {
  const isTooLong = daysBetween(query.from, query.to) >= MAX_PROPOSED_DAYS;
  const proposed = useProposedShifts(query, !isTooLong);
  const { store, isPending } = useStoreShiftsOnce({
    done: 'confirmed',
    failed: 'Failed to confirm the hours',
    undone: () => 'Proposed again',
    undoFailed: 'Failed to undo the confirmation',
  });
  const confirm = (confirmed: readonly ProposedShift[]) => store(confirmed.map(fieldsOf));
  const rows = proposed.data ?? [];
  const atOnce = rows.slice(0, MAX_SHIFTS_AT_ONCE);

  if (isTooLong)
    return (
      <p className="text-sm text-muted">
        Hours are proposed from trips for at most {MAX_PROPOSED_DAYS} days. Choose fewer to see them.
      </p>
    );
  if (proposed.data && rows.length === 0) return null;
  return (
    <Card
      title="Proposed from trips"
      className="border-dashed"
      description={`Trips on these days are in no shift. Each proposal is a guess: from ${PROPOSAL_MARGIN_MINUTES} minutes before the first trip to ${PROPOSAL_MARGIN_MINUTES} minutes after the last. It counts once you confirm it.`}
      actions={
        rows.length > 1 && (
          <Button pending={isPending} pendingLabel="Confirming..." onClick={() => void confirm(atOnce)}>
            {atOnce.length < rows.length
              ? `Confirm the first ${atOnce.length}`
              : `Confirm all ${rows.length}`}
          </Button>
        )
      }
    >
      <QueryState
        query={proposed}
        failed="The proposed hours could not be loaded"
        skeleton={
          <SkeletonGroup
            label="Loading proposed hours"
            className="space-y-4"
            bars={['h-10 w-full', 'h-10 w-full']}
          />
        }
      />
      <ul aria-label="Proposed hours" className="divide-y divide-line">
        {rows.map((row) => (
          <li key={`${row.driverId} ${row.start}`} className="flex flex-wrap items-center gap-x-2 py-2">
            <div className="min-w-48 grow">
              <p className="font-medium">
                {weekdayText(dayOf(row.start))}, {spanText(row)}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                <bdi>{row.driverName}</bdi>&nbsp;· {hoursText(lengthOf(row, new Date(row.end)))}&nbsp;· from{' '}
                {countOf(row.trips, 'trip')}
                {row.vehicleRegistration && `\u00a0· ${row.vehicleRegistration}`}
              </p>
            </div>
            <span className="ml-auto flex shrink-0">
              <IconButton
                icon={Pencil}
                label={`Change before confirming: ${shiftLabel(row)}`}
                onClick={() => onChange(row)}
              />
              <Button
                icon={Check}
                aria-label={`Confirm: ${shiftLabel(row)}`}
                disabled={isPending}
                onClick={() => void confirm([row])}
              >
                Confirm
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
