import { expect, it } from 'vitest';
import { MAX_IMPORT_COLUMNS } from '../imports/imports';
import {
  columnsByHeading,
  isOtherMoment,
  licenceKindUnder,
  mayBeLength,
  readHeading,
  unitsUnder,
} from './headings';

it.each([
  ['pickup', 'suburb'],
  ['Pick-up', 'suburb'],
  ['FROM', 'suburb'],
  ['Location', 'suburb'],
  ['Pickup Address', 'suburb'],
  ['Suburb of pickup', 'suburb'],
  ['Origin suburb', 'suburb'],
  ['Start location', 'suburb'],
  ['Destination suburb', undefined],
  ['Drop-off location', undefined],
  ['To', undefined],
  ['PC', 'postcode'],
  ['p/code', 'postcode'],
  ['Pickup_postcode', 'postcode'],
  ['Wait', 'waitingTime'],
  ['waittime', 'waitingTime'],
  ['Waited (min)', 'waitingTime'],
  ['Wait start', undefined],
  ['PickupDateTime', 'date'],
  ['pickup_date', 'date'],
  ['pickupdate', 'date'],
  ['DATE (dd/mm/yyyy)', 'date'],
  ['Date & time of pickup', 'date'],
  ['Picked up', 'date'],
  ['Created at', 'date'],
  ['pickup_at', 'date'],
  ['Timestamp', 'date'],
  ['Pickup time', 'time'],
  ['Pickup Time (hh:mm)', 'time'],
  ['Trip time', 'time'],
  ['Trip time (min)', 'duration'],
  ['Journey time', undefined],
  ['Time on job', undefined],
  ['Pickup time (UTC)', undefined],
  ['End date', undefined],
  ['Finish time', undefined],
  ['When', 'date'],
  ['Meter on', 'date'],
  ['Time on', 'date'],
  ['Time off', undefined],
  ['Hired at', 'date'],
  ['Time of hiring', 'time'],
  ['P/U time', 'time'],
  ['P/U suburb', 'suburb'],
  ['Suburb picked up', 'suburb'],
  ['Picked up from', 'suburb'],
  ['Pick up point', 'suburb'],
  ['Length of trip', 'duration'],
  ['Trip mins', 'duration'],
  ['Trip(s)', undefined],
  ['Waiting $', undefined],
  ['Wait (AUD)', undefined],
  ['Waiting time (fee)', undefined],
  ['Wait charge (min)', undefined],
  ['Duration / fare', undefined],
  ['Job #', 'bookingReference'],
  ['Booking #', 'bookingReference'],
  ['Trip no.', 'bookingReference'],
  ['Trip #', 'bookingReference'],
  ['Order ID', 'bookingReference'],
  ['Who', 'driver'],
  ['Driver ID', 'driver'],
  ['Driver #', 'driver'],
  ['First name', 'driver'],
  ['Given Name', 'driver'],
  ['Surname', 'lastName'],
  ['LastName', 'lastName'],
  ['Family name', 'lastName'],
  ["Driver's surname", 'lastName'],
  ['Passenger surname', undefined],
  ['Booked Hire Service License', 'vehicleLicence'],
  ['BHSL', 'vehicleLicence'],
  ['Vehicle licence no.', 'vehicleLicence'],
  ['Taxi licence #', 'vehicleLicence'],
  ['Limousine License Number', 'vehicleLicence'],
  ['Plate licence', 'vehicleLicence'],
  ['Licence', 'licence'],
  ['Driver Auth No', 'licence'],
  ['Cab Rego', 'vehicle'],
  ['Taxi plate', 'vehicle'],
  ['Driver DA no.', 'licence'],
  ['Booking Ref.', 'bookingReference'],
  ['JobNumber', 'bookingReference'],
  ['bookingref', 'bookingReference'],
  ['Dispatch no', 'bookingReference'],
  ['Docket #', 'bookingReference'],
  ['Kind of Trip', 'kind'],
  ['Trip type', 'kind'],
  ['Booked?', 'kind'],
  ['Job type', 'kind'],
  ['Prebooked (Y/N)', 'kind'],
  ['Rank', 'kind'],
  ['Rank/Hail', 'kind'],
  ['Hail?', 'kind'],
  ['Trip source', 'kind'],
  ['Cancelled', 'status'],
  ['CANCELED (yes/no)', 'status'],
  ['No-show', 'status'],
  ['Completed?', 'status'],
  ['Result', 'status'],
  ['Completed at', undefined],
  ['Cancelled at', 'status'],
  ['Cancellation reason', 'status'],
  ['Cancellation fee', undefined],
  ['Vehicle', 'vehicle'],
  ['Vehicle Registration', 'vehicle'],
  ['Rego', 'vehicle'],
  ['Rego No.', 'vehicle'],
  ['License plate', 'vehicle'],
  ['Car', 'vehicle'],
  ['(pickup)', 'suburb'],
  ['Job pickup date', 'date'],
  ['Pickup name', undefined],
  ['Driver license no', 'licence'],
  ['DANumber', 'licence'],
  ['date'.padEnd(100), 'date'],
  ['date'.padEnd(101), undefined],
  ['Stood', undefined],
  ['', undefined],
])('knows the heading %j', (heading, field) => {
  expect(readHeading(heading).field).toBe(field);
});

it.each([
  ['Waiting (seconds)', 'seconds'],
  ['WaitTimeSeconds', 'seconds'],
  ['wait_time_sec', 'seconds'],
  ['waitSecs', 'seconds'],
  ['WAITTIMESECS', 'seconds'],
  ['waitminutes', 'minutes'],
  ['Waiting (s)', 'seconds'],
  ['Wait secs', 'seconds'],
  ['Wait, hrs', 'hours'],
  ['wait_hours', 'hours'],
  ['Hours waited', 'hours'],
  ['Waiting time, decimal hours', 'hours'],
  ['Wait (h)', 'hours'],
  ['Wait (min)', 'minutes'],
  ['Wait Mins', 'minutes'],
  ['Waiting [min]', 'minutes'],
  ['Waiting time in minutes', 'minutes'],
  ['Wait (mm:ss)', 'mm:ss'],
  ['Waiting m:ss', 'mm:ss'],
  ['Wait (min:sec)', 'mm:ss'],
  ['Waiting time (minutes and seconds)', 'mm:ss'],
  ['Wait (h:mm)', 'h:mm'],
  ['Wait hh:mm:ss', 'h:mm'],
  ['WAIT (HRS:MINS)', 'h:mm'],
  ['Wait (ticks)', 'not understood'],
  ['Wait (ms)', 'not understood'],
  ['waiting_ms', 'not understood'],
  ['waitMillis', 'milliseconds'],
  ['Waiting time (miles)', 'not understood'],
  ['Waiting time(s)', 'not understood'],
  ["Driver's wait", undefined],
  ['Wait', undefined],
] as const)('reads the field and the unit of %j at once', (heading, unit) => {
  const { field, unit: read } = readHeading(heading);
  if (unit) expect(field).toBe('waitingTime');
  expect(read).toBe(unit);
});

it('reads the unit of a heading that names no field, which may be chosen by hand', () => {
  expect(readHeading('Stood (sec)')).toMatchObject({ unit: 'seconds' });
  expect(unitsUnder('Stood (sec)')).toMatchObject({ figures: 'seconds' });
  expect(unitsUnder('Stood (ticks)')).toMatchObject({ figures: 'minutes' });
});

it.each<[string, Record<string, string>]>([
  ['Booking Date, Start Date, Start Time', { date: 'Start Date', time: 'Start Time' }],
  ['Start Date, Booking Date, Booking Time', { date: 'Start Date' }],
  ['Booking Date, Booking Time, Pickup Time', { time: 'Pickup Time' }],
  ['Booking Date, Start Time', { time: 'Start Time' }],
  ['Booking Date, Booking Time', { date: 'Booking Date', time: 'Booking Time' }],
  ['Booking Date, Time', { date: 'Booking Date', time: 'Time' }],
  ['Created, Time', { time: 'Time' }],
  ['Date, Booking Time', { date: 'Date', time: 'Booking Time' }],
  ['Date, Booking Time, Pickup Time', { date: 'Date', time: 'Pickup Time' }],
  ['Trip Date, Start Time', { date: 'Trip Date', time: 'Start Time' }],
  ['Date, Trip Date, Time', { date: 'Trip Date', time: 'Time' }],
  ['Requested at, Created at, Pickup DateTime, Booking Time', { date: 'Pickup DateTime' }],
  ['Pickup Date, Actual Pickup Date', { date: 'Actual Pickup Date' }],
  ['Scheduled Pickup Time, Pickup Time, Date', { date: 'Date', time: 'Pickup Time' }],
  ['Start Date, Pickup Date, Pickup Time, Start Time', { date: 'Pickup Date', time: 'Pickup Time' }],
  ['Date, Meter on, Meter off', { date: 'Date', time: 'Meter on' }],
  ['Date, Time on, Time off', { date: 'Date', time: 'Time on' }],
  ['Day, Hired at', { date: 'Day', time: 'Hired at' }],
  ['When, Driver ID, Driver', { date: 'When', driver: 'Driver' }],
  ['Wait $, Waiting', { waitingTime: 'Waiting' }],
  ['Job no, Trip no', { bookingReference: 'Job no' }],
  ['Suburb, Pick up point', { suburb: 'Pick up point' }],
  ['Date, Picked up at', { date: 'Date', time: 'Picked up at' }],
  ['Created at, Picked up at', { date: 'Picked up at' }],
  ['Timestamp, Date', { date: 'Date' }],
  ['Timestamp, Pickup time', { time: 'Pickup time' }],
  ['Timestamp', { date: 'Timestamp' }],
  ['DateTime, Time', { date: 'DateTime', time: 'Time' }],
  ['Timestamp, Pickup Address', { date: 'Timestamp', suburb: 'Pickup Address' }],
  ['Pickup Address, Suburb', { suburb: 'Suburb' }],
  ['Suburb, Pickup Suburb, Drop-off Suburb', { suburb: 'Pickup Suburb' }],
  ['Suburb, Destination, From', { suburb: 'From' }],
  ['Postcode, Pickup Postcode, Drop Postcode', { postcode: 'Pickup Postcode' }],
  ['Area, Location, Suburb', { suburb: 'Suburb' }],
  ['Name, Driver', { driver: 'Driver' }],
  ['Surname, First name', { driver: 'First name', lastName: 'Surname' }],
  ['Driver first name, Last name', { driver: 'Driver first name', lastName: 'Last name' }],
  ['Driver, Driver surname', { driver: 'Driver', lastName: 'Driver surname' }],
  ['Driver no, First name, Surname', { driver: 'First name', lastName: 'Surname' }],
  // the names of a passenger
  ['Driver, First name, Last name', { driver: 'Driver' }],
  ['Vehicle, Rego', { vehicle: 'Rego' }],
  ['Wait Hours, Wait Minutes, Date', { date: 'Date' }],
  ['Wait Minutes, Wait (h:mm)', { waitingTime: 'Wait Minutes' }],
  ['State, Status', { status: 'Status' }],
  ['Ref, Booking Ref', { bookingReference: 'Booking Ref' }],
])('chooses by meaning among %j', (headings, expected) => {
  const all = headings.split(', ');
  const named = Object.entries(columnsByHeading(all)).map(([field, column]) => [field, all[column]]);
  expect(Object.fromEntries(named)).toEqual(expected);
});

it('knows the headings whose day or time may be another than that of the trip', () => {
  expect(['Booking Date', 'Dispatch time', 'Created', 'Timestamp'].filter(isOtherMoment)).toHaveLength(4);
  expect(['Date', 'Trip date', 'Pickup date', 'Booked', 'Stood'].filter(isOtherMoment)).toEqual([]);
});

it('knows the headings that may be over times of day and over lengths', () => {
  expect(['Trip time', 'JobTime', 'Ride time'].filter(mayBeLength)).toHaveLength(3);
  expect(['Time', 'Pickup time', 'Start time', 'Trip'].filter(mayBeLength)).toEqual([]);
});

it('leaves out what it does not know, and columns beyond the most that a file may have', () => {
  expect(columnsByHeading(['Stood', 'Date'])).toEqual({ date: 1 });
  const unknown = Array.from({ length: MAX_IMPORT_COLUMNS }, () => 'Stood');
  expect(columnsByHeading([...unknown, 'Date'])).toEqual({});
  expect(columnsByHeading([...unknown.slice(1), 'Date'])).toEqual({ date: MAX_IMPORT_COLUMNS - 1 });
});

it.each([
  ['Taxi licence no', 'taxi'],
  ['Limo licence', 'limousine'],
  ['BHSL', 'booked-hire'],
  ['Vehicle licence', 'booked-hire'],
])('reads the kind of the licences under %j', (heading, kind) => {
  expect(licenceKindUnder(heading)).toBe(kind);
});
