import { SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import type { SuburbLookup, SuburbMatch } from './own-suburbs';
import type { Points } from './points';
import { type LocalityIndex, lookUpWithOwn, nearestPlaces, placesNamed, postcodeFits } from './suburb-lookup';
import { capitaliseSuburb, lookupKey } from './suburbs';

/** A form's suburb and postcode, and whether the postcode was filled in with the suburb. */
export type PlaceFields = { suburb: string; postcode: string; isPostcodeFilledIn: boolean };

/** The result of a lookup; 'unavailable' if the table of localities could not be loaded. */
export type SuburbFinding = SuburbLookup | { kind: 'unavailable' };

/** The state of the suburb in a form's fields (docs/product/log-trip.md#places). */
export type SuburbState = {
  fields: PlaceFields;
  /** The text that was typed and is not settled: leaving the field or Enter looks it up. */
  typed?: string;
  /** The table's finding on a suburb, and the places with nearly the same name. */
  found?: { suburb: string; finding: SuburbFinding; nearlyNamed: SuburbMatch[] };
  /** Places next to the device's, which was filled in. */
  nearby?: { suburb: string; places: SuburbMatch[] };
  isListOpen: boolean;
};

export type SuburbEvent =
  | { type: 'typed'; own: readonly RecentSuburb[] }
  /** A lookup in the table has ended; `isTyping` if it began after a pause in the typing. */
  | { type: 'looked-up'; result: Looked; isTyping: boolean }
  | { type: 'chosen'; match: SuburbMatch; nearby?: SuburbMatch[] }
  /** A place of an earlier trip was chosen. */
  | { type: 'filled'; place: RecentSuburb }
  | { type: 'postcode-typed' }
  | { type: 'list-opened' | 'list-closed' };

type Looked = { text: string; finding: SuburbFinding; nearlyNamed: SuburbMatch[] };

const withPostcode = (fields: PlaceFields, postcode: string): PlaceFields => ({
  ...fields,
  postcode,
  isPostcodeFilledIn: postcode !== '',
});

/** A postcode that was filled in is cleared with its suburb; a typed one stays. */
const withoutFilledPostcode = (fields: PlaceFields): PlaceFields =>
  fields.isPostcodeFilledIn ? withPostcode(fields, '') : fields;

const asksToChoose = (finding: SuburbFinding) => finding.kind === 'several' && !finding.likely;

/** Nothing more is looked up until the suburb is typed again. */
const settled = (fields: PlaceFields, finding: SuburbFinding, nearlyNamed: SuburbMatch[] = []) => ({
  fields,
  found: { suburb: fields.suburb, finding, nearlyNamed },
  isListOpen: asksToChoose(finding),
});

const choose = (fields: PlaceFields, match: SuburbMatch): SuburbState =>
  settled({ ...withPostcode(fields, match.postcode), suburb: match.displayName }, { kind: 'one', match });

/** The state after an event, whose `fields` are what the form shall have. @param state its `fields` are what the form has now */
export function nextSuburbState(state: SuburbState, event: SuburbEvent): SuburbState {
  const { fields } = state;
  switch (event.type) {
    case 'typed': {
      const mine = lookUpWithOwn(event.own, fields.suburb);
      return {
        fields:
          mine.kind === 'one' ? withPostcode(fields, mine.match.postcode) : withoutFilledPostcode(fields),
        typed: fields.suburb,
        isListOpen: asksToChoose(mine),
      };
    }
    case 'looked-up':
      return event.result.text === fields.suburb ? afterLookup(state, event.result, event.isTyping) : state;
    case 'chosen': {
      const chosen = choose(fields, event.match);
      return event.nearby
        ? { ...chosen, nearby: { suburb: event.match.displayName, places: event.nearby } }
        : chosen;
    }
    case 'filled': {
      const { suburb, postcode } = event.place;
      const filled = { ...withPostcode(fields, postcode), suburb: capitaliseSuburb(suburb) };
      return { fields: filled, isListOpen: false };
    }
    case 'postcode-typed':
      return { ...state, fields: { ...fields, isPostcodeFilledIn: false }, isListOpen: false };
    case 'list-opened':
    case 'list-closed':
      return { ...state, isListOpen: event.type === 'list-opened' };
  }
}

function afterLookup(state: SuburbState, looked: Looked, isTyping: boolean): SuburbState {
  const { fields } = state;
  const { text, finding, nearlyNamed } = looked;
  if (finding.kind === 'several' && finding.likely) {
    const { displayName, postcode } = finding.likely;
    const hasTypedPostcode = fields.postcode !== '' && !fields.isPostcodeFilledIn;
    const filled = hasTypedPostcode ? fields : withPostcode(fields, postcode);
    if (!isTyping && !hasTypedPostcode) return settled({ ...filled, suburb: displayName }, finding);
    return { ...state, fields: filled, found: { suburb: text, finding, nearlyNamed } };
  }
  if (finding.kind === 'one') {
    const { match } = finding;
    // an unfinished name is not completed while someone types
    const isUnfinished = isTyping && lookupKey(text) !== lookupKey(match.displayName);
    return isUnfinished ? { ...state, fields: withPostcode(fields, match.postcode) } : choose(fields, match);
  }
  return settled(withoutFilledPostcode(fields), finding, nearlyNamed);
}

/** Whether leaving the field, Enter or a submit looks the suburb up. */
export const hasToLookUp = ({ typed, fields }: SuburbState): boolean =>
  typed === fields.suburb && typed.trim().length >= SUBURB_LOOKUP_MIN_LENGTH;

/** The finding of the suburb that the form has now. */
export const findingOf = ({ found, fields }: SuburbState): SuburbFinding | undefined =>
  found?.suburb === fields.suburb ? found.finding : undefined;

/** Whether the first place is a guess, because Queensland has several of the name: points then tell which is nearer to the holder's trips. */
const isGuess = (lookup: SuburbLookup): boolean =>
  lookup.kind === 'several' &&
  lookup.likely !== undefined &&
  lookup.matches.filter(({ state }) => state === 'QLD').length > 1;

/** The view of a suburb. @param index the table of localities, once it is loaded */
export function viewOfSuburb(state: SuburbState, own: readonly RecentSuburb[], index?: LocalityIndex) {
  const { suburb, postcode } = state.fields;
  const finding = findingOf(state);
  const isHalfTyped = finding === undefined && state.typed === suburb;
  const amongOwn = isHalfTyped ? lookUpWithOwn(own, suburb) : undefined;
  const shown = finding ?? amongOwn;
  const nearby = state.nearby?.suburb === suburb ? state.nearby.places : undefined;
  const namesakes = finding?.kind === 'several' ? finding.namesakes : undefined;
  const isMismatch =
    index !== undefined &&
    !isHalfTyped &&
    /^\d{4}$/.test(postcode) &&
    postcodeFits(index, suburb, postcode) === false;
  const nearlyNamed = finding?.kind === 'none' ? state.found?.nearlyNamed : undefined;
  return {
    finding,
    choices: state.isListOpen && shown?.kind === 'several' ? shown : undefined,
    /** Other places of the name, where one was filled in; next to the device's, where its own was. */
    others: nearby ?? namesakes ?? [],
    isNearby: nearby !== undefined,
    /** The holder's own place that the half-typed name is taken for. */
    ownMatch: amongOwn?.kind === 'one' ? amongOwn.match : undefined,
    /** Whether the postcode is known not to be the suburb's; never while the suburb is half typed. */
    isMismatch,
    /** The places of the suburb's name, if the postcode belongs to another; for an unknown name, the places with nearly the same name. */
    rightPlaces: isMismatch ? placesNamed(index, suburb) : (nearlyNamed ?? []),
  };
}

/**
 * Looks a suburb up among the holder's places and in the table.
 * @param index undefined if the table could not be loaded
 * @param loadPoints is asked where the localities are, if only that tells which one is meant
 */
export async function findSuburb(
  text: string,
  own: readonly RecentSuburb[],
  index: LocalityIndex | undefined,
  loadPoints: () => Promise<Points>,
): Promise<Looked> {
  const first = lookUpWithOwn(own, text, index);
  const points = own.length > 0 && isGuess(first) ? await loadPoints().catch(() => undefined) : undefined;
  const lookup = points ? lookUpWithOwn(own, text, index, points) : first;
  if (lookup.kind !== 'none') return { text, finding: lookup, nearlyNamed: [] };
  return index
    ? { text, finding: lookup, nearlyNamed: nearestPlaces(index, text) }
    : { text, finding: { kind: 'unavailable' }, nearlyNamed: [] };
}
