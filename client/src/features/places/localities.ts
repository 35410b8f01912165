import { decodeLocalities } from '@shared/places/localities';
import { PLACE_ALIASES } from '@shared/places/place-aliases';
import { decodePoints } from '@shared/places/points';
import { indexLocalities } from '@shared/places/suburb-lookup';
import localitiesUrl from '../../../../.generated/localities.txt?url';
import pointsUrl from '../../../../.generated/queensland-points.txt?url';

/** Fetches a table of the build at the first call, and then has it; after a failure the next call tries again. */
function fetchOnce<Table>(url: string, decode: (text: string) => Table): () => Promise<Table> {
  let loading: Promise<Table> | undefined;
  async function load() {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return decode(await response.text());
  }
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** The locality table. @throws when it cannot be fetched */
export const loadLocalities = fetchOnce(localitiesUrl, (text) =>
  indexLocalities(decodeLocalities(text), PLACE_ALIASES),
);

/** Loads the points of Queensland's localities. @throws when the table cannot be fetched */
export const loadPoints = fetchOnce(pointsUrl, decodePoints);
