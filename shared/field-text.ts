import { countOf } from './figures';
import { formatDate, formatDateTime, formatDay, isDay } from './periods';
import { plainField, plainFieldNames } from './trips/trip-fields';

/** Field names that cannot be derived from the code name. */
const FIELD_LABELS: Record<string, string> = {
  beaNumber: 'BEA Number',
  holderName: 'Full Name',
  logoUrl: 'Company Logo',
  profilePictureUrl: 'Profile Picture',
  datetime: 'Date',
  vehicleRegistration: 'Vehicle',
  isSubcontracted: 'Subcontracted',
  isSubstituteTaxi: 'Substitute taxi',
  availability: 'Times Available',
  isActive: 'Active',
  daysFrom: 'Days Counted From',
  driverCount: 'Drivers Added',
  vehicleCount: 'Vehicles Added',
  rowsWithProblems: 'Rows To Fix',
  rowsNotTrips: 'Rows That Are No Trips',
  contactVerifiedAt: 'Contact Email proved',
  scope: 'What It May Do',
  expiresOn: 'Last Day',
  sendQuarterly: 'Send quarterly reports automatically',
  sendAnnual: 'Send annual reports automatically',
  detailedBreakdown: 'Include detailed trip breakdown',
  asked: 'What Was Asked',
  receivedOn: 'Day Received',
  dueOn: 'Due Day',
  notLodged: 'Report not lodged yet',
  answeredOn: 'Day Answered',
  driverIds: 'Drivers Asked About',
  vehicleIds: 'Vehicles Asked About',
  remindSixWeeks: 'Remind me 6 weeks before',
  remindFourWeeks: 'Remind me 4 weeks before',
  remindOneWeek: 'Remind me 1 week before',
};

/** 'Waiting Time' for 'waitingTime'. */
export const fieldLabel = (field: string): string =>
  FIELD_LABELS[field] ??
  (field.charAt(0).toUpperCase() + field.slice(1)).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** The table's row of a trip's field, among fields of other things; undefined for those. */
function tripFieldOf(field: string) {
  const name = plainFieldNames.find((one) => one === field);
  return name && plainField(name);
}

/** Whether a value says no more than nothing does: a trip is booked unless it says otherwise. */
export const isUsual = (field: string, value: unknown): boolean =>
  value !== undefined && tripFieldOf(field)?.usual === value;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DAYS = new Set([
  ...['startDate', 'endDate', 'changedOn', 'authorisationExpires', 'expiresOn'],
  ...['receivedOn', 'dueOn', 'firstDay', 'lastDay', 'answeredOn'],
]);
export type Dated = Partial<Record<'number' | 'callSign' | 'from' | 'to' | 'expires', string | null>> & {
  isAssumed?: boolean;
};
/** A day to a day, after a licence's number or a call sign: 'BHSL-1 from 01/07/2025 to 30/06/2026 (assumed)'. */
function datedText({ number, callSign, from, to, expires, isAssumed }: Dated): string {
  const end = to ?? expires;
  const days = [number ?? callSign, from && `from ${formatDay(from)}`, end && `to ${formatDay(end)}`];
  return days.filter(Boolean).join(' ') + (isAssumed ? ' (assumed)' : '');
}

const DATED = new Set(['availability', 'licences', 'callSigns']);
const COUNTED: Record<string, string> = { driverIds: 'driver', vehicleIds: 'vehicle' };
const PICTURES = new Set(['logoUrl', 'profilePictureUrl']);
/** A field's value as people read it; – when it is empty. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (DATED.has(field) && Array.isArray(value)) return value.map(datedText).join(', ') || '–';
  if (COUNTED[field] && Array.isArray(value)) return countOf(value.length, COUNTED[field]);
  if (PICTURES.has(field)) return 'a picture';
  if (DAYS.has(field) && typeof value === 'string' && isDay(value)) return formatDay(value);
  const choice = tripFieldOf(field)?.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && instant.test(value)) {
    return DAYS.has(field) ? formatDate(new Date(value)) : formatDateTime(new Date(value));
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
