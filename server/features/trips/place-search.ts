import { foldText } from '@shared/fold-text';
import { placeKey } from '@shared/places/place-key';
import { displayName, localitiesNamed, type PlaceTable } from '@shared/places/place-table';
import { STATES, suburbKey } from '@shared/places/suburbs';

/** What a search text means among stored suburbs, besides those that contain it. */
export type PlaceSearch = {
  /** Keys of the localities that it names in another spelling: "st lucia" of "Saint Lucia, QLD". */
  keys: readonly string[];
  /** A text of whole words, but for the last, that a key contains: "mount grav" of "mt grav", "mount " of "mt". */
  words: string | undefined;
};

/** Reads a search text as people type it, so that it finds the name by which a place is stored (docs/product/trip-history.md#search). */
export function placeSearch(table: PlaceTable, search: string): PlaceSearch {
  const text = foldText(search).trim();
  const words = withoutBegunState(text);
  const written = words.includes(' ') ? placeKey(words) : writtenOut(words);
  const keys = localitiesNamed(table, search).map((locality) => suburbKey(displayName(locality)));
  return {
    keys: [...new Set(keys)].filter((key) => !foldText(key).includes(text)),
    words: written === text || written === '' ? undefined : written,
  };
}

/** "milton, ql" is on its way to "milton, qld". */
function withoutBegunState(text: string): string {
  const comma = text.lastIndexOf(',');
  const begun = text
    .slice(comma + 1)
    .trim()
    .toUpperCase();
  const isBegun = comma > 0 && STATES.some((state) => state !== begun && state.startsWith(begun));
  return isBegun ? text.slice(0, comma) : text;
}

/** A short form alone has its name after it: "mt" is "mount ". */
function writtenOut(word: string): string {
  const first = placeKey(`${word} x`).slice(0, -1);
  return word.length > 1 && first !== `${word} ` ? first : word;
}
