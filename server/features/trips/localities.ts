import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeLocalities } from '@shared/places/localities';
import { PLACE_ALIASES } from '@shared/places/place-aliases';
import { decodePoints } from '@shared/places/points';
import { indexLocalities } from '@shared/places/suburb-lookup';

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

/** The locality table. @throws when the build has not made it */
export const loadLocalities = readOnce('localities.txt', (text) =>
  indexLocalities(decodeLocalities(text), PLACE_ALIASES),
);

/** Reads the positions of the localities. @throws when the build has not made the table */
export const loadPoints = readOnce('points.txt', decodePoints);
