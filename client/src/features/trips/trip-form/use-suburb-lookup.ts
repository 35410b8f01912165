import { SUBURB_LOOKUP_DELAY_MS } from '@shared/limits';
import type { PlaceTable, SuburbMatch } from '@shared/places/place-table';
import {
  findingOf,
  findSuburb,
  hasToLookUp,
  nextSuburbState,
  type PlaceFields,
  type SuburbEvent,
  type SuburbFinding,
  type SuburbState,
  saidPostcode,
  viewOfSuburb,
} from '@shared/places/suburb-lookup-state';
import { farText } from '@shared/trips/reading/remarks';
import type { RecentSuburb } from '@shared/trips/trips';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { loadLocalities } from '@/features/places/localities';
import { useRecentSuburbs } from '@/features/places/use-recent-suburbs';
import type { TripForm } from './trip-form';

const NO_PLACES: RecentSuburb[] = [];
const PLACE_FIELDS = ['suburb', 'postcode', 'isPostcodeFilledIn'] as const;

/** On a bad line the table takes longer, and the form says what is missing. */
const TABLE_WAIT_MS = 1500;
/** The error of a suburb that the schema takes and people have to look at. */
const TO_LOOK_AT = 'to-look-at';

const placeOf = ([suburb, postcode, isPostcodeFilledIn]: readonly [
  string,
  string,
  boolean,
]): PlaceFields => ({
  suburb,
  postcode,
  isPostcodeFilledIn,
});

/** The table of localities, which is loaded when it is first needed. */
function useTable() {
  const [index, setIndex] = useState<PlaceTable>();
  async function loadTable() {
    const loaded = await loadLocalities().catch(() => undefined);
    setIndex(loaded);
    return loaded;
  }
  return { index, loadTable };
}

/** Looks up a form's suburb among the holder's places and in the table (docs/product/log-trip.md#places). */
export function useSuburbLookup(form: TripForm) {
  const { data: own = NO_PLACES } = useRecentSuburbs();
  const [suburb, postcode, isPostcodeFilledIn] = useWatch({ control: form.control, name: PLACE_FIELDS });
  const { index, loadTable } = useTable();
  const [state, setState] = useState<Omit<SuburbState, 'fields'>>({ isListOpen: false });
  // a lookup that ends reads what happened since it began
  const latest = useRef(state);

  const current = (): SuburbState => ({
    ...latest.current,
    fields: placeOf(form.getValues(PLACE_FIELDS)),
  });

  function dispatch(event: SuburbEvent) {
    const before = current();
    const { fields, ...after } = nextSuburbState(before, event);
    for (const name of PLACE_FIELDS)
      if (fields[name] !== before.fields[name])
        form.setValue(name, fields[name], {
          shouldDirty: true,
          shouldValidate: form.getFieldState(name).invalid,
        });
    latest.current = after;
    setState(after);
    const isOfList = event.type === 'list-opened' || event.type === 'list-closed';
    if (!isOfList && form.getFieldState('suburb').error?.type === TO_LOOK_AT) form.clearErrors('suburb');
  }

  /** Looks the suburb up, unless it is settled. */
  async function lookUp(isTyping: boolean): Promise<SuburbFinding | undefined> {
    const before = current();
    if (hasToLookUp(before)) {
      const table = await loadTable();
      // a postcode may have been typed while the table came
      const result = find(current().fields, table);
      dispatch({ type: 'looked-up', result, isTyping });
    }
    return findingOf(current());
  }

  const find = (fields: PlaceFields, table: PlaceTable | undefined) =>
    findSuburb(fields.suburb, own, table, saidPostcode(fields));

  /** Looks again, now among the places of the postcode that was typed, where the suburb alone means none. */
  async function chooseByPostcode() {
    const table = await loadTable();
    const { fields, ...now } = current();
    const finding = findingOf({ fields, ...now });
    const isOpen = finding?.kind === 'several' || (finding?.kind === 'none' && finding.why !== undefined);
    if (isOpen && saidPostcode(fields) !== '')
      dispatch({ type: 'looked-up', result: find(fields, table), isTyping: false });
  }

  /** Whether a submit may go on; else the suburb has an error that says why. @param isFresh it was looked up just now */
  function isLookedAt(isFresh: boolean): boolean {
    const { objection, farKm } = viewOfSuburb(current(), own);
    const far =
      isFresh &&
      farKm &&
      `${farText(form.getValues('suburb'), farKm)}. If that is right, press the button again.`;
    const message = objection ?? far;
    if (!message) return true;
    form.setError('suburb', { type: TO_LOOK_AT, message }, { shouldFocus: true });
    return false;
  }

  const afterPause = useEffectEvent(() => void lookUp(true));
  useEffect(() => {
    if (state.typed === undefined) return;
    const pause = setTimeout(afterPause, SUBURB_LOOKUP_DELAY_MS);
    return () => clearTimeout(pause);
  }, [state.typed]);

  const view = useMemo(
    () => viewOfSuburb({ ...state, fields: { suburb, postcode, isPostcodeFilledIn } }, own, index),
    [state, suburb, postcode, isPostcodeFilledIn, own, index],
  );

  return {
    ...view,
    /** Call it on every change of the text; the lookup in the table follows after a pause. */
    typed() {
      dispatch({ type: 'typed', own });
      if (hasToLookUp(current())) void loadTable();
    },
    /** Call it when the field is left, and on Enter. */
    settle: () => lookUp(false),
    /**
     * Waits for a suburb that was typed just before the form is submitted, but not for long. @returns whether it may be submitted
     */
    settleBeforeSubmit(): Promise<boolean> | undefined {
      const isOwn = view.ownMatch !== undefined && form.getValues('postcode') !== '';
      if (!hasToLookUp(current()) || isOwn)
        return view.objection ? Promise.resolve(isLookedAt(false)) : undefined;
      const pause = new Promise((resolve) => setTimeout(resolve, TABLE_WAIT_MS));
      return Promise.race([lookUp(false), pause]).then(() => isLookedAt(true));
    },
    choose: (match: SuburbMatch) => dispatch({ type: 'chosen', match }),
    /** Fills in the first of places that are near, and offers the others. */
    chooseNear([match, ...nearby]: SuburbMatch[]) {
      if (match) dispatch({ type: 'chosen', match, nearby });
    },
    /** Fills in a place from an earlier trip, without a lookup. */
    fill: (place: RecentSuburb) => dispatch({ type: 'filled', place }),
    /** Call it on a change of the postcode, which is then compared with the suburb's. */
    typedPostcode() {
      dispatch({ type: 'postcode-typed' });
      void chooseByPostcode();
    },
    openList: () => dispatch({ type: 'list-opened' }),
    closeList: () => dispatch({ type: 'list-closed' }),
  };
}

export type SuburbLookupState = ReturnType<typeof useSuburbLookup>;
