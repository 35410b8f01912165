import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '@shared/durations';
import { addDays, brisbaneDay, brisbaneInstant, brisbaneTime, daysBetween } from '@shared/periods';
import { periodAt, previousPeriod } from '@shared/reports/report-periods';
import {
  demoHour,
  demoName,
  demoRegistration,
  placeAmong,
  popularPlaces,
  seededRandom,
} from '../../features/demo/demo-data';
import { column } from '../../lib/columns';
import { csvText } from '../../lib/spreadsheets/csv';
import { sheetOf, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';

const TRIPS = 600;
const DRIVERS = 30;
const VEHICLES = 20;
const SEED = 20_261_129;

type SheetRow = Awaited<ReturnType<typeof demoRows>>[number];

const COLUMNS = [
  {
    ...column<SheetRow>('Date', 'text', ({ at }) => brisbaneDay(at).split('-').reverse().join('/')),
    width: 12,
  },
  { ...column<SheetRow>('Time', 'text', ({ at }) => brisbaneTime(at)), width: 8 },
  { ...column<SheetRow>('Driver', 'text', ({ driver }) => driver), width: 22 },
  { ...column<SheetRow>('Driver Authority License', 'code', ({ licence }) => licence), width: 24 },
  { ...column<SheetRow>('Vehicle Registration', 'code', ({ registration }) => registration), width: 20 },
  { ...column<SheetRow>('Booked Hire Service License', 'code', ({ bookedHire }) => bookedHire), width: 27 },
  { ...column<SheetRow>('Pickup Suburb', 'text', ({ suburb }) => suburb), width: 22 },
  { ...column<SheetRow>('Postcode', 'code', ({ postcode }) => postcode), width: 10 },
  { ...column<SheetRow>('Waiting Time (minutes)', 'number', ({ waitingTime }) => waitingTime), width: 22 },
  { ...column<SheetRow>('Booking Reference', 'code', ({ reference }) => reference), width: 18 },
];

/** The trips of the last quarter as an operator keeps them in a spreadsheet; the same in every run of a quarter. */
async function demoRows(now: Date) {
  const random = seededRandom(SEED);
  const place = placeAmong(await popularPlaces(random));
  const { from, to } = previousPeriod(periodAt('quarterly', now)).range;
  const first = brisbaneDay(from);
  const days = daysBetween(first, brisbaneDay(to));
  return Array.from({ length: TRIPS }, (_, index) => {
    const number = index % DRIVERS;
    const car = number % VEHICLES;
    // a driver's trips are days apart, so that none looks like another
    const day = addDays(first, Math.floor((index / TRIPS) * days));
    const minutes = demoHour(random()) * 60 + Math.floor(random() * 60);
    const { name: suburb, postcode } = place(random());
    return {
      at: new Date(brisbaneInstant(day).getTime() + minutes * MINUTE_MS),
      driver: Object.values(demoName(number)).join(' '),
      licence: String(400_000 + number * 37),
      registration: demoRegistration(car),
      bookedHire: String(77_000 + car * 11),
      suburb,
      postcode,
      waitingTime: Math.floor(random() ** 2 * 25),
      reference: `J-${40_000 + index}`,
    };
  }).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Writes a spreadsheet of last quarter's trips, a workbook if the file's name ends with .xlsx, else CSV, and says what is in it. */
export async function writeDemoSpreadsheet(file: string, now: Date): Promise<string> {
  const rows = await demoRows(now);
  const isWorkbook = extname(file).toLowerCase() === '.xlsx';
  const source = isWorkbook
    ? writeWorkbook([sheetOf('Trips', COLUMNS, rows)], { now })
    : Readable.from(csvText(COLUMNS, rows));
  await pipeline(source, createWriteStream(file));
  return `${TRIPS} trips of last quarter, ${DRIVERS} drivers and ${VEHICLES} vehicles`;
}
