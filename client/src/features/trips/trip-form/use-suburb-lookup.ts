import { SUBURB_LOOKUP_DELAY_MS, SUBURB_LOOKUP_MIN_LENGTH } from '@shared/limits';
import { lookUpOwn, type SuburbLookup, type SuburbMatch } from '@shared/places/own-suburbs';
import type { LocalityIndex } from '@shared/places/suburb-lookup';
import { capitaliseSuburb, lookupKey } from '@shared/places/suburbs';
import type { RecentSuburb } from '@shared/trips/trips';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRecentSuburbs } from '../api';
import { type Lookups, loadLocalities, loadLookups, loadPoints } from './localities';
import type { TripForm } from './trip-form';

/** The result of a lookup; 'unavailable' if the locality table could not be loaded. */
export type SuburbFinding = SuburbLookup | { kind: 'unavailable' };

/** The table of localities, and what looks up in it. */
type Table = Lookups & { index: LocalityIndex };

const NO_PLACES: RecentSuburb[] = [];

/** Whether the first place is guessed, although Queensland may have several of the name. */
const isGuessed = (lookup: SuburbLookup) =>
  lookup.kind === 'several' &&
  lookup.likely !== undefined &&
  lookup.matches.filter(({ state }) => state === 'QLD').length > 1;

/** Looks up a form's suburb among the holder's places and in the table (docs/product/log-trip.md#places). */
export function useSuburbLookup(form: TripForm) {
  const { data: own = NO_PLACES } = useRecentSuburbs();
  const [suburb, postcode] = useWatch({ control: form.control, name: ['suburb', 'postcode'] });
  const [table, setTable] = useState<Table>();
  const [found, setFound] = useState<{ suburb: string; finding: SuburbFinding }>();
  const [isListOpen, setListOpen] = useState(false);
  const [typedText, setTypedText] = useState<string>();
  const [nearby, setNearby] = useState<{ suburb: string; places: SuburbMatch[] }>();
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnsettled = useRef(false);

  useEffect(() => () => clearTimeout(delay.current), []);

  const finding = found?.suburb === suburb ? found.finding : undefined;
  const amongOwn = useMemo(
    () => (suburb === typedText ? lookUpOwn(own, suburb) : undefined),
    [own, suburb, typedText],
  );
  const shown = finding ?? amongOwn;
  const isMismatch =
    table !== undefined &&
    /^\d{4}$/.test(postcode) &&
    (finding !== undefined || suburb !== typedText) &&
    table.postcodeFits(table.index, suburb, postcode) === false;

  const isUnknown = finding?.kind === 'none';
  const near = useMemo(
    () => (table && isUnknown ? table.nearestPlaces(table.index, suburb) : []),
    [table, isUnknown, suburb],
  );

  function set(name: 'suburb' | 'postcode', value: string) {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
  }

  function settleOn(settled: { suburb: string; finding: SuburbFinding }) {
    clearTimeout(delay.current);
    isUnsettled.current = false;
    setFound(settled);
    setListOpen(settled.finding.kind === 'several' && !settled.finding.likely);
  }

  function fillPostcode(filled: string) {
    set('postcode', filled);
    form.setValue('isPostcodeFilledIn', filled !== '', { shouldDirty: true });
  }

  /** A postcode that was filled in goes with its suburb; a typed one stays. */
  function clearFilledPostcode() {
    if (form.getValues('isPostcodeFilledIn')) fillPostcode('');
  }

  function choose(match: SuburbMatch) {
    fillPostcode(match.postcode);
    set('suburb', match.displayName);
    settleOn({ suburb: match.displayName, finding: { kind: 'one', match } });
  }

  async function loadTable(): Promise<Table | undefined> {
    const loading = Promise.all([loadLookups(), loadLocalities()]);
    const loaded = await loading.then(([lookups, index]) => ({ ...lookups, index })).catch(() => undefined);
    setTable(loaded);
    return loaded;
  }

  async function lookUp(text: string, { isTyping }: { isTyping: boolean }) {
    clearTimeout(delay.current);
    const loaded = await loadTable();
    if (form.getValues('suburb') !== text) return undefined;
    const first = loaded?.lookUpWithOwn(own, text, loaded.index) ?? lookUpOwn(own, text);
    const points = own.length > 0 && isGuessed(first) ? await loadPoints().catch(() => undefined) : undefined;
    if (form.getValues('suburb') !== text) return undefined;
    const lookup = loaded && points ? loaded.lookUpWithOwn(own, text, loaded.index, points) : first;
    const result: SuburbFinding = !loaded && lookup.kind === 'none' ? { kind: 'unavailable' } : lookup;
    if (result.kind === 'several' && result.likely) {
      const { likely } = result;
      const hasTyped = form.getValues('postcode') !== '' && !form.getValues('isPostcodeFilledIn');
      if (!hasTyped) fillPostcode(likely.postcode);
      if (isTyping || hasTyped) {
        setFound({ suburb: text, finding: result });
      } else {
        set('suburb', likely.displayName);
        settleOn({ suburb: likely.displayName, finding: result });
      }
      return result;
    }
    if (result.kind === 'one') {
      // an unfinished name is not completed while someone types
      if (isTyping && lookupKey(text) !== lookupKey(result.match.displayName))
        fillPostcode(result.match.postcode);
      else choose(result.match);
      return result;
    }
    clearFilledPostcode();
    settleOn({ suburb: text, finding: result });
    return result;
  }

  async function settle(): Promise<SuburbFinding | undefined> {
    const text = form.getValues('suburb');
    const isLongEnough = text.trim().length >= SUBURB_LOOKUP_MIN_LENGTH;
    return isUnsettled.current && isLongEnough ? lookUp(text, { isTyping: false }) : finding;
  }

  return {
    finding,
    choices: isListOpen && shown?.kind === 'several' ? shown : undefined,
    /** Other places of the name, where one was filled in; next to the device's, where its own was. */
    others: nearby?.suburb === suburb ? nearby.places : othersOf(finding),
    isNearby: nearby?.suburb === suburb,
    /** The holder's own place that the half-typed name is taken for. */
    ownMatch: !finding && amongOwn?.kind === 'one' ? amongOwn.match : undefined,
    /** Whether the postcode is known not to be the suburb's; never while the suburb is half typed (docs/product/log-trip.md#places). */
    isMismatch,
    /** The places of the suburb's name, if the postcode is not of one of them; for a name that is none, those that are nearly the same. */
    rightPlaces: isMismatch ? table.placesNamed(table.index, suburb) : near,
    /** Call it on every change of the text; the lookup in the table follows after a pause. */
    typed(text: string) {
      clearTimeout(delay.current);
      isUnsettled.current = true;
      setTypedText(text);
      const mine = lookUpOwn(own, text);
      if (mine.kind === 'one') fillPostcode(mine.match.postcode);
      else clearFilledPostcode();
      setListOpen(mine.kind === 'several' && !mine.likely);
      if (text.trim().length < SUBURB_LOOKUP_MIN_LENGTH) return;
      void loadTable();
      delay.current = setTimeout(() => lookUp(text, { isTyping: true }), SUBURB_LOOKUP_DELAY_MS);
    },
    settle,
    /** Waits for the postcode of a suburb that was typed just before the form is submitted, but not for long. */
    waitForPostcode(): Promise<unknown> | undefined {
      if (!isUnsettled.current || form.getValues('postcode') !== '') return undefined;
      return Promise.race([settle(), new Promise((resolve) => setTimeout(resolve, POSTCODE_WAIT_MS))]);
    },
    choose,
    /** Fills in the first of places that are near, and offers the others. */
    chooseNear([first, ...places]: SuburbMatch[]) {
      if (!first) return;
      choose(first);
      setNearby({ suburb: first.displayName, places });
    },
    /** Fills in a place from an earlier trip, without a lookup. */
    fill(place: { suburb: string; postcode: string }) {
      clearTimeout(delay.current);
      isUnsettled.current = false;
      setTypedText(undefined);
      setListOpen(false);
      set('suburb', capitaliseSuburb(place.suburb));
      fillPostcode(place.postcode);
    },
    /** Call it on a change of the postcode, which is then compared with the suburb's. */
    typedPostcode() {
      form.setValue('isPostcodeFilledIn', false, { shouldDirty: true });
      setListOpen(false);
      void loadTable();
    },
    openList: () => setListOpen(true),
    closeList: () => setListOpen(false),
  };
}

/** On a bad line the table takes longer, and the form says what is missing. */
const POSTCODE_WAIT_MS = 1500;

const othersOf = (finding: SuburbFinding | undefined): SuburbMatch[] =>
  (finding?.kind === 'several' && finding.namesakes) || [];

export type SuburbLookupState = ReturnType<typeof useSuburbLookup>;
