import { brisbaneDay } from '@shared/periods';
import type { PortalData, PortalPart } from '@shared/reports/reports';
import type { CsvColumn } from '../../../lib/spreadsheets/csv';
import type { AffiliatedDriver } from '../quarterly/quarterly.view-model';
import { average, type TripTotals } from '../report.view-model';

type PortalRows = {
  /** The annual report counts trips, and asks for no waiting times. */
  isAnnual: boolean;
  postcodes: ({ postcode: string } & TripTotals)[];
  drivers: AffiliatedDriver[];
};

const text = (label: string) => ({ label, kind: 'text' as const });
const number = (label: string) => ({ label, kind: 'number' as const });
const day = (label: string) => ({ label, kind: 'day' as const });

/** What the regulator's portal asks for: trips by postcode, affiliated drivers, vehicles (TMR, "Your guide to data reporting"). */
export function buildPortalData({ isAnnual, postcodes, drivers }: PortalRows): PortalData {
  return { parts: [postcodesPart(isAnnual, postcodes), driversPart(drivers), vehiclesPart(drivers)] };
}

function postcodesPart(isAnnual: boolean, postcodes: PortalRows['postcodes']): PortalPart {
  const columns = [text('Postcode'), number('Trips')];
  if (isAnnual) {
    const rows = postcodes.map(({ postcode, tripCount }) => [postcode, tripCount]);
    return { id: 'postcodes', title: 'Trips by postcode', columns, rows };
  }
  return {
    id: 'postcodes',
    title: 'Trips by postcode',
    columns: [...columns, number('Average wait (min)')],
    rows: postcodes.map((part) => [part.postcode, part.tripCount, Number(average(part))]),
  };
}

function driversPart(drivers: AffiliatedDriver[]): PortalPart {
  return {
    id: 'drivers',
    title: 'Affiliated drivers',
    columns: [text('Driver authorisation'), day('Start'), day('End')],
    rows: drivers
      .map(({ driverAuthorityLicense, startDate, endDate }) => [
        driverAuthorityLicense,
        brisbaneDay(startDate),
        endDate && brisbaneDay(endDate),
      ])
      .sort(byCells),
  };
}

/** A vehicle is there from its first driver's start to its last one's end, under each licence by itself. */
function vehiclesPart(drivers: AffiliatedDriver[]): PortalPart {
  const vehicles = new Map<string, AffiliatedDriver>();
  for (const driver of drivers) {
    const key = JSON.stringify([driver.vehicleRegistrationNumber, driver.bookedHireServiceLicense]);
    const known = vehicles.get(key) ?? driver;
    vehicles.set(key, {
      ...known,
      startDate: driver.startDate < known.startDate ? driver.startDate : known.startDate,
      endDate:
        known.endDate && driver.endDate && (driver.endDate > known.endDate ? driver.endDate : known.endDate),
    });
  }
  return {
    id: 'vehicles',
    title: 'Vehicles',
    columns: [text('Registration'), text('Booked hire service licence'), day('Start'), day('End')],
    rows: [...vehicles.values()]
      .map((vehicle) => [
        vehicle.vehicleRegistrationNumber,
        vehicle.bookedHireServiceLicense,
        brisbaneDay(vehicle.startDate),
        vehicle.endDate && brisbaneDay(vehicle.endDate),
      ])
      .sort(byCells),
  };
}

const byCells = (a: (string | null)[], b: (string | null)[]): number =>
  a.join('\0') < b.join('\0') ? -1 : 1;

/** The columns of a part's CSV file. */
export const portalCsvColumns = ({ columns }: PortalPart): CsvColumn<PortalPart['rows'][number]>[] =>
  columns.map(({ label }, index) => ({ header: label, value: (row) => row[index] }));
