import { expect, it } from 'vitest';
import { MAX_IMPORT_COLUMNS } from '../imports';
import { columnsByHeading, fieldOfHeading, unitOfHeading } from './headings';

it.each([
  ['pickup', 'suburb'],
  ['Pick-up', 'suburb'],
  ['FROM', 'suburb'],
  ['Location', 'suburb'],
  ['Pickup Address', 'suburb'],
  ['PC', 'postcode'],
  ['p/code', 'postcode'],
  ['Wait', 'waitingTime'],
  ['Waited (min)', 'waitingTime'],
  ['PickupDateTime', 'date'],
  ['Timestamp', 'date'],
  ['Pickup time', 'time'],
  ['Booking Ref.', 'bookingReference'],
  ['JobNumber', 'bookingReference'],
  ['Dispatch no', 'bookingReference'],
  ['Docket #', 'bookingReference'],
  ['Kind of Trip', 'kind'],
  ['Trip type', 'kind'],
  ['Booked?', 'kind'],
  ['Job type', 'kind'],
  ['Vehicle', 'vehicle'],
  ['Vehicle Registration', 'vehicle'],
  ['Rego', 'vehicle'],
  ['Rego No.', 'vehicle'],
  ['License plate', 'vehicle'],
  ['Car', 'vehicle'],
  ['(pickup)', 'suburb'],
  ['Job pickup date', 'date'],
  ['Driver license no', 'licence'],
  ['date'.padEnd(100), 'date'],
  ['date'.padEnd(101), undefined],
  ['Stood', undefined],
  ['', undefined],
])('knows the heading %j', (heading, field) => {
  expect(fieldOfHeading(heading)).toBe(field);
});

it('takes a time stamp and an address only where nothing else names the field', () => {
  expect(columnsByHeading(['Timestamp', 'Date', 'Pickup Address', 'Suburb', 'Trip date'])).toEqual({
    date: 1,
    suburb: 3,
  });
  expect(columnsByHeading(['Timestamp', 'Pickup Address'])).toEqual({ date: 0, suburb: 1 });
});

it('leaves out what it does not know, and columns beyond the most that a file may have', () => {
  expect(columnsByHeading(['Stood', 'Date'])).toEqual({ date: 1 });
  const unknown = Array.from({ length: MAX_IMPORT_COLUMNS }, () => 'Stood');
  expect(columnsByHeading([...unknown, 'Date'])).toEqual({});
  expect(columnsByHeading([...unknown.slice(1), 'Date'])).toEqual({ date: MAX_IMPORT_COLUMNS - 1 });
});

it.each([
  ['Waiting (seconds)', 'seconds'],
  ['Wait secs', 'seconds'],
  ['Wait, hrs', 'hours'],
  ['Hours waited', 'hours'],
  ['Wait (min)', 'minutes'],
  ['Wait', 'minutes'],
])('counts the times under %j in %s', (heading, unit) => {
  expect(unitOfHeading(heading)).toBe(unit);
});
