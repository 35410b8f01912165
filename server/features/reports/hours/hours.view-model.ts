import { countOf, formatCount } from '@shared/figures';
import { foldText } from '@shared/fold-text';
import { brisbaneDay, brisbaneTime, formatDateTime, lastDay, type Range } from '@shared/periods';
import { formatHours } from '@shared/shifts/hours';
import { type MinuteSpan, minutesOf, partWithin } from '@shared/shifts/hours-within';
import { OWN_FIGURES, remarksOn, SHIFT_REMARKS } from '@shared/shifts/shift-remarks';
import { column, NONE } from '../../../lib/columns';
import { daysHead, printTable, type ReportHolder, type ReportSection } from '../report.view-model';

type ShiftRow = {
  id: string;
  driverId: string;
  start: Date;
  end: Date | null;
  note: string | null;
  /** Of the day on which the shift starts, as the number and the registration. */
  driverName: string;
  driverAuthorityLicense: string;
  vehicleRegistration: string | null;
};
export type Named = { name: string; driverAuthorityLicense: string };

export type HoursShift = Omit<ShiftRow, 'driverId'> & {
  /** Those of the shift that lie in the range; null while it is open. */
  minutes: number | null;
  remarks: string[];
};
export type DriverHours = Named & {
  driverId: string;
  shifts: HoursShift[];
  /** The days of the range on which a shift starts, or continues from before. */
  days: number;
  /** Overlaps count once: a driver drives one shift at a time. */
  minutes: number;
};
/** Hours of drivers in a range of days, by name. */
export type Hours = { range: Range; drivers: DriverHours[] };

type Read = {
  range: Range;
  now: Date;
  nameOf: (driverId: string) => Named;
};

/**
 * Adds up hours as docs/product/hours.md#hours-of-a-driver says: to whole minutes, and only those within the range.
 * @param rows earliest first, with those of the day before and after, for the remarks
 */
export function buildHours(rows: readonly ShiftRow[], { range, now, nameOf }: Read): Hours {
  const timed = rows.map(({ driverId, start, end }) => ({
    driverId,
    start: start.toISOString(),
    end: end?.toISOString() ?? null,
  }));
  const remarks = remarksOn(timed, now, (instant) => brisbaneDay(new Date(instant)));
  const ofDriver = new Map<string, { shift: HoursShift; part: MinuteSpan | null }[]>();
  for (const [index, { driverId, ...row }] of rows.entries()) {
    const part = partOf(row, range, now);
    if (part === undefined) continue;
    const shift: HoursShift = {
      ...row,
      minutes: part && part.to - part.from,
      remarks: [
        ...(row.end ? [] : [OPEN]),
        ...(remarks[index] ?? []).map((remark) => SHIFT_REMARKS[remark]),
        ...(row.start < range.from ? [FROM_MIDNIGHT] : []),
        ...(row.end && row.end > range.to ? [UNTIL_MIDNIGHT] : []),
      ],
    };
    const others = ofDriver.get(driverId);
    if (others) others.push({ shift, part });
    else ofDriver.set(driverId, [{ shift, part }]);
  }
  const drivers = [...ofDriver].map(([driverId, list]) => ({
    driverId,
    name: nameOf(driverId).name,
    driverAuthorityLicense: nameOf(driverId).driverAuthorityLicense,
    shifts: list.map(({ shift }) => shift),
    days: new Set(list.map(({ shift: { start } }) => brisbaneDay(start < range.from ? range.from : start)))
      .size,
    minutes: minutesOf(list.flatMap(({ part }) => part ?? [])),
  }));
  return { range, drivers: drivers.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)) };
}

const OPEN = 'Still open, not counted';
const FROM_MIDNIGHT = 'Began before these days: counted from midnight';
const UNTIL_MIDNIGHT = 'Went on after these days: counted until midnight';

const sortKey = ({ name, driverAuthorityLicense, driverId }: DriverHours) =>
  [foldText(name), driverAuthorityLicense, driverId].join('\0');

/** The minutes of a shift within a range; null for an open one, undefined for one that lies in another. */
function partOf(
  { start, end }: Pick<ShiftRow, 'start' | 'end'>,
  range: Range,
  now: Date,
): MinuteSpan | null | undefined {
  if (start >= range.to) return undefined;
  if (!end) return start >= range.from || now > range.from ? null : undefined;
  return partWithin({ start, end }, range);
}

export const sumHours = ({ drivers }: Hours) => ({
  drivers: drivers.length,
  shifts: drivers.reduce((sum, { shifts }) => sum + shifts.length, 0),
  minutes: drivers.reduce((sum, { minutes }) => sum + minutes, 0),
});

/** The answer in JSON. */
export const hoursData = (hours: Hours) => {
  const totals = sumHours(hours);
  return {
    from: brisbaneDay(hours.range.from),
    to: lastDay(hours.range),
    drivers: hours.drivers.map(({ driverId, name, driverAuthorityLicense, days, minutes, shifts }) => ({
      driverId,
      driverName: name,
      driverAuthorityLicense,
      days,
      minutes,
      hours: formatHours(minutes),
      shifts: shifts.map((shift) => ({
        ...shift,
        hours: shift.minutes === null ? null : formatHours(shift.minutes),
      })),
    })),
    totals: { ...totals, hours: formatHours(totals.minutes) },
  };
};

/** A row of the CSV file and of the workbook, with the name and number of the shift's day. */
export type HoursLine = Named & HoursShift;
export const hoursLines = ({ drivers }: Hours): HoursLine[] =>
  drivers.flatMap(({ shifts }) => shifts.map((shift) => ({ ...shift, name: shift.driverName })));

/** How hours are counted, as every document of hours says. */
export const HOURS_RULES =
  'Times are in Brisbane, to the minute. A shift that begins before the first or ends after the last day is listed whole and counted within ' +
  'the days; an open one counts once it has ended. Time in shifts of one driver that overlap is counted once in the total. ' +
  `In remarks, ${OWN_FIGURES}`;

const COUNTED_ONCE = 'Time in overlapping shifts counted once';

/** Says so where the minutes of shifts are more than their sum. */
export const overlapNote = (drivers: readonly Pick<DriverHours, 'shifts' | 'minutes'>[]): string | null =>
  drivers.some(
    ({ shifts, minutes }) => shifts.reduce((sum, shift) => sum + (shift.minutes ?? 0), 0) > minutes,
  )
    ? COUNTED_ONCE
    : null;

/** "14:30"; of another day than that of the start "24/11/2026 06:00". */
const endText = ({ start, end }: HoursShift) => {
  if (!end) return NONE;
  return brisbaneDay(end) === brisbaneDay(start) ? brisbaneTime(end) : formatDateTime(end);
};

/** The lines below a shift: Trip Log's remarks, and the note that someone wrote. */
const belowText = ({ remarks, note }: Pick<HoursShift, 'remarks' | 'note'>) =>
  [remarks.length > 0 && `Remarks: ${remarks.join('. ')}`, note && `Note: ${note}`]
    .filter(Boolean)
    .join('\n');

export const SHIFT_COLUMNS = {
  day: column('Day', 'day', ({ start }: HoursShift) => brisbaneDay(start)),
  from: column('From', 'text', ({ start }: HoursShift) => brisbaneTime(start)),
  to: column('To', 'text', endText),
  vehicle: column('Vehicle', 'code', (shift: HoursShift) => shift.vehicleRegistration),
  hours: column('Hours', 'duration', ({ minutes }: Minutes) =>
    minutes === null ? null : formatHours(minutes),
  ),
  minutes: column('Minutes', 'number', ({ minutes }: Minutes) => minutes),
  below: column('Remarks and note', 'text', belowText),
};
type Minutes = Pick<HoursShift, 'minutes'>;

/** Paper has the hours alone; a file has the minutes too, to add up. */
const PRINTED = Object.values(SHIFT_COLUMNS).filter((each) => each !== SHIFT_COLUMNS.minutes);

/** The shifts of a driver, a line each, with their sum. */
export const hoursSection = (
  heading: string,
  { shifts, days, minutes }: Omit<DriverHours, keyof Named | 'driverId'>,
): ReportSection => ({
  heading,
  note: [`${countOf(shifts.length, 'shift')} on ${countOf(days, 'day')}`, overlapNote([{ shifts, minutes }])]
    .filter(Boolean)
    .join('. '),
  ...printTable<HoursShift>(PRINTED, shifts, { minutes }),
  empty: 'No shifts were recorded in these days.',
});

export type HoursReport = ReturnType<typeof buildHoursReport>;

/** Builds the document of hours: a section for each driver who has shifts. @param driver the document's only driver */
export function buildHoursReport(
  hours: Hours,
  { holder, driver, madeAt }: { holder: ReportHolder; driver?: Named; madeAt: Date },
) {
  const { range } = hours;
  const totals = sumHours(hours);
  const head = daysHead(
    holder,
    { title: driver ? 'Hours of a Driver' : 'Hours of Drivers', range, driver, rules: HOURS_RULES },
    madeAt,
  );
  return {
    ...head,
    figures: [
      { label: 'Hours', value: formatHours(totals.minutes) },
      { label: 'Shifts', value: formatCount(totals.shifts) },
      driver
        ? { label: 'Days', value: formatCount(hours.drivers[0]?.days ?? 0) }
        : { label: 'Drivers', value: formatCount(totals.drivers) },
    ],
    nilStatement: totals.shifts === 0 ? `No shifts were recorded from ${head.period}.` : null,
    sections: hours.drivers.map((one) => hoursSection(`${one.name}, ${one.driverAuthorityLicense}`, one)),
  };
}
