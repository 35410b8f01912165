import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeLocalities } from '@shared/places/localities';
import { indexLocalities, type LocalityIndex } from '@shared/places/suburb-lookup';

let loading: Promise<LocalityIndex> | undefined;

/**
 * The locality table, read at the first call and then cached.
 * @throws when the build has not made it; the next call reads again
 */
export function loadLocalities(): Promise<LocalityIndex> {
  loading ??= readFile(resolve('.generated/localities.txt'), 'utf8')
    .then((text) => indexLocalities(decodeLocalities(text)))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
