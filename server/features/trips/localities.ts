import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeLocalities } from '@shared/places/localities';
import { PLACE_ALIASES } from '@shared/places/place-aliases';
import { indexLocalities, storedSuburb } from '@shared/places/place-table';
import { decodePoints } from '@shared/places/points';

/** Reads a table of the build at the first call, and then has it; after a failure the next call reads again. */
function readOnce<Table>(file: string, decode: (text: string) => Table): () => Promise<Table> {
  let loading: Promise<Table> | undefined;
  return () => {
    loading ??= readFile(resolve('.generated', file), 'utf8')
      .then(decode)
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}

/** Reads the positions of the localities. @throws when the build has not made the table */
export const loadPoints = readOnce('points.txt', decodePoints);

/** Reads the names of the localities. @throws when the build has not made the table */
export const loadNames = readOnce('localities.txt', decodeLocalities);
let indexing: ReturnType<typeof indexTables> | undefined;

const indexTables = async () => indexLocalities(await loadNames(), PLACE_ALIASES, await loadPoints());

/** The locality table with its points. @throws when the build has not made it */
export function loadLocalities() {
  indexing ??= indexTables().catch((error: unknown) => {
    indexing = undefined;
    throw error;
  });
  return indexing;
}

/** Makes a function that gives the name by which a place is stored; it looks each place up once. */
export async function loadPlaceNames() {
  const table = await loadLocalities();
  const names = new Map<string, string>();
  return ({ suburb, postcode }: { suburb: string; postcode: string }): string => {
    const place = `${postcode} ${suburb}`;
    const name = names.get(place) ?? storedSuburb(table, suburb, postcode);
    names.set(place, name);
    return name;
  };
}
