import { SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import { NO_SUBURB_TEXTS } from './no-suburb';
import { placeKey } from './place-key';
import { type PlaceTable, placesNamed, postcodeFits, type SuburbMatch } from './place-table';
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

/** A postcode that was filled in is cleared with its suburb; a typed one stays. */
const withoutFilledPostcode = (fields: PlaceFields): PlaceFields =>
  fields.isPostcodeFilledIn ? withPostcode(fields, '') : fields;

/** Nothing more is looked up until the suburb is typed again. */
const settled = (fields: PlaceFields, finding: SuburbFinding) => ({
  fields,
  found: { suburb: fields.suburb, finding },
  isListOpen: finding.kind === 'several',
});

const choose = (fields: PlaceFields, match: SuburbMatch): SuburbState =>
  settled({ ...withPostcode(fields, match.postcode), suburb: match.displayName }, { kind: 'one', match });

/** The state after an event, whose `fields` are what the form shall have. @param state its `fields` are what the form has now */
export function nextSuburbState(state: SuburbState, event: SuburbEvent): SuburbState {
  const { fields } = state;
  switch (event.type) {
    case 'typed': {
      const mine = lookUpSuburb(fields.suburb, { own: event.own });
      return {
        fields:
          mine.kind === 'one' ? withPostcode(fields, mine.match.postcode) : withoutFilledPostcode(fields),
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
  const saidPostcode = fields.isPostcodeFilledIn ? '' : fields.postcode;
  if (finding.kind === 'several') {
    const { likely, matches } = finding;
    const meant = saidPostcode ? matches.find(({ postcode }) => postcode === saidPostcode) : likely;
    if (!meant) return settled(withoutFilledPostcode(fields), finding);
    const filled = saidPostcode ? fields : withPostcode(fields, meant.postcode);
    if (isTyping) return { ...state, fields: filled, found: { suburb: text, finding }, isListOpen: true };
    const named = { ...filled, suburb: meant.displayName };
    // who typed a postcode has chosen
    return settled(named, saidPostcode ? { kind: 'one', match: meant } : finding);
  }
  if (finding.kind === 'one') {
    const { match } = finding;
    // an unfinished name is not completed while someone types
    const isUnfinished = isTyping && placeKey(text) !== placeKey(match.displayName);
    if (isUnfinished) return { ...state, fields: withPostcode(fields, match.postcode) };
    return settled({ ...withPostcode(fields, match.postcode), suburb: match.displayName }, finding);
  }
  return settled(withoutFilledPostcode(fields), finding);
}

/** Whether leaving the field, Enter or a submit looks the suburb up. */
export const hasToLookUp = ({ typed, fields }: SuburbState): boolean =>
  typed === fields.suburb && typed.trim().length >= SUBURB_LOOKUP_MIN_LENGTH;

/** The finding of the suburb that the form has now. */
export const findingOf = ({ found, fields }: SuburbState): SuburbFinding | undefined =>
  found?.suburb === fields.suburb ? found.finding : undefined;

/** The view of a suburb. @param table once it is loaded */
export function viewOfSuburb(state: SuburbState, own: readonly RecentSuburb[], table?: PlaceTable) {
  const { suburb, postcode } = state.fields;
  const finding = findingOf(state);
  const isHalfTyped = finding === undefined && state.typed === suburb;
  const amongOwn = isHalfTyped ? lookUpSuburb(suburb, { own }) : undefined;
  const shown = finding ?? amongOwn;
  const nearby = state.nearby?.suburb === suburb ? state.nearby.places : undefined;
  const isMismatch =
    table !== undefined &&
    !isHalfTyped &&
    /^\d{4}$/.test(postcode) &&
    postcodeFits(table, suburb, postcode) === false;
  return {
    finding,
    choices: state.isListOpen && shown?.kind === 'several' ? shown : undefined,
    /** Places next to the device's, which was filled in. */
    nearby: nearby ?? [],
    /** The holder's own place that the half-typed name is taken for. */
    ownMatch: amongOwn?.kind === 'one' ? amongOwn.match : undefined,
    /** Kilometres from the holder's trips to a place that was filled in far from them. */
    farKm: finding?.kind === 'one' || finding?.kind === 'several' ? finding.farKm : undefined,
    /** Why the text cannot be a suburb's name; then no trip is logged with it. */
    refusal: finding?.kind === 'none' && finding.why ? NO_SUBURB_TEXTS[finding.why] : undefined,
    /** Whether the postcode is known not to be the suburb's; never while the suburb is half typed. */
    isMismatch,
    /** The places of the suburb's name, if the postcode belongs to another. */
    rightPlaces: isMismatch ? placesNamed(table, suburb) : [],
  };
}

/** Looks a suburb up among the holder's places and in the table. @param table undefined if it could not be loaded */
export function findSuburb(
  text: string,
  own: readonly RecentSuburb[],
  table: PlaceTable | undefined,
): Looked {
  const finding = lookUpSuburb(text, { own, localities: table });
  return { text, finding: finding.kind === 'none' && !table ? { kind: 'unavailable' } : finding };
}
