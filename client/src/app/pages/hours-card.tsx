import { addDays, brisbaneDay, dayRange } from '@shared/periods';
import { minutesOf, partWithin } from '@shared/shifts/hours-within';
import type { Shift } from '@shared/shifts/shifts';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useOutbox } from '@/features/outbox/outbox';
import { useShifts } from '@/features/shifts/api';
import { writeFilter } from '@/features/shifts/hours-filter';
import { weekdayText } from '@/features/shifts/hours-list';
import { ShiftButton } from '@/features/shifts/shift-button';
import { alignedMinutesText, dayOf, spanText } from '@/features/shifts/shift-text';
import { useOpenShifts, withWaiting } from '@/features/shifts/use-open-shifts';
import { useNow } from '@/lib/clock';
import { type Span, spansAt } from '@/lib/spans';
import { AllLink, lineClass, type PageOf } from './page-parts';

const SHOWN = 5;
/** A whole month is within them. */
const DAYS_BACK = 31;

/** The last shifts of a driver or in a vehicle. A driver's has totals, and starts and ends one. */
export function HoursCard({ of, isActive = false }: { of: PageOf; isActive?: boolean }) {
  const now = useNow();
  const today = brisbaneDay(now);
  const spans = spansAt(now);
  const from = addDays(today, -DAYS_BACK);
  const shifts = useShifts({ ...of, from, to: today });
  const records = useOutbox().shifts;
  const isOf = (shift: Shift) =>
    of.vehicleId ? shift.vehicleId === of.vehicleId : shift.driverId === of.driverId;
  const listed = withWaiting(shifts.data ?? [], records, shifts.dataUpdatedAt)
    .map(({ shift }) => shift)
    .filter((shift) => isOf(shift) && dayOf(shift.start) >= from)
    .sort((one, other) => (one.start < other.start ? 1 : -1));

  return (
    <Card
      title="Hours"
      description={shifts.data && listed.length === 0 && `No shifts in the last ${DAYS_BACK} days`}
      actions={
        of.driverId && (
          <AllLink href={`/hours?${writeFilter({ driverId: of.driverId, ...spans['This month'] })}`}>
            All hours
          </AllLink>
        )
      }
    >
      {of.driverId && isActive && <Open driverId={of.driverId} />}
      <QueryState
        query={shifts}
        failed="The shifts could not be loaded"
        skeleton={<ListSkeleton label="Loading the shifts" />}
      />
      {of.driverId && listed.length > 0 && (
        <dl className="mb-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {(['This week', 'This month'] as const).map((name) => (
            <div key={name} className="flex gap-2">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{totalText(listed, spans[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {listed.length > 0 && (
        <ul aria-label="Last shifts" className="divide-y divide-line">
          {listed.slice(0, SHOWN).map((shift) => (
            <li key={shift.id}>
              <Link
                href={`/hours?${writeFilter({ driverId: shift.driverId, from: dayOf(shift.start), to: dayOf(shift.start) })}`}
                className={lineClass}
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-medium">{weekdayText(dayOf(shift.start))}</span>
                  <span className="text-sm text-muted">
                    {spanText(shift)}
                    {' · '}
                    <bdi>{of.vehicleId ? shift.driverName : shift.vehicleRegistration}</bdi>
                  </span>
                </span>
                <span className="shrink-0 text-sm tabular-nums">
                  {shift.end ? alignedMinutesText(minutesIn(shift)) : <Badge>Open</Badge>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const ALL_TIME = { from: new Date(0), to: new Date(8.64e15) };
const partOf = ({ start, end }: Shift, range = ALL_TIME) =>
  end ? partWithin({ start: new Date(start), end: new Date(end) }, range) : undefined;

function minutesIn(shift: Shift): number {
  const part = partOf(shift);
  return part ? part.to - part.from : 0;
}

/** Time in two shifts counts once, and an open shift not yet, as in the report. */
function totalText(shifts: readonly Shift[], { from, to }: Span): string {
  const parts = shifts.toReversed().flatMap((shift) => partOf(shift, dayRange(from, to)) ?? []);
  return alignedMinutesText(minutesOf(parts));
}

/** Whether the driver has a shift now; the tap that starts or ends it. */
function Open({ driverId }: { driverId: string }) {
  const open = useOpenShifts().findLast(({ shift }) => shift.driverId === driverId)?.shift;
  return (
    <div className="mb-3 flex items-center justify-between gap-3">
      <p className="text-sm">
        {!open && <span className="text-muted">No shift now</span>}
        {open && (
          <>
            On shift since {weekdayText(dayOf(open.start))}, {spanText(open).replace(/^since /, '')}
          </>
        )}
      </p>
      <ShiftButton driverId={driverId} vehicleId="" />
    </div>
  );
}
