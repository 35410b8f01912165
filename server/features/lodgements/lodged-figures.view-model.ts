import { countOf, formatCount, formatMinutes } from '@shared/figures';
import { brisbaneDay, formatDay } from '@shared/periods';
import { type Difference, differenceText, type FigureChange } from '@shared/reports/lodgements';
import {
  addTotals,
  averageMinutes,
  averageWait,
  NO_TRIPS,
  type TripTotals,
  waitsKnown,
  withWaitsKnown,
} from '@shared/trips/waits';
import type { PlaceAreas } from '../areas/areas.repository';
import type { PeriodFigures } from '../reports/figures.repository';
import { averageFigure } from '../reports/report.view-model';
import { SUBJECTS } from './figure-history.repository';
import type { LodgedDriver, LodgedFigures } from './lodgements.repository';

export function lodgedFigures({
  period,
  totals,
  locations,
  drivers,
  vehicles,
  placeAreas,
}: Pick<PeriodFigures, 'period' | 'totals' | 'locations' | 'drivers' | 'vehicles'> & {
  placeAreas: PlaceAreas;
}): LodgedFigures {
  const named = period.kind === 'quarterly' ? drivers : [];
  return {
    ...totals,
    locations,
    drivers: named.map(({ hasEnd: _, cameBack: __, ...driver }) => ({
      ...driver,
      startDate: brisbaneDay(driver.startDate),
      endDate: driver.endDate && brisbaneDay(driver.endDate),
    })),
    ...(period.kind === 'quarterly' && { vehicles, placeAreas }),
  };
}

type PlaceNames = (place: { suburb: string; postcode: string }) => string;

/** Figures with each place under the name by which it is stored now: a place that was renamed since has not changed. */
export const withPlaceNames = (figures: LodgedFigures, nameOf: PlaceNames): LodgedFigures => ({
  ...figures,
  locations: figures.locations.map((place) => ({ ...place, suburb: nameOf(place) })),
  ...(figures.placeAreas && {
    placeAreas: figures.placeAreas.map((place) => ({ ...place, suburb: nameOf(place) })),
  }),
});

/** The subjects of places that have another name than when they were lodged, each with its subject of now. */
export function renamedSubjects({ locations }: LodgedFigures, nameOf: PlaceNames) {
  return locations.flatMap((place) => {
    const [{ postcode, suburb }, name] = [place, nameOf(place)];
    return [SUBJECTS.place, SUBJECTS.area]
      .map((of) => ({ subject: of(postcode, name), former: of(postcode, suburb) }))
      .filter(({ subject, former }) => subject !== former);
  });
}

const MOST_LISTED = 100;

/** Its subject is one of `SUBJECTS`. */
type ChangedFigure = Omit<FigureChange, 'times' | 'last'> & { subject: string };

/** Lists differences from the lodged figures, in the order of the report; undefined without any. */
export function changesOfFigures(lodged: LodgedFigures, now: LodgedFigures) {
  const changed = [
    ...changesOf(totalLines(lodged), totalLines(now)),
    ...changesOf(placeLines(lodged), placeLines(now)),
    ...changesOf(driverLines(lodged), driverLines(now)),
    ...(lodged.vehicles ? vehicleChanges(lodged.vehicles, now.vehicles ?? []) : []),
    ...areaChanges(lodged, now),
  ];
  if (changed.length === 0) return undefined;
  const left = changed.slice(MOST_LISTED);
  return {
    figures: changed.slice(0, MOST_LISTED),
    total: differenceOf(lodged, now),
    left: { figures: left.length, difference: sumOf(left) },
  };
}

/** Places that moved to another area; a place in one report only has its own line. */
function areaChanges(lodged: LodgedFigures, now: LodgedFigures): ChangedFigure[] {
  const [before, after] = [areaLines(lodged), areaLines(now)];
  const inBoth = (lines: Lines, others: Lines) => new Map([...lines].filter(([key]) => others.has(key)));
  return changesOf(inBoth(before, after), inBoth(after, before));
}

const differenceOf = (lodged: TripTotals, now: TripTotals): Difference => ({
  trips: now.tripCount - lodged.tripCount,
  waiting: now.waitingTotal - lodged.waitingTotal,
});

const sumOf = (changed: ChangedFigure[]): Difference => ({
  trips: changed.reduce((sum, { difference }) => sum + (difference?.trips ?? 0), 0),
  waiting: changed.reduce((sum, { difference }) => sum + (difference?.waiting ?? 0), 0),
});

/** Lines by subject; by label those about every trip. */
type Line = Pick<FigureChange, 'label'> & {
  subject: string;
  text: string;
  totals?: TripTotals;
  /** A number, and its text with a sign. */
  figure?: { value: number; text: (value: number) => string };
  of?: FigureChange['of'];
};
type Lines = Map<string, Line>;

function changesOf(before: Lines, after: Lines): ChangedFigure[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const [lodged, now] = [before.get(key), after.get(key)];
    const line = now ?? lodged;
    if (!line || lodged?.text === now?.text) return [];
    const { subject, label, totals, of = null } = line;
    const difference = totals ? differenceOf(lodged?.totals ?? NO_TRIPS, now?.totals ?? NO_TRIPS) : null;
    const by = difference ? differenceText(difference) : byText(lodged, now);
    return { subject, label, lodged: lodged?.text ?? null, now: now?.text ?? null, difference, by, of };
  });
}

/** "+25 min"; null for what is no number, and for figures that differ in more than it. */
function byText(lodged: Line | undefined, now: Line | undefined): string | null {
  if (!lodged?.figure || !now?.figure) return null;
  const by = now.figure.value - lodged.figure.value;
  if (by === 0) return null;
  const text = now.figure.text(by);
  return by > 0 ? `+${text}` : text;
}

function totalLines(figures: LodgedFigures): Lines {
  const average = averageWait(figures);
  const lines: Omit<Line, 'subject'>[] = [
    {
      label: 'Total trips',
      text: formatCount(figures.tripCount),
      figure: { value: figures.tripCount, text: formatCount },
    },
    {
      label: 'Total waiting',
      text: formatMinutes(figures.waitingTotal),
      figure: { value: figures.waitingTotal, text: formatMinutes },
    },
    {
      label: 'Average wait',
      text: averageText(figures),
      ...(average !== null && { figure: { value: average, text: averageMinutes } }),
    },
  ];
  return new Map(lines.map((line) => [line.label, { subject: SUBJECTS.everyTrip, ...line }]));
}

/** Lodged spellings of one suburb are one line: what is one suburb may have changed since. */
function placeLines({ locations }: LodgedFigures): Lines {
  const lines: Lines = new Map();
  for (const { postcode, suburb, ...counted } of locations) {
    const subject = SUBJECTS.place(postcode, suburb);
    const totals = addTotals(lines.get(subject)?.totals ?? NO_TRIPS, counted);
    const text = [
      countOf(totals.tripCount, 'trip'),
      `${formatMinutes(totals.waitingTotal)} of waiting`,
      ...unknownOf(totals),
    ].join(', ');
    lines.set(subject, { subject, label: `${postcode} ${suburb}`, text, totals });
  }
  return lines;
}

function areaLines({ placeAreas = [] }: LodgedFigures): Lines {
  const lines: Lines = new Map();
  for (const { postcode, suburb, area } of placeAreas) {
    const subject = SUBJECTS.area(postcode, suburb);
    lines.set(subject, { subject, label: `Area of ${postcode} ${suburb}`, text: area ?? 'not known' });
  }
  return lines;
}

/** A driver who left and came back has several lines in a report. */
function driverLines({ drivers }: LodgedFigures): Lines {
  const lines: Lines = new Map();
  for (const driver of drivers) {
    const licence = driver.driverAuthorityLicense;
    addLine(lines, {
      subject: SUBJECTS.driver(licence),
      label: `Driver ${licence}`,
      text: driverText(driver),
      of: { opens: 'driver', id: driver.driverId },
    });
  }
  return lines;
}

type LodgedVehicles = NonNullable<LodgedFigures['vehicles']>;

function vehicleChanges(lodged: LodgedVehicles, now: LodgedVehicles): ChangedFigure[] {
  // earlier versions did not keep why there was no licence
  const areRemarksKept = lodged.every(({ licenceRemark }) => licenceRemark !== undefined);
  return changesOf(vehicleLines(lodged, areRemarksKept), vehicleLines(now, areRemarksKept));
}

/** A vehicle that was sold and bought back has several lines in a report. */
function vehicleLines(vehicles: LodgedVehicles, areRemarksKept: boolean): Lines {
  const lines: Lines = new Map();
  for (const { vehicleId, registration, licence, licenceRemark, from, to } of vehicles) {
    const remark = areRemarksKept ? licenceRemark : 'no licence';
    const text = `${licence ?? remark}, ${datesText(from, to)}`;
    addLine(lines, {
      subject: SUBJECTS.vehicle(registration),
      label: `Vehicle ${registration}`,
      text,
      of: { opens: 'vehicle', id: vehicleId },
    });
  }
  return lines;
}

function addLine(lines: Lines, line: Line): void {
  const before = lines.get(line.subject)?.text;
  lines.set(line.subject, before ? { ...line, text: `${before}; ${line.text}` } : line);
}

const averageText = (totals: TripTotals) => {
  const { value, unit } = averageFigure(totals);
  return withWaitsKnown([value, unit].filter(Boolean).join(' '), totals);
};

const unknownOf = (totals: TripTotals) => [waitsKnown(totals)].filter(Boolean);

const datesText = (from: string, to: string | null): string =>
  to ? `${formatDay(from)} to ${formatDay(to)}` : `since ${formatDay(from)}`;

function driverText({ name, startDate, endDate, ...driver }: LodgedDriver): string {
  const dates = datesText(startDate, endDate);
  const texts = [name, driver.vehicleRegistrationNumber || 'vehicle not known', dates];
  return [...texts, ...(driver.isSubcontracted ? ['subcontracted'] : [])].join(', ');
}
