import { ACTION_LABELS, type ActivityEvent, ENTITY_LABELS } from '@shared/activity';
import { fieldLabel, valueText } from '@/lib/field-text';

/** Fields that the event's title covers. */
const UNSPOKEN = new Set(['driverId', 'deletedAt', 'deletedBy', 'importId', 'bounces']);

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
