import { ACTION_LABELS, type ActivityEvent, ENTITY_LABELS } from '@shared/activity';
import { formatDate, formatDateTime } from '@shared/periods';

/** Field names that cannot be derived from the code name. */
const FIELD_LABELS: Record<string, string> = {
  holderName: 'Full Name',
  logoUrl: 'Company Logo',
  profilePictureUrl: 'Profile Picture',
  datetime: 'Date',
  isActive: 'Active',
  contactVerifiedAt: 'Contact Email proved',
  sendQuarterly: 'Send quarterly reports automatically',
  sendAnnual: 'Send annual reports automatically',
  detailedBreakdown: 'Include detailed trip breakdown',
};

/** 'Waiting Time' for 'waitingTime'. */
const fieldLabel = (field: string): string =>
  FIELD_LABELS[field] ??
  (field.charAt(0).toUpperCase() + field.slice(1)).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DAYS = new Set(['startDate', 'endDate']);
const PICTURES = new Set(['logoUrl', 'profilePictureUrl']);
/** Fields that the event's title covers. */
const UNSPOKEN = new Set(['driverId', 'deletedAt', 'deletedBy', 'importId', 'bounces']);

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (PICTURES.has(field)) return 'a picture';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && instant.test(value)) {
    return DAYS.has(field) ? formatDate(new Date(value)) : formatDateTime(new Date(value));
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** 'Trip deleted: Toowong 4066'. */
export function eventTitle({ entity, action, subject }: ActivityEvent): string {
  const title = `${ENTITY_LABELS[entity]} ${ACTION_LABELS[action]}`;
  return subject ? `${title}: ${subject}` : title;
}

const isTelling = (value: unknown) => value !== null && value !== undefined && typeof value !== 'boolean';

/** The changes, a line for each field: 'Waiting Time: 5 → 9'. For additions and deletions, the fields that were filled in. */
export function changeLines({ action, changes }: ActivityEvent): string[] {
  return Object.entries(changes)
    .filter(([field]) => !UNSPOKEN.has(field))
    .map(([field, { from, to }]) => ({ field, values: action === 'updated' ? [from, to] : [to ?? from] }))
    .filter(({ values }) => action === 'updated' || values.some(isTelling))
    .map(
      ({ field, values }) =>
        `${fieldLabel(field)}: ${values.map((value) => valueText(field, value)).join(' → ')}`,
    );
}
