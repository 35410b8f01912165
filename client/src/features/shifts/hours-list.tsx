import { brisbaneDay, brisbaneTime, formatDay } from '@shared/periods';
import type { MinuteSpan } from '@shared/shifts/hours-within';
import { SHIFT_REMARKS, type ShiftRemark } from '@shared/shifts/shift-remarks';
import { Pencil, Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { DataTableTotals } from '@/components/ui/table-totals';
import { isSettled } from '@/features/outbox/waiting-record';
import { now } from '@/lib/clock';
import { alignedMinutesText, dayOf, shiftLabel, spanText, timeText } from './shift-text';
import type { ShownShift } from './use-open-shifts';

/** A shift of the list, with its remarks. */
export type HoursRow = ShownShift & {
  remarks: readonly ShiftRemark[];
  /** The part of it within the days; undefined while it is open. */
  part: MinuteSpan | undefined;
  /** Whether it began before the days or went on after them. */
  isCut: boolean;
};

type HoursListProps = {
  rows: readonly HoursRow[];
  /** Whether the drivers are named: more than one is listed. */
  hasDrivers: boolean;
  busy: boolean;
  totals: DataTableTotals;
  onEdit: (row: HoursRow) => void;
  onDelete: (row: HoursRow) => void;
};

const hoursOf = ({ from, to }: MinuteSpan) => alignedMinutesText(to - from);

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** 'Mon 23/11/2026'. */
export const weekdayText = (day: string): string =>
  `${WEEKDAYS[new Date(day).getUTCDay()]} ${formatDay(day)}`;

/** 'Mon 23/11'; with its year where that is not this one. */
const shortDayText = (day: string): string =>
  weekdayText(day).replace(`/${brisbaneDay(now()).slice(0, 4)}`, '');

/** The shifts by day (docs/product/hours.md#hours-screen). A phone has Delete in the shift's dialog. */
export function HoursList({ rows, hasDrivers, busy, totals, onEdit, onDelete }: HoursListProps) {
  return (
    <DataTable
      caption="Shifts"
      isBroad
      busy={busy}
      totals={totals}
      columns={columnsOf(hasDrivers)}
      rows={rows}
      rowKey={({ shift, record }) => record?.key ?? shift.id}
      cardTitle={({ shift }) => (hasDrivers ? shift.driverName : weekdayText(dayOf(shift.start)))}
      cardFigure={({ part }) => (part ? hoursOf(part) : '')}
      cardSubtitle={({ shift }) => {
        const what = [shift.vehicleRegistration, shift.note].filter(Boolean).join(', ');
        return (
          <>
            {hasDrivers && <span className="whitespace-nowrap">{shortDayText(dayOf(shift.start))}, </span>}
            <span className="whitespace-nowrap">
              {spanText(shift)}
              {what && ','}
            </span>{' '}
            {what}
          </>
        );
      }}
      cardNotes={(row) => <Remarks {...row} />}
      onRow={onEdit}
      actions={(row) => (
        <>
          <IconButton
            icon={Pencil}
            label={`Edit shift: ${shiftLabel(row.shift)}`}
            onClick={() => onEdit(row)}
          />
          <IconButton
            icon={Trash2}
            tone="danger"
            className="max-sm:hidden"
            label={`Delete shift: ${shiftLabel(row.shift)}`}
            onClick={() => onDelete(row)}
          />
        </>
      )}
    />
  );
}

function Remarks({ shift, record, remarks, isCut }: HoursRow) {
  const isWaiting = record && !isSettled(record);
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {!shift.end && <Badge>Open</Badge>}
      {isWaiting && <Badge tone="due">Waiting</Badge>}
      {isCut && <Badge>Counted within these days</Badge>}
      {remarks.map((remark) => (
        <Badge key={remark} tone="due">
          {SHIFT_REMARKS[remark]}
        </Badge>
      ))}
    </span>
  );
}

function columnsOf(hasDrivers: boolean): readonly Column<HoursRow>[] {
  const columns: Column<HoursRow>[] = [
    {
      header: 'Day',
      cell: ({ shift }) => <span className="whitespace-nowrap">{weekdayText(dayOf(shift.start))}</span>,
    },
    ...(hasDrivers
      ? [{ header: 'Driver', cell: ({ shift }: HoursRow) => <Clipped>{shift.driverName}</Clipped> }]
      : []),
    { header: 'Start', cell: ({ shift }) => brisbaneTime(new Date(shift.start)) },
    {
      header: 'End',
      cell: ({ shift }) => {
        if (!shift.end) return null;
        const [time, ...day] = timeText(shift.end, dayOf(shift.start)).split(' ');
        return (
          <span className="whitespace-nowrap">
            {time} <span className="text-muted">{day.join(' ')}</span>
          </span>
        );
      },
    },
    {
      header: 'Total',
      numeric: true,
      cell: ({ part }) => (part ? hoursOf(part) : null),
    },
    { header: 'Vehicle', cell: ({ shift }) => shift.vehicleRegistration },
    {
      header: 'Remarks',
      cell: (row) => (
        <>
          <Remarks {...row} />
          {row.shift.note && <Clipped>{row.shift.note}</Clipped>}
        </>
      ),
    },
  ];
  return columns.map((column) => ({ ...column, inCardTitle: true }));
}
