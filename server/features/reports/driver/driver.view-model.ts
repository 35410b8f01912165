import { formatCount } from '@shared/figures';
import { brisbaneDay, lastDay, type Range } from '@shared/periods';
import { formatHours } from '@shared/shifts/hours';
import { averageWait, averageWaitNote, type TripTotals } from '@shared/trips/waits';
import type { AreaSums } from '../../areas/areas.service';
import { type DriverHours, HOURS_RULES, hoursSection } from '../hours/hours.view-model';
import { buildTripList } from '../quarterly/quarterly.view-model';
import {
  areasNote,
  averageFigure,
  countTrips,
  daysHead,
  type NotCounted,
  notCounted,
  printTable,
  type ReportHolder,
} from '../report.view-model';
import { AREA_COLUMNS } from '../report-columns';

/** The report of one driver: booked trips with their areas, hours, and how many trips were not booked. */
export type DriverFigures = AreaSums &
  NotCounted & {
    driverId: string;
    name: string;
    driverAuthorityLicense: string;
    range: Range;
    totals: TripTotals & { durationTotal: number | null };
    hours: Pick<DriverHours, 'shifts' | 'days' | 'minutes'>;
  };

/** The answer in JSON but for the list of trips. */
export const driverData = ({ range, totals, areas, apart, hours, ...figures }: DriverFigures) => ({
  driverId: figures.driverId,
  driverName: figures.name,
  driverAuthorityLicense: figures.driverAuthorityLicense,
  from: brisbaneDay(range.from),
  to: lastDay(range),
  totalTrips: totals.tripCount,
  totalWaiting: totals.waitingTotal,
  averageWait: averageWait(totals),
  unknownWaits: totals.unknownWaits ?? 0,
  rankAndHailTrips: countTrips(figures.rankAndHail),
  otherEntityTrips: countTrips(figures.otherEntity),
  areas: [...areas, ...apart].map(({ region, area, tripCount, waitingTotal, unknownWaits = 0 }) => ({
    region,
    area,
    tripCount,
    waitingTotal,
    unknownWaits,
  })),
  hours: {
    days: hours.days,
    shifts: hours.shifts.length,
    minutes: hours.minutes,
    hours: formatHours(hours.minutes),
  },
});

/** The cells of a trip list but the driver's name, which the report's head has. */
export const withoutDriver = <Cell>(row: Cell[]): Cell[] => row.toSpliced(1, 1);

export type DriverReport = ReturnType<typeof buildDriverReport>;

/** Builds the report of one driver (docs/product/hours.md#report-of-a-driver). */
export function buildDriverReport(data: DriverFigures, holder: ReportHolder, madeAt: Date) {
  const { range, totals, areas, apart, hours, rankAndHail, otherEntity } = data;
  const others = countTrips([...rankAndHail, ...otherEntity]);
  const head = daysHead(
    holder,
    {
      title: 'Driver Report',
      range,
      driver: data,
      rules: `Trips are those that were booked. ${averageWaitNote(totals)} ${HOURS_RULES}`,
    },
    madeAt,
  );
  const list = buildTripList({ ...data, ...totals }, 'No booked trips were logged in these days.');
  const none = `No trips and no hours were recorded from ${head.period}.`;
  return {
    ...head,
    figures: [
      { label: 'Trips', value: formatCount(totals.tripCount) },
      { label: 'Waiting', value: formatCount(totals.waitingTotal), unit: 'min' },
      { label: 'Average wait', ...averageFigure(totals) },
      { label: 'Areas', value: formatCount(areas.length) },
      { label: 'Hours', value: formatHours(hours.minutes) },
    ],
    nilStatement: totals.tripCount + others + hours.shifts.length === 0 ? none : null,
    areas: {
      heading: 'Areas',
      note: [areasNote(data.placesToConfirm), notCounted(data)].filter(Boolean).join('. '),
      ...printTable(AREA_COLUMNS, [...areas, ...apart], totals),
      empty: 'No booked trips were logged in these days.',
    },
    hours: hoursSection('Hours', hours),
    tripList: {
      ...list,
      columns: withoutDriver(list.columns),
      // the count of trips stays next to "Total"
      total: list.total.toSpliced(2, 1),
    },
  };
}
