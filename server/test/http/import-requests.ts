import type { FullHolder } from '../full-holder';

type Owned = { own: FullHolder };

/** One trip that can be imported, and one that is stored already. */
export const spreadsheet = ({ own: { ids } }: Owned) =>
  [
    'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes),Duration (minutes),Notes,Trip ID',
    `31/10/2026 14:05,${ids.licence},Toowong,4066,5,20,by the park,`,
    `31/10/2026 15:05,${ids.licence},Toowong,4066,5,20,,${ids.trip}`,
  ].join('\r\n');
/** The same as JSON, with an answer about a driver. */
export const fileWithNewcomers = (from: Owned) => ({
  json: {
    file: Buffer.from(spreadsheet(from)).toString('base64'),
    newcomers: { drivers: { 'n:9': { as: 'known', id: from.own.ids.driver } }, vehicles: {} },
  },
});
/** One trip that was typed in the grid. */
export const typedRows = ({ own: { ids } }: Owned) => [
  {
    number: 1,
    cells: {
      date: '2026-10-31',
      time: '14:05',
      licence: ids.licence,
      suburb: 'Toowong',
      postcode: '4066',
      waitingTime: '5',
      duration: '20',
      notes: 'by the park',
    },
  },
];
const columns = JSON.stringify({
  date: 0,
  licence: 1,
  suburb: 2,
  postcode: 3,
  waitingTime: 4,
  duration: 5,
  notes: 6,
  tripId: 7,
});
export const reading = {
  columns,
  sheet: '0',
  answers: JSON.stringify({
    dateOrder: 'day-first',
    century: '2000',
    daysFrom: '1900',
    words: { kind: { Rank: 'booked' } },
  }),
};
/** A driver who is new, and one whose number is another. */
const rosterSheet = ({ own: { ids } }: Owned) =>
  [
    'ID,Name,Driver Authority License,Vehicle Registration,Booked Hire Service License,Start Date',
    ',Bea New,DA-NEW,NEW1,B-1,05/01/2026',
    `${ids.driver},,DA-OTHER,,,`,
  ].join('\r\n');
const rosterReading = {
  of: 'drivers',
  columns: JSON.stringify({
    id: 0,
    name: 1,
    driverAuthorityLicense: 2,
    vehicleRegistrationNumber: 3,
    bookedHireServiceLicense: 4,
    startDate: 5,
  }),
  sheet: '0',
  layout: 'ignore',
  answers: JSON.stringify({
    dateOrder: 'day-first',
    century: '2000',
    daysFrom: '1900',
    changedOn: '2026-11-01',
    startDate: '2026-01-05',
    same: { 2: false },
  }),
};
export const csv = { 'Content-Type': 'text/csv' };

export const rosterRequests = {
  'GET /api/drivers/sheet/template': () => ({ query: { of: 'drivers', format: 'csv' } }),
  'POST /api/drivers/sheet/preview': (from: Owned) => ({
    headers: csv,
    query: rosterReading,
    file: rosterSheet(from),
  }),
  'POST /api/drivers/sheet': (from: Owned) => ({
    headers: { ...csv, 'Idempotency-Key': from.own.newKey },
    query: { fileName: 'drivers.csv', ...rosterReading, newCount: '1', changeCount: '1' },
    file: rosterSheet(from),
  }),
};
