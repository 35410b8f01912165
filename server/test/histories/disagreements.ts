import { addDays, brisbaneInstant } from '@shared/periods';
import { asMoment, DAYS, type Documents, printed, type Row } from './read-documents';
import {
  type Car,
  isIn,
  lastOf,
  licenceOf,
  namesAt,
  on,
  type Person,
  type Shift,
  type Trip,
  type Truth,
  timesOfCar,
  timesOfPerson,
} from './truth';

const YEAR = { from: '2026-07-01', to: '2027-06-30' };
const text = (...cells: unknown[]) =>
  cells
    .map((cell) => cell ?? '')
    .join(' ')
    .trim();

/** Where the documents of the quarter do not say what was true, a line each; every document says the same where there is none. */
export function disagreements(truth: Truth, documents: Documents): string[] {
  const found: string[] = [];
  /** Compares what a document says, in any order, with what it should say. */
  function same(document: string, says: readonly string[], truly: readonly string[]): void {
    const left = [...truly];
    for (const one of says) {
      const at = left.indexOf(one);
      if (at === -1) found.push(`${document} says: ${one}`);
      else left.splice(at, 1);
    }
    for (const one of left) found.push(`${document} lacks: ${one}`);
  }

  const kept = truth.trips.filter(({ isDeleted }) => !isDeleted);
  const inDays = kept.filter(({ at }) => isIn(DAYS, at));
  const booked = inDays.filter(({ isBooked }) => isBooked);
  const people = truth.people.filter(({ isErased }) => !isErased);
  const cars = truth.cars.filter(({ isErased }) => !isErased);
  const byId = <One extends { id: string }>(all: One[], id: string | undefined) =>
    all.find((one) => one.id === id) as One;

  const tripText = (trip: Trip, isNamed = true) => {
    const { name, number, plate } = namesAt(trip, trip.at);
    const cells = [number, plate, trip.suburb, trip.postcode, trip.wait];
    return isNamed ? text(trip.at, name, ...cells) : text(trip.at, ...cells);
  };
  const answeredTrip = (row: Row) =>
    text(
      ...[asMoment(row.datetime ?? ''), row.driverName, row.driverAuthorityLicense, row.vehicleRegistration],
      ...[row.suburb, row.postcode, row.waitingTime],
    );
  const exportedTrip = (row: Row) =>
    text(
      ...[asMoment(row.Date ?? ''), row.Driver, row['Driver Authority License'], row.Vehicle],
      ...[row.Suburb, row.Postcode, row['Waiting Time (minutes)']],
    );
  const listedTrips = (lines: readonly string[]) =>
    lines.flatMap((line) => (/^\d\d\/\d\d\/\d{4} \d\d:\d\d [A-Z]/.test(line) ? [asMoment(line)] : []));

  // the trips
  const { quarterly, records, answer, exports, annualTrips, lists, hours } = documents;
  same(
    'The trip list of the quarterly report',
    listedTrips(quarterly),
    booked.map((trip) => tripText(trip)),
  );
  const recorded = truth.trips.filter(({ at }) => isIn(DAYS, at));
  const recordText = (trip: Trip) => text(tripText(trip), trip.isDeleted ? 'deleted' : '');
  const recordedTrip = (row: Row) => text(answeredTrip(row), row.deletedAt ? 'deleted' : '');
  same('trips.csv of the records', records.csv('trips.csv').map(recordedTrip), recorded.map(recordText));
  same('trips.csv of the answer', answer.csv('trips.csv').map(recordedTrip), recorded.map(recordText));
  same(
    'The export as CSV',
    exports.csv.map(exportedTrip),
    inDays.map((trip) => tripText(trip)),
  );
  same(
    'The export as workbook',
    exports.workbook.map(exportedTrip),
    inDays.map((trip) => tripText(trip)),
  );
  same(
    'Trip History',
    lists.trips.map(answeredTrip),
    inDays.map((trip) => tripText(trip)),
  );
  const ofYear = kept.filter(({ at, isBooked }) => isBooked && isIn(YEAR, at));
  same(
    'The data of the annual report',
    annualTrips.map(answeredTrip),
    ofYear.map((trip) => tripText(trip)),
  );

  // the shifts
  const overlap = truth.shifts.filter(
    ({ from, to }) => from < `${addDays(DAYS.to, 1)}` && to > `${DAYS.from} 00:00`,
  );
  const keptShifts = overlap.filter(({ isDeleted }) => !isDeleted);
  const shiftText = (shift: Shift) => {
    const { name, number, plate } = namesAt(shift, shift.from);
    return text(shift.from, shift.to, name, number, plate);
  };
  const shiftRecord = (shift: Shift) => text(shiftText(shift), shift.isDeleted ? 'deleted' : '');
  const recordedShift = (row: Row) =>
    text(
      ...[row.start, row.end, row.driverName, row.driverAuthorityLicense, row.vehicleRegistration],
      row.deletedAt ? 'deleted' : '',
    );
  same('shifts.csv of the records', records.csv('shifts.csv').map(recordedShift), overlap.map(shiftRecord));
  same('shifts.csv of the answer', answer.csv('shifts.csv').map(recordedShift), overlap.map(shiftRecord));
  const hoursRow = (row: Row) =>
    text(
      asMoment(row.Start ?? ''),
      asMoment(row.End ?? ''),
      row.Driver,
      row['Driver Authorisation'],
      row.Vehicle,
    );
  const ofShifts = (rows: Row[]) => rows.filter(({ Start }) => Start);
  same('The hours as CSV', ofShifts(hours.csv).map(hoursRow), keptShifts.map(shiftText));
  same('The hours as workbook', ofShifts(hours.workbook).map(hoursRow), keptShifts.map(shiftText));
  const withoutNumber = (shift: Shift) => {
    const { name, plate } = namesAt(shift, shift.from);
    return text(shift.from, shift.to, name, plate);
  };
  const answeredShift = (row: Row) =>
    text(asMoment(row.start ?? ''), asMoment(row.end ?? ''), row.driverName, row.vehicleRegistration);
  same('The list of shifts', lists.shifts.map(answeredShift), keptShifts.map(withoutNumber));
  const inHours = hours.json.drivers.flatMap(({ shifts }: { shifts: Row[] }) => shifts);
  same('The hours as JSON', inHours.map(answeredShift), keptShifts.map(withoutNumber));
  const shiftLine = (shift: Shift) => text(printed(shift.from), on(shift.car.plate, shift.from));
  const printedShifts = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const [, start, plate] = /^(\S+ \d\d:\d\d) (?:\S+ )?\d\d:\d\d (\S+) /.exec(line) ?? [];
      return start ? [text(start, plate)] : [];
    });
  same('The hours as PDF', printedShifts(hours.pdf), keptShifts.map(shiftLine));

  // the hours of each driver, counted minute by minute
  const minutesOf = (person: Person) => {
    const minutes = new Set<number>();
    for (const shift of keptShifts.filter((one) => one.person === person))
      for (let at = minuteOf(shift.from); at < minuteOf(shift.to); at += 1)
        if (at >= minuteOf(`${DAYS.from} 00:00`) && at < minuteOf(`${addDays(DAYS.to, 1)} 00:00`))
          minutes.add(at);
    return minutes.size;
  };
  const drove = people.filter((person) => keptShifts.some((shift) => shift.person === person));
  const total = (person: Person) =>
    text(person.id, on(person.name, DAYS.to), on(person.number, DAYS.to), minutesOf(person));
  type Total = { driverId: string; driverName: string; driverAuthorityLicense: string; minutes: number };
  same(
    'The sums of the hours',
    hours.json.drivers.map((one: Total) =>
      text(one.driverId, one.driverName, one.driverAuthorityLicense, one.minutes),
    ),
    drove.map(total),
  );

  // drivers and vehicles
  const driverLines = people.flatMap((person) =>
    timesOfPerson(person, DAYS).map(({ from, to, until }) => ({
      number: on(person.number, until),
      line: text(on(person.name, until), on(person.number, until), on(on(person.car, until).plate, until)),
      ...{ from, to },
    })),
  );
  const carLines = cars.flatMap((car) =>
    timesOfCar(car, DAYS).map(({ from, to, since, until }) => ({
      ...{ from, to, plate: on(car.plate, until), licence: licenceOf(car, { from: since, to: until }) },
    })),
  );
  const days = ({ from, to }: { from: string; to: string | null }) =>
    text(printed(from), to === null ? 'Current' : printed(to));
  for (const [name, lines] of [
    ['The quarterly report', quarterly],
    ['The quarterly report in the records', records.quarterly],
  ] as const) {
    const section = (heading: string) => {
      const start = lines.findIndex((line) => line.startsWith(heading));
      const own = lines.slice(start + 1);
      const end = own.findIndex((line) => /^(Available vehicles|Areas|Trips|No )/.test(line));
      return own.slice(0, end === -1 ? undefined : end).filter((line) => /(Current|\d{4})$/.test(line));
    };
    same(
      `${name}: drivers`,
      section('Affiliated drivers').filter((line) => !line.includes('Page')),
      driverLines.map(({ line, ...span }) => text(line, days(span))),
    );
    const known = section('Available vehicles').map((line) => {
      const [plate = '', ...cells] = line.split(' ');
      const licence = cells.find((cell) => cell.startsWith('BH-'));
      return text(plate, /^[\w ]*Expired/.test(cells.join(' ')) ? '' : licence, cells.slice(-2).join(' '));
    });
    same(
      `${name}: vehicles`,
      known,
      carLines.map(({ plate, licence, ...span }) => text(plate, licence, days(span))),
    );
  }
  type Part = { id: string; rows: (string | number | null)[][] };
  const part = (id: string) => documents.portal.parts.find((one: Part) => one.id === id).rows as Part['rows'];
  for (const { id, rows } of documents.portal.parts as Part[])
    same(
      `${id} as CSV`,
      documents.portalFiles[id]?.map((row) => text(...row.map(asMoment))) ?? [],
      rows.map((row) => text(...row)),
    );
  same(
    'The portal’s drivers',
    part('drivers').map((row) => text(...row)),
    driverLines.map(({ number, from, to }) => text(number, from, to)),
  );
  same(
    'The portal’s vehicles',
    part('vehicles').map(([plate, licence, from, to]) =>
      text(plate, String(licence).startsWith('BH-') ? licence : '', from, to),
    ),
    carLines.map(({ plate, licence, from, to }) => text(plate, licence, from, to)),
  );

  // what the answer says of drivers and vehicles, day by day
  const eachDay = (row: Row, check: (day: string) => string | undefined, document: string) => {
    for (const day of daysFrom(row.firstDay ?? '', row.lastDay ?? '')) {
      const wrong = check(day);
      if (wrong) return found.push(`${document} says of ${day}, in ${JSON.stringify(row)}: ${wrong}`);
    }
  };
  for (const row of answer.csv('drivers.csv')) {
    const person = byId(people, row.driverId);
    eachDay(
      row,
      (day) => {
        const car = on(person.car, day);
        const truly = text(on(person.name, day), on(person.number, day), on(car.plate, day));
        const says = text(row.firstName, row.lastName, row.driverAuthorityLicense, row.usualVehicle);
        if (says !== truly) return `truly ${truly}`;
        const licence = licenceOf(car, { from: row.firstDay ?? '', to: row.lastDay ?? '' });
        return licence && row.bookedHireServiceLicense !== licence ? `truly ${licence}` : undefined;
      },
      'drivers.csv of the answer',
    );
  }
  for (const row of answer.csv('vehicles.csv')) {
    const car = byId(cars, row.vehicleId);
    const plate = (day: string) => on(car.plate, day);
    eachDay(
      row,
      (day) => (row.registration === plate(day) ? undefined : `truly ${plate(day)}`),
      'vehicles.csv',
    );
    const licence = licenceOf(car, { from: row.firstDay ?? '', to: row.lastDay ?? '' });
    same(`vehicles.csv of ${row.firstDay}`, [row.licence ?? ''].filter(Boolean), licence ? [licence] : []);
  }
  same(
    'The times of drivers in the answer',
    [
      ...new Set(
        answer
          .csv('drivers.csv')
          .filter(({ affiliatedFrom }) => affiliatedFrom)
          .map((row) => text(row.driverId, row.affiliatedFrom, row.affiliatedTo)),
      ),
    ],
    people.flatMap((person) => timesOfPerson(person, DAYS).map(({ from, to }) => text(person.id, from, to))),
  );
  same(
    'The times of vehicles in the answer',
    [
      ...new Set(
        answer
          .csv('vehicles.csv')
          .filter(({ availableFrom }) => availableFrom)
          .map((row) => text(row.vehicleId, row.availableFrom, row.availableTo)),
      ),
    ],
    cars.flatMap((car) => timesOfCar(car, DAYS).map(({ from, to }) => text(car.id, from, to))),
  );
  // without a gap, and no day twice
  for (const { file, id, idOf, times } of [
    ...people.map((one) => ({
      file: 'drivers.csv',
      id: one.id,
      idOf: 'driverId',
      times: timesOfPerson(one, DAYS),
    })),
    ...cars.map((one) => ({
      file: 'vehicles.csv',
      id: one.id,
      idOf: 'vehicleId',
      times: timesOfCar(one, DAYS),
    })),
  ]) {
    const parts = answer
      .csv(file)
      .filter((row) => row[idOf] === id && (row.affiliatedFrom || row.availableFrom));
    const covered = parts.flatMap(({ firstDay = '', lastDay = '' }) => daysFrom(firstDay, lastDay));
    same(
      `The days in ${file} of ${id}`,
      covered,
      times.flatMap(({ since, until }) => daysFrom(since, until)),
    );
  }
  const plateOfLicence = (car: Car, { from, expires }: Car['licences'][number]) =>
    on(car.plate, [expires, DAYS.to].filter((day) => day !== null && day <= DAYS.to).toSorted()[0] ?? from);
  const listed = new Set(answer.csv('vehicles.csv').map(({ vehicleId }) => vehicleId));
  same(
    'vehicle-licences.csv of the answer',
    answer.csv('vehicle-licences.csv').map((row) => text(row.vehicleId, row.registration, row.number)),
    cars
      .filter(({ id }) => listed.has(id))
      .flatMap((car) =>
        car.licences
          .filter(({ from, expires }) => from <= DAYS.to && (expires === null || expires >= DAYS.from))
          .map((licence) => text(car.id, plateOfLicence(car, licence), licence.number)),
      ),
  );
  const named = new Set(answer.csv('drivers.csv').map(({ driverId }) => driverId));
  for (const [name, rows, those] of [
    ['records', records.csv('switch-offs.csv'), people],
    ['answer', answer.csv('switch-offs.csv'), people.filter(({ id }) => named.has(id))],
  ] as const)
    same(
      `switch-offs.csv of the ${name}`,
      rows.map((row) =>
        text(row.switchedOffAt?.slice(0, 10), row.driverId, row.driverName, row.driverAuthorityLicense),
      ),
      those.flatMap((person) =>
        person.offs
          .filter(({ from, to }) => from <= DAYS.to && (to === null || to >= DAYS.from))
          .map(({ from }) => text(from, person.id, on(person.name, from), on(person.number, from))),
      ),
    );

  // sums
  const wait = (trips: readonly Trip[]) => trips.reduce((sum, trip) => sum + trip.wait, 0);
  const average = (trips: readonly Trip[]) => Math.round((wait(trips) * 10) / trips.length) / 10;
  const postcodes = [...new Set(booked.map(({ postcode }) => postcode))];
  const ofPostcode = (postcode: string) => booked.filter((trip) => trip.postcode === postcode);
  same(
    'The portal’s postcodes',
    part('postcodes').map((row) => text(...row)),
    postcodes.map((postcode) => text(postcode, ofPostcode(postcode).length, average(ofPostcode(postcode)))),
  );
  const sum = part('areas').reduce((all, row) => all + Number(row[2]), 0);
  same('The sum of the portal’s areas', [String(sum)], [String(booked.length)]);
  const heading =
    quarterly.find((line) => /^[\d,]+ .* min \d+ \d+ \d+$/.test(line) || /^0 – /.test(line)) ?? '';
  same('The heading of the quarterly report', [heading.split(' ')[0] ?? ''], [String(booked.length)]);

  // each driver's report
  for (const { driverId, json, csv, pdf } of documents.ofDrivers) {
    const person = byId(people, driverId);
    const own = booked.filter((trip) => trip.person === person);
    const report = `The report of ${lastOf(person.name).value}`;
    same(
      `${report} as JSON`,
      json.trips.map(answeredTrip),
      own.map((trip) => tripText(trip)),
    );
    same(
      `${report} as CSV`,
      csv.map(exportedTrip),
      own.map((trip) => tripText(trip)),
    );
    // its head names the driver
    const unnamed = own.map((trip) => tripText(trip, false));
    same(`${report} as PDF`, listedTrips(pdf), unnamed);
    const shifts = keptShifts.filter((shift) => shift.person === person);
    same(`${report}: hours as PDF`, printedShifts(pdf), shifts.map(shiftLine));
    same(
      `${report}: its head`,
      [
        text(
          json.driverName,
          json.driverAuthorityLicense,
          json.totalTrips,
          json.totalWaiting,
          json.hours.minutes,
        ),
      ],
      [text(on(person.name, DAYS.to), on(person.number, DAYS.to), own.length, wait(own), minutesOf(person))],
    );
  }
  return found;
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

const minuteOf = (moment: string) =>
  brisbaneInstant(moment.slice(0, 10), moment.slice(11)).getTime() / 60_000;
