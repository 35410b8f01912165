import { SUBURB_LOOKUP_MATCHES, SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import { NO_SUBURB_TEXTS, whyNoSuburb } from './no-suburb';
import { placeKey } from './place-key';
import {
  localitiesNamed,
  type PlaceTable,
  placesNamed,
  postcodeFits,
  type SuburbMatch,
  toMatch,
} from './place-table';
import { lookUpSuburb, type SuburbLookup } from './suburb-lookup';
import { capitaliseSuburb } from './suburbs';

/** A form's suburb and postcode, and whether the postcode was filled in with the suburb. */
export type PlaceFields = { suburb: string; postcode: string; isPostcodeFilledIn: boolean };

/** The result of a lookup; 'unavailable' if the table of localities could not be loaded. */
export type SuburbFinding = SuburbLookup | { kind: 'unavailable' };

/** The state of the suburb in a form's fields (docs/product/log-trip.md#places). */
export type SuburbState = {
  fields: PlaceFields;
  /** The text that was typed and is not settled: leaving the field or Enter looks it up. */
  typed?: string;
  /** The finding on a suburb. */
  found?: { suburb: string; finding: SuburbFinding };
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

type Looked = { text: string; finding: SuburbFinding };

const withPostcode = (fields: PlaceFields, postcode: string): PlaceFields => ({
  ...fields,
  postcode,
  isPostcodeFilledIn: postcode !== '',
});

const isPostcode = (text: string) => /^\d{4}$/.test(text);

/** The postcode that someone typed; empty for one that was filled in, or is half typed. */
export const saidPostcode = ({ postcode, isPostcodeFilledIn }: PlaceFields): string =>
  !isPostcodeFilledIn && isPostcode(postcode) ? postcode : '';

/** A postcode that was filled in is cleared with its suburb; a typed one stays. */
const withoutFilledPostcode = (fields: PlaceFields): PlaceFields =>
  fields.isPostcodeFilledIn ? withPostcode(fields, '') : fields;

/** Nothing more is looked up until the suburb is typed again. */
const settled = (fields: PlaceFields, finding: SuburbFinding, isListOpen = finding.kind === 'several') => ({
  fields,
  found: { suburb: fields.suburb, finding },
  isListOpen,
});

const choose = (fields: PlaceFields, match: SuburbMatch): SuburbState =>
  settled({ ...withPostcode(fields, match.postcode), suburb: match.displayName }, { kind: 'one', match });

/** The state after an event, whose `fields` are what the form shall have. @param state its `fields` are what the form has now */
export function nextSuburbState(state: SuburbState, event: SuburbEvent): SuburbState {
  const { fields } = state;
  switch (event.type) {
    case 'typed': {
      const mine = lookUpSuburb(fields.suburb, { own: event.own });
      const isFilled = mine.kind === 'one' && saidPostcode(fields) === '';
      return {
        fields: isFilled ? withPostcode(fields, mine.match.postcode) : withoutFilledPostcode(fields),
        typed: fields.suburb,
        isListOpen: mine.kind === 'several',
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

function afterLookup(state: SuburbState, { text, finding }: Looked, isTyping: boolean): SuburbState {
  const { fields } = state;
  const said = saidPostcode(fields);
  if (finding.kind === 'several') {
    const meant = said === '' ? finding.likely : undefined;
    if (!meant) {
      // a postcode that none of the places has opens no list over the field in which it was typed
      const isOpen = state.typed === text || finding.matches.some(({ postcode }) => postcode === said);
      return settled(withoutFilledPostcode(fields), finding, isOpen);
    }
    const filled = withPostcode(fields, meant.postcode);
    if (isTyping) return { ...state, fields: filled, found: { suburb: text, finding }, isListOpen: true };
    return settled({ ...filled, suburb: meant.displayName }, finding);
  }
  if (finding.kind === 'one') {
    const { match } = finding;
    const filled = said === '' ? withPostcode(fields, match.postcode) : fields;
    // an unfinished name is not completed while someone types
    const isUnfinished = isTyping && placeKey(text) !== placeKey(match.displayName);
    if (isUnfinished) return { ...state, fields: filled };
    return settled({ ...filled, suburb: match.displayName }, finding);
  }
  const after = settled(withoutFilledPostcode(fields), finding);
  // the table may be there the next time
  return finding.kind === 'unavailable' ? { ...after, typed: text } : after;
}

/** Whether leaving the field, Enter or a submit looks the suburb up. */
export const hasToLookUp = ({ typed, fields }: SuburbState): boolean =>
  typed === fields.suburb &&
  (typed.trim().length >= SUBURB_LOOKUP_MIN_LENGTH || whyNoSuburb(typed) !== undefined);

/** The finding of the suburb that the form has now. */
export const findingOf = ({ found, fields }: SuburbState): SuburbFinding | undefined =>
  found?.suburb === fields.suburb ? found.finding : undefined;

/** The place of a finding that the fields have. */
function chosenOf(finding: SuburbFinding | undefined, { suburb, postcode }: PlaceFields) {
  if (finding?.kind !== 'several' || finding.why) return undefined;
  const isChosen = (match: SuburbMatch) => match === finding.likely || match.displayName === suburb;
  return finding.matches.find((match) => match.postcode === postcode && isChosen(match));
}

/** Why a text cannot be a suburb's name, or what has to be answered first; then no trip is logged with it. */
function objectionTo(finding: SuburbFinding | undefined, chosen: SuburbMatch | undefined) {
  if (finding?.kind !== 'several' && finding?.kind !== 'none') return undefined;
  if (finding.why) return NO_SUBURB_TEXTS[finding.why];
  return finding.kind === 'several' && !chosen ? finding.question : undefined;
}

/** The view of a suburb. @param table once it is loaded */
export function viewOfSuburb(state: SuburbState, own: readonly RecentSuburb[], table?: PlaceTable) {
  const { suburb, postcode } = state.fields;
  const finding = findingOf(state);
  const isHalfTyped = finding === undefined && hasToLookUp(state);
  const amongOwn = isHalfTyped ? lookUpSuburb(suburb, { own }) : undefined;
  const shown = finding ?? amongOwn;
  const several = shown?.kind === 'several' ? shown : undefined;
  const chosen = chosenOf(shown, state.fields);
  const nearby = state.nearby?.suburb === suburb ? state.nearby.places : undefined;
  const isCompared = table !== undefined && !isHalfTyped && isPostcode(postcode);
  const isMismatch = isCompared && postcodeFits(table, suburb, postcode) === false;
  return {
    suburb,
    finding,
    choices: state.isListOpen ? several : undefined,
    /** The place among the choices that is filled in. */
    chosen,
    /** How many places there are to choose from, where one of them is filled in and the list is closed. */
    closedMatches: !state.isListOpen && finding && chosen ? several?.total : undefined,
    /** Places next to the device's, which was filled in. */
    nearby: nearby ?? [],
    /** The holder's own place that the half-typed name is taken for. */
    ownMatch: amongOwn?.kind === 'one' ? amongOwn.match : undefined,
    /** Kilometres from the holder's trips to a place that was filled in far from them. */
    farKm: finding?.kind === 'one' || (finding?.kind === 'several' && chosen) ? finding.farKm : undefined,
    objection: objectionTo(finding, chosen),
    /** Whether a suburb with a postcode is known not to be one, and is stored as it was typed. */
    isUnknown: isCompared && suburb.trim() !== '' && postcodeFits(table, suburb, postcode) === undefined,
    /** Whether the postcode is known not to be the suburb's; never while the suburb is half typed. */
    isMismatch,
    /** The places of the suburb's name, if the postcode belongs to another. */
    rightPlaces: isMismatch && !several?.question ? placesNamed(table, suburb) : [],
  };
}

/** Looks a suburb up among the holder's places and in the table. @param table undefined if it could not be loaded @param postcode that was typed with it */
export function findSuburb(
  text: string,
  own: readonly RecentSuburb[],
  table: PlaceTable | undefined,
  postcode = '',
): Looked {
  const known = { own, localities: table };
  if (!table || postcode === '') {
    const finding = lookUpSuburb(text, known);
    return { text, finding: finding.kind === 'none' && !table ? { kind: 'unavailable' } : finding };
  }
  const [exact] = localitiesNamed(table, text, postcode).filter((place) => place.postcode === postcode);
  if (exact) return { text, finding: { kind: 'one', match: toMatch(exact) } };
  const finding = lookUpSuburb(text, known, Number.POSITIVE_INFINITY);
  if (finding.kind === 'none' && finding.why) {
    const ofPostcode = lookUpSuburb(postcode, known);
    return { text, finding: ofPostcode.kind === 'several' ? { ...ofPostcode, why: finding.why } : finding };
  }
  return { text, finding: finding.kind === 'several' ? ofPostcodeOnly(finding, postcode) : finding };
}

type Several = Extract<SuburbLookup, { kind: 'several' }>;

/** Leaves the places of a postcode to choose from, if it is one of theirs. */
function ofPostcodeOnly({ likely: _, farKm: __, ...finding }: Several, postcode: string): SuburbLookup {
  const fitting = finding.matches.filter((match) => match.postcode === postcode);
  const [only, second] = fitting;
  if (only && !second) return { kind: 'one', match: only };
  const matches = only ? fitting : finding.matches;
  return { ...finding, matches: matches.slice(0, SUBURB_LOOKUP_MATCHES), total: matches.length };
}
