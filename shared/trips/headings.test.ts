import { expect, it } from 'vitest';
import { columnsByHeading, fieldOfHeading } from './headings';

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
