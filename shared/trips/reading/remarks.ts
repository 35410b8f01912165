import { countOf, formatCount } from '../../figures';
import { NO_SUBURB_TEXTS, type NoSuburb } from '../../places/no-suburb';
import type { SuburbMatch } from '../../places/place-table';
import { type PlainFieldName, plainField, tripField } from '../trip-fields';

/** A value that was read in another way than it is written, where the trip does not show it any more. */
export type ReadRemark =
  | { field: 'suburb'; kind: 'street-left-out'; street: string }
  | { field: 'suburb'; kind: 'place-far'; place: string; km: number }
  | { field: 'date'; kind: 'weekday-differs'; text: string }
  | { field: 'time'; kind: 'start-taken'; typed: string; time: string }
  | { field: PlainFieldName; kind: 'minutes-converted'; typed: string; minutes: number }
  | { field: 'bookingReference' | 'tripId'; kind: 'number-lost'; typed: string };

const MAX_QUOTED = 60;

export const brief = (text: string): string =>
  text.length > MAX_QUOTED ? `${[...text.slice(0, MAX_QUOTED)].slice(0, -1).join('')}…` : text;

/** How a figure is to be written, for a cell that cannot be read. */
export const fieldExample = (field: PlainFieldName): string =>
  plainField(field).kind === 'minutes' ? 'whole minutes, such as 5' : 'a whole number, such as 2';

export const ADD_DRIVER = 'Correct it, or add the driver in the Drivers tab';

/** Says that a name is no driver's, and how to fix that. @param who those that count, such as 'active driver' */
export const noDriverCalled = (typed: string, who = 'driver'): string =>
  `No ${who} is called "${brief(typed)}". ${ADD_DRIVER}`;

const MOST_OFFERED = 3;

/** Names places that a text may mean. */
export const namesOf = (places: readonly SuburbMatch[]): string =>
  places
    .slice(0, MOST_OFFERED)
    .map(({ displayName, postcode }) => `${displayName} ${postcode}`)
    .join(', ');

/** Says why a text cannot be a suburb's name, and which places it may mean. */
export const noSuburbText = (typed: string, why: NoSuburb, offered: readonly SuburbMatch[]): string =>
  `"${brief(typed)}": ${NO_SUBURB_TEXTS[why]}${offered.length > 0 ? ` Perhaps ${namesOf(offered)}` : ''}`;

/** Asks which of several places a text means. @param question another one, if it is not which of a name */
export const whichPlaceText = (
  typed: string,
  offered: readonly SuburbMatch[],
  question: string | undefined,
): string =>
  question
    ? `"${brief(typed)}": ${question} Perhaps ${namesOf(offered)}`
    : `Which place is "${brief(typed)}"? Did you mean ${namesOf(offered)}?`;

/** Says that no suburb has a name. @param near places with nearly the same name */
export const unknownSuburbText = (typed: string, near: readonly SuburbMatch[]): string =>
  `No suburb called "${brief(typed)}"${near.length > 0 ? `. Did you mean ${namesOf(near)}?` : ': it is stored as it is written'}`;

/** Says that a postcode is another suburb's. @param begun places of the postcode whose names begin with the suburb's */
export const elsewhereText = (suburb: string, postcode: string, begun: readonly SuburbMatch[]): string =>
  `Postcode ${postcode} is not one of ${suburb}'s${begun.length > 0 ? `. Did you mean ${namesOf(begun)}?` : ''}`;

export const IN_FUTURE = 'The date is in the future';

/** Says how far a place is from the holder's trips. */
export const farText = (place: string, km: number): string =>
  `${place} is ${formatCount(km)} km from your trips`;

/** The words for a remark, alike in the grid and in imports. */
export function wordsOfRemark(remark: ReadRemark): string {
  if (remark.kind === 'weekday-differs') return remark.text;
  if (remark.kind === 'street-left-out')
    return `"${brief(remark.street)}" is left out: a trip has the suburb only`;
  if (remark.kind === 'place-far') return farText(remark.place, remark.km);
  if (remark.kind === 'start-taken')
    return `${remark.time} is read as the start: the line has two times, "${remark.typed}"`;
  if (remark.kind === 'number-lost')
    return `${tripField(remark.field).label} ${brief(remark.typed)} is left out: a spreadsheet has shortened the number and lost its digits`;
  return `${tripField(remark.field).label} ${brief(remark.typed)} is read as ${countOf(remark.minutes, 'minute')}`;
}
