import type { Checks } from '@shared/reports/checks';
import type { PortalData } from '@shared/reports/reports';
import type { Shift } from '@shared/shifts/shifts';
import type { Trip } from '@shared/trips/trips';
import { bytesOf } from '../documents/as-buffer';
import { csvRows } from '../documents/csv-rows';
import { readPdf } from '../documents/pdf-reader';
import { unzip } from '../documents/zip';
import { type Office, storyDay } from './office';
import type { QUARTERS, QuarterName } from './story';

/** Every document of a quarter, read as its reader does, in the lines of a story. */

type Quarter = (typeof QUARTERS)[QuarterName];
type Row = Record<string, string>;

const rowsOf = (csv = ''): Row[] => csvRows(csv);
/** Cells in a line; an empty one is a dash. */
const line = (...cells: unknown[]) =>
  cells
    .map((cell) => storyDay(String(cell ?? '')) || '–')
    .join(' ')
    .trim();

/** "2026-07-15 09:00" is "15 Jul 09:00". */
const moment = (text: string) => `${storyDay(text.slice(0, 10))} ${text.slice(11, 16)}`;
const momentOf = (instant: string) =>
  moment(new Date(Date.parse(instant) + 10 * 3_600_000).toISOString().replace('T', ' '));

/** The quarterly report with its list of trips: each table's lines, and its text. */
export async function readQuarterly({ agent }: Office, { quarter, year }: Quarter) {
  const { lines, text } = await readPdf(
    await bytesOf(agent.post('/api/reports/quarterly').send({ quarter, year, detailedBreakdown: true })),
  );
  const tables = [
    'Affiliated drivers',
    'Available vehicles',
    'Areas where',
    'Trips by pickup',
    'Trips by driver',
    'Trips Times',
  ];
  /** The lines of a table that match, each with its days as a story has them. The number of an expired licence is below its day. */
  const table = (heading: string, row: RegExp) => {
    const start = lines.findIndex((one) => one.startsWith(heading));
    const ends = tables
      .map((other) => lines.findIndex((one) => one.startsWith(other)))
      .filter((at) => at > start);
    return (start < 0 ? [] : lines.slice(start + 1, Math.min(...ends, lines.length)))
      .map((one, index, all) => one.replace(/(Expired \S+:) –/, `$1 ${all[index + 1]} –`))
      .filter((one) => row.test(one) && !one.startsWith('Total'))
      .map((one) => one.replace(/(?<!Expired )\d\d\/\d\d\/\d{4}/g, storyDay));
  };
  const dated = /\d\d\/\d\d\/\d{4} (\d\d\/\d\d\/\d{4}|Current)$/;
  const summed = / \d+ (\d+\.\d|–|Not known)$/;
  const countIn = (heading: string) =>
    lines
      .find((one) => one.startsWith(heading))
      ?.slice(heading.length + 1)
      .split('. ')[0];
  const figures = lines[lines.findIndex((one) => one.startsWith('Total trips')) - 1]?.split(' ') ?? [];
  return {
    text: text.replaceAll('\n', ' '),
    drivers: table('Affiliated drivers', dated),
    vehicles: table('Available vehicles', dated).map((one) =>
      one.replace(
        / (Booked Hire Service Licence|Limousine Licence|Taxi Service Licence|–)(?= \d+ \w{3}( \d\d)? \S+)/,
        '',
      ),
    ),
    counts: `${countIn('Affiliated drivers')}, ${countIn('Available vehicles')}`,
    figures: `${figures[0]} and ${figures.at(-1)}`,
    areas: table('Areas where', summed),
    byDriver: table('Trips by driver', summed),
    trips: table('Trips Times', /^\d\d\/\d\d\/\d{4} \d\d:\d\d /),
  };
}

export async function readPortal({ agent }: Office, { period }: Quarter) {
  const { body } = await agent
    .get('/api/reports/portal-data')
    .query({ report: 'quarterly', period })
    .expect(200);
  const part = (id: string) => (body as PortalData).parts.find((one) => one.id === id)?.rows ?? [];
  const lines = (id: string) => part(id).map((cells) => line(...cells));
  return {
    drivers: lines('drivers'),
    vehicles: lines('vehicles'),
    areas: part('areas').map(([region, area, trips, wait]) =>
      line(region, area, trips, typeof wait === 'number' ? wait.toFixed(1) : wait),
    ),
  };
}

/** The wait that documents print where nobody knows it; files as it is stored, and answers of the API, have none. */
const UNKNOWN = 'Unknown';

/** A trip as a file has it that is exported or handed over. */
const tripLine = (of: { at: string; kind: string; deleted?: string | undefined; cells: unknown[] }) => {
  const ending = of.deleted
    ? ` deleted by ${of.deleted}`
    : of.kind.toLowerCase() === 'booked'
      ? ''
      : ' not booked';
  return line(of.at, ...of.cells) + ending;
};

const exported = (csv: string) =>
  rowsOf(csv).map((row) =>
    tripLine({
      at: moment(row.Date ?? ''),
      kind: row['Kind of Trip'] ?? '',
      cells: [
        row.Driver,
        row['Driver Authority License'],
        row.Vehicle,
        row.Suburb,
        row.Postcode,
        row['Waiting Time (minutes)'],
      ],
    }),
  );
const kept = (rows: Row[]) =>
  rows.map((row) =>
    tripLine({
      at: moment(row.datetime ?? ''),
      kind: row.kind ?? '',
      deleted: row.deletedAt && row.deletedBy,
      cells: [
        row.driverName,
        row.driverAuthorityLicense,
        row.vehicleRegistration,
        row.suburb,
        row.postcode,
        row.waitingTime || UNKNOWN,
      ],
    }),
  );
const keptShifts = (rows: Row[]) =>
  rows.map((row) =>
    line(
      moment(row.start ?? ''),
      row.end?.slice(11),
      row.driverName,
      row.driverAuthorityLicense,
      row.vehicleRegistration,
    ),
  );

/** Trip History and the export of a quarter, the reports of all drivers, the list of shifts and the hours. */
export async function readLists(office: Office, { from, to }: Quarter) {
  const { agent } = office;
  const days = { startDate: from, endDate: to };
  const history = await agent
    .get('/api/trips')
    .query({ ...days, limit: 100 })
    .expect(200);
  const file = await agent
    .get('/api/export/trips')
    .query({ ...days, format: 'csv' })
    .expect(200);
  const choices = await agent.get('/api/tmr-requests/choices').expect(200);
  const reports: string[] = [];
  for (const { id: driverId } of choices.body.drivers)
    reports.push(
      (await agent.get('/api/reports/driver').query({ driverId, from, to, format: 'csv' }).expect(200)).text,
    );
  const shifts = await agent.get('/api/shifts').query({ from, to }).expect(200);
  const hours = await agent.get('/api/reports/hours').query({ from, to, format: 'csv' }).expect(200);
  return {
    history: (history.body.trips as Trip[]).map(({ datetime, kind, ...of }) =>
      tripLine({
        at: momentOf(datetime),
        kind,
        cells: [
          of.driverName,
          of.driverAuthorityLicense,
          of.vehicleRegistration,
          of.suburb,
          of.postcode,
          of.waitingTime ?? UNKNOWN,
        ],
      }),
    ),
    exported: exported(file.text),
    driverReports: reports.flatMap(exported),
    shifts: (shifts.body as Shift[]).map(({ start, end, driverName, vehicleRegistration }) =>
      line(momentOf(start), end && momentOf(end).slice(-5), driverName, vehicleRegistration),
    ),
    hours: rowsOf(hours.text).map((row) => {
      const who = [row.Driver?.replace(/^Total of /, ''), row['Driver Authorisation']];
      const time = row.Day ? [row.Day, row.Start?.slice(11), row.End?.slice(11), row.Vehicle] : [];
      return line(...who, ...time, row['Hours (h:mm)']);
    }),
  };
}

/** The records of all days from a quarter to another: the trips and shifts of a quarter. */
export async function readRecords({ agent }: Office, quarters: readonly Quarter[]) {
  const [startDate, endDate] = [quarters[0]?.from, quarters.at(-1)?.to];
  const files = unzip(await bytesOf(agent.get('/api/records').query({ startDate, endDate })));
  const within = (name: string, { from, to }: Quarter, first: string, last: string) =>
    rowsOf(files[name]).filter((row) => (row[first] ?? '') < `${to} 24` && (row[last] ?? '') >= from);
  return {
    tripsOf: (quarter: Quarter) => kept(within('trips.csv', quarter, 'datetime', 'datetime')),
    shiftsOf: (quarter: Quarter) => keptShifts(within('shifts.csv', quarter, 'start', 'end')),
  };
}

const time = (from: string | undefined, to: string | undefined) =>
  from ? (to ? `${storyDay(from)} to ${storyDay(to)}` : `since ${storyDay(from)}`) : null;

/** The answer to a letter that asks for all of the quarter. */
export async function readAnswer({ agent }: Office, { from, to }: Quarter, receivedOn: string) {
  const letter = { receivedOn, firstDay: from, lastDay: to };
  const { body: request } = await agent.post('/api/tmr-requests').send(letter).expect(201);
  const files = unzip(await bytesOf(agent.get(`/api/tmr-requests/${request.id}/answer`)));
  const [drivers, vehicles] = [rowsOf(files['drivers.csv']), rowsOf(files['vehicles.csv'])];
  const part = ({ firstDay, lastDay }: Row) => time(firstDay, lastDay);
  const nameOf = ({ firstName, lastName }: Row) => [firstName, lastName].filter(Boolean).join(' ');
  const marked = (rows: Row[], name: (row: Row) => string | undefined) =>
    rows.filter(({ isSubcontracted }) => isSubcontracted === 'true').map(name);
  return {
    trips: kept(rowsOf(files['trips.csv'])),
    shifts: keptShifts(rowsOf(files['shifts.csv'])),
    drivers: drivers.map((row) => {
      const affiliation = time(row.affiliatedFrom, row.affiliatedTo) ?? 'not affiliated';
      return line(part(row), nameOf(row), row.driverAuthorityLicense, row.usualVehicle, affiliation);
    }),
    vehicles: vehicles.map((row) => {
      const available = time(row.availableFrom, row.availableTo) ?? 'not available';
      return line(part(row), row.registration, row.licence || row.licenceRemark, available);
    }),
    licences: rowsOf(files['vehicle-licences.csv']).map((row) =>
      line(row.registration, row.number, time(row.from, row.expires)),
    ),
    subcontracted: [...marked(drivers, nameOf), ...marked(vehicles, ({ registration }) => registration)],
  };
}

/** What an inspector would ask about the quarterly report, a text for each finding. */
export async function readChecks({ agent }: Office, { period }: Quarter) {
  const { body } = await agent.get('/api/checks').query({ report: 'quarterly', period }).expect(200);
  return (body as Checks).findings.map(({ kind, title, detail, fixes }) =>
    [kind, title, detail, ...fixes.map(({ label }) => label)].join(' '),
  );
}

/** The lines of the tables of the annual report of 2026-2027, but for their totals. */
export async function readAnnual({ agent }: Office): Promise<string[]> {
  const query = { financialYear: '2026-2027' };
  const { text } = await agent.get('/api/reports/tmr-annual').query(query).expect(200);
  const [, tables = ''] = text.split('C. ');
  return tables
    .split('\r\n')
    .flatMap((one) =>
      one.startsWith('No booked trips')
        ? 'No booked trips'
        : (/^(.+?) {2,}(\d+)$/.exec(one)?.slice(1, 3).join(' ') ?? []),
    )
    .filter((one) => !one.startsWith('Total'));
}
