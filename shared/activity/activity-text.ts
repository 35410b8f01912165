import { type Dated, fieldLabel, isUsual, valueText } from '../field-text';
import { countOf, formatCount, formatMinutes } from '../figures';
import { formatDateTime, formatDay } from '../periods';
import { parsePeriod, reportLabel } from '../reports/report-periods';
import {
  type ActivityEvent,
  type ActivityLine,
  type AuditEntity,
  BY_TOKEN,
  ON_THEIR_PHONE,
} from './activity';

/** Fields that an event's sentence covers. */
const UNSPOKEN = [
  'driverId',
  'vehicleId',
  'switchOffs',
  'facts',
  'availableFrom',
  'availableTo',
  'deletedAt',
  'deletedBy',
  'importId',
  'bounces',
  'fileName',
  'tripCount',
  'changeCount',
];
/** Entities whose sentence says it all. */
const SAID_WHOLE: AuditEntity[] = ['place', 'records', 'phone'];
const LONGEST_IN_SENTENCE = 60;

type Line = ActivityEvent & { many?: ActivityLine['many'] };

/**
 * 'Mary Smith changed Ben Old's end date from 30/11/2026 to 31/12/2026.'; without a subject 'Mary Smith changed the trip.'; of a line that
 * stands for many 'Mary Smith gave 136 trips of Wei Brown to Ben Kowalski.'
 */
export function eventSentence(event: Line): string {
  const person = event.person ?? 'Trip Log';
  if (event.many && event.entity !== 'import') return `${person} ${deedToMany(event, event.many)}.`;
  // below a trip, where nothing else is meant, it says how the trip came
  if (event.entity === 'trip' && event.action === 'created' && !event.subject && isByItself(event))
    return `Logged by ${person}.`;
  const [only, ...others] = changesOf(event);
  const renewed = renewedLicence(event);
  if (renewed)
    return `${person} renewed the licence of ${event.subject}: ${renewed.number} from ${formatDay(String(renewed.from))}.`;
  if (event.action === 'updated' && only && others.length === 0 && isShort(only)) {
    const { done, outcome } = wording(only);
    return `${person} ${done} ${ownedBy(event, only)}${outcome}.`;
  }
  return `${person} ${deed(event)}.`;
}

/**
 * How a trip came, or was changed, that had waited on its driver's phone: 'Logged by Amy Nguyen on their phone at 29/11/2026 21:50, where it waited.
 * Stored by Mary Smith.'
 * @param held what stored it, at the same moment
 */
export function waitedSentence(
  { action }: ActivityEvent,
  held: ActivityEvent | undefined,
): string | undefined {
  if (!held) return undefined;
  const { subject, person, changes } = held;
  const done = action === 'created' ? 'Logged' : 'Changed';
  const at = formatDateTime(new Date(String(changes.loggedAt?.from)));
  return `${done} by ${subject ?? 'the driver'}${ON_THEIR_PHONE} at ${at}, where it waited. Stored by ${person ?? 'Trip Log'}.`;
}

const isOnPhone = ({ person }: Line) => person?.endsWith(ON_THEIR_PHONE) ?? false;
const isByItself = (line: Line) => isOnPhone(line) || (line.person?.endsWith(BY_TOKEN) ?? false);

/**
 * The details that the sentence leaves out, a line for each field; of additions and deletions, the fields that were filled in. A driver that
 * `driverNameOf` knows by id is named instead of the licence.
 */
export function eventDetails(event: Line, driverNameOf: NameOf = () => undefined): string[] {
  const changes = changesOf(event);
  const { entity, many } = event;
  if (SAID_WHOLE.includes(entity) || (many && entity !== 'import')) return [];
  if (entity === 'lodgement') return event.action === 'created' ? reasonTexts(event) : [];
  if (entity === 'heldRecord') return filledIn({ ...event, changes: heldFields(event) }, driverNameOf);
  if (event.action !== 'updated') return filledIn(event, driverNameOf);
  if (renewedLicence(event)) return [];
  if (changes.length === 1 && changes.every(isShort)) return [];
  return changes.filter(isSeen).map((change) => {
    const { done, outcome } = wording(change);
    return `${done.charAt(0).toUpperCase()}${done.slice(1)} ${nameOf(change)}${outcome}`;
  });
}

/** The trip or shift that waited, field by field. */
function heldFields({ changes: { trip, shift } }: Line): Line['changes'] {
  const held = trip?.to ?? trip?.from ?? shift?.to ?? shift?.from ?? {};
  return Object.fromEntries(Object.entries(held).map(([field, to]) => [field, { to }]));
}

type NameOf = (driverId: string) => string | undefined;

/** First who drove, when and how long; notes last. */
const FIRST = ['driverAuthorityLicense', 'datetime', 'start', 'end', 'waitingTime', 'duration'];
const UNLABELLED = new Set(['datetime']);
const MINUTES = new Set(['waitingTime', 'duration']);

function filledIn(event: Line, driverNameOf: NameOf): string[] {
  const { driverId } = event.changes;
  const name = driverNameOf(String(driverId?.to ?? driverId?.from));
  const place = ({ field }: Change) => FIRST.indexOf(field) + 1 || FIRST.length + (field === 'notes' ? 2 : 1);
  const said = ` ${event.subject} `;
  return changesOf(event)
    .toSorted((one, other) => place(one) - place(other))
    .map(({ field, from, to }) => ({ field, value: to ?? from }))
    .filter(({ field, value }) => ['string', 'number'].includes(typeof value) && !isUsual(field, value))
    .filter(({ field, value }) => value !== 0 || MINUTES.has(field))
    .map(({ field, value }) => {
      if (field === 'driverAuthorityLicense' && name) return { text: name, value: name };
      const text = textOf({ field }, value);
      return { text: UNLABELLED.has(field) ? text : `${fieldLabel(field)}: ${text}`, value };
    })
    .filter(
      ({ text, value }) => ![text, value].some((one) => typeof one === 'string' && said.includes(` ${one} `)),
    )
    .map(({ text }) => text);
}

const reasonTexts = ({ changes: { reason } }: Line) => (reason?.to ? [`Reason: ${reason.to}`] : []);

type Change = { field: string; from?: unknown; to?: unknown };

const changesOf = ({ changes }: ActivityEvent): Change[] =>
  Object.entries(changes)
    .filter(([field]) => !UNSPOKEN.includes(field))
    .map(([field, sides]) => ({ field, ...onlyDifferent(sides) }));

/** Of two lists, such as a vehicle's licences, what only one of them has. */
function onlyDifferent({ from, to }: { from?: unknown; to?: unknown }) {
  if (!Array.isArray(from) || !Array.isArray(to)) return { from, to };
  const missingIn = (list: unknown[]) => {
    const texts = new Set(list.map((one) => JSON.stringify(one)));
    return (one: unknown) => !texts.has(JSON.stringify(one));
  };
  return { from: from.filter(missingIn(to)), to: to.filter(missingIn(from)) };
}

/** The licence that follows the others of a vehicle, where an event did no more than add it. */
function renewedLicence({ entity, action, changes }: Line): Dated | undefined {
  const { from, to } = changes.licences ?? {};
  const isOnly = entity === 'vehicle' && action === 'updated' && Object.keys(changes).length === 1;
  if (!isOnly || !Array.isArray(from) || !Array.isArray(to) || from.length === 0) return undefined;
  const numbers = new Set(from.map(({ number }: Dated) => number));
  const last: Dated | undefined = to.at(-1);
  return to.length === from.length + 1 && last?.from && !numbers.has(last.number) ? last : undefined;
}

const isYesOrNo = ({ from, to }: Change) => typeof (to ?? from) === 'boolean';
/** A switch is named as on the screen. */
const nameOf = (change: Change) =>
  isYesOrNo(change) ? `“${fieldLabel(change.field)}”` : fieldLabel(change.field).toLowerCase();

const textOf = ({ field }: Change, value: unknown) =>
  MINUTES.has(field) && typeof value === 'number' ? formatMinutes(value) : valueText(field, value);
const isShort = (change: Change) =>
  [change.from, change.to].every((value) => textOf(change, value).length <= LONGEST_IN_SENTENCE);

/** An instant within the same day changes nothing that is shown. */
const isSeen = (change: Change) =>
  isYesOrNo(change) ||
  typeof change.from !== 'string' ||
  textOf(change, change.from) !== textOf(change, change.to);

function wording(change: Change): { done: string; outcome: string } {
  const [from, to] = [textOf(change, change.from), textOf(change, change.to)];
  const isNothing = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isYesOrNo(change)) return { done: change.to ? 'turned on' : 'turned off', outcome: '' };
  if (isNothing(change.from)) return { done: 'set', outcome: ` to ${to}` };
  if (isNothing(change.to)) return { done: 'removed', outcome: `, which was ${from}` };
  return { done: 'changed', outcome: from === to ? '' : ` from ${from} to ${to}` };
}

const nounOf = (entity: AuditEntity): string => (entity === 'tmrRequest' ? 'request from TMR' : entity);

/** "Ben Old's end date", "the notes of the trip Toowong 4066", "“Active” for Ben Old". */
function ownedBy({ entity, subject }: ActivityEvent, change: Change): string {
  const name = nameOf(change);
  if (entity === 'holder' || entity === 'preferences' || !subject)
    return isYesOrNo(change) ? name : `the ${name}`;
  if (isYesOrNo(change)) return `${name} for ${subject}`;
  if (entity === 'place') return `the ${name} of ${subject}`;
  return entity === 'driver' ? `${subject}'s ${name}` : `the ${name} of the ${nounOf(entity)} ${subject}`;
}

function deedToMany(
  { entity, action, changes }: ActivityEvent,
  { count, fromDriver, toDriver, toDay }: NonNullable<ActivityLine['many']>,
): string {
  if (entity === 'records')
    return `removed old trips and shifts before ${formatDay(String(changes.before?.from))} in ${formatCount(count)} steps`;
  const things = countOf(count, nounOf(entity));
  if (toDriver) return `gave ${things}${fromDriver ? ` of ${fromDriver}` : ''} to ${toDriver}`;
  if (toDay) return `moved ${things} to ${formatDay(toDay)}`;
  if (entity === 'place') return `${PLACE_DONE[action]} the areas of ${things}`;
  if (entity === 'heldRecord')
    return `${heldDone(action, changes)} ${countOf(count, 'trip or shift', 'trips and shifts')} that waited on a phone`;
  if (entity === 'person') return `${PERSON_DONE[action]} ${countOf(count, entity, 'people')}`;
  return `${entity === 'device' ? 'signed out' : DONE[action]} ${things}`;
}

const DONE = { created: 'added', updated: 'changed', deleted: 'deleted', restored: 'restored', used: 'used' };
const PERSON_DONE = { ...DONE, deleted: 'removed' };
/** A place's row is the confirmation of its area. */
const PLACE_DONE = { ...DONE, created: 'confirmed', deleted: 'withdrew' };

const heldDone = (action: ActivityEvent['action'], { outcome }: ActivityEvent['changes']) =>
  action === 'deleted' ? String(outcome?.to) : 'handed in';

/** A driver's own deed names the driver already. */
const whosePhone = (event: ActivityEvent) =>
  isOnPhone(event) || !event.subject ? 'the phone' : `${event.subject}'s phone`;

function deed(event: ActivityEvent): string {
  const { entity, action, subject, changes } = event;
  const value = (field: string) => changes[field]?.to ?? changes[field]?.from;
  const done = DONE[action];
  switch (entity) {
    case 'holder':
      return action === 'created' ? 'created this profile' : `${done} the profile`;
    case 'preferences':
      return `${done} the report preferences`;
    case 'lodgement': {
      const period = parsePeriod(String(value('period')));
      const report = period ? reportLabel(period) : 'a report';
      const isAmendment = value('amends') !== undefined && value('amends') !== null;
      if (action === 'deleted') return `withdrew the ${isAmendment ? 'amendment' : 'lodgement'} of ${report}`;
      const reference = value('reference');
      return `marked ${isAmendment ? 'an amendment of ' : ''}${report} as lodged on ${formatDay(String(value('lodgedOn')))}${reference ? `, reference ${reference}` : ''}`;
    }
    case 'import': {
      const [trips, corrected] = [Number(value('tripCount')), Number(value('changeCount') ?? 0)];
      const what = [
        ...(trips > 0 || corrected === 0 ? [countOf(trips, 'trip')] : []),
        ...(corrected > 0 ? [countOf(corrected, 'correction')] : []),
      ];
      const file = `${what.join(' and ')} from ${value('fileName')}`;
      return action === 'deleted' ? `undid the import of ${file}` : `imported ${file}`;
    }
    case 'records':
      return `removed ${countOf(Number(value('trips')), 'trip')} and ${countOf(Number(value('shifts')), 'shift')} before ${formatDay(String(value('before')))}`;
    case 'place':
      return action === 'created'
        ? `confirmed ${value('area')} as the area of ${subject}`
        : `${PLACE_DONE[action]} the area of ${subject}`;
    case 'calendar':
      return `${{ ...DONE, created: 'made', updated: 'replaced', deleted: 'removed' }[action]} the calendar address`;
    case 'device':
      return `signed out ${subject ?? 'a device'}`;
    case 'person':
      return `${PERSON_DONE[action]} ${subject} ${action === 'deleted' ? 'from' : 'to'} the people who may sign in`;
    case 'phone':
      return `${action === 'deleted' ? 'ended' : done} ${whosePhone(event)} ${value('name')}`;
    case 'heldRecord':
      return `${heldDone(action, changes)} a ${value('shift') ? 'shift' : 'trip'} that waited on ${whosePhone(event)}`;
    case 'layout':
      return `${action === 'deleted' ? 'forgot' : done} the spreadsheet layout ${subject}`;
    case 'waitingFile':
      return action === 'deleted'
        ? `removed the waiting file ${subject}`
        : `sent ${subject}: ${countOf(Number(value('rows')), 'row waits', 'rows wait')} for answers`;
    case 'passkey':
      return action === 'used' ? `signed in with the passkey ${subject}` : `${done} the passkey ${subject}`;
    case 'token':
      return `${action === 'deleted' ? 'revoked' : 'made'} the token ${subject}`;
    default:
      return `${done} the ${nounOf(entity)}${subject ? ` ${subject}` : ''}`;
  }
}
