import { decodeLocalities } from '@shared/places/localities';
import { PLACE_ALIASES } from '@shared/places/place-aliases';
import { indexLocalities, type PlaceTable } from '@shared/places/place-table';
import { decodePoints } from '@shared/places/points';
import localitiesUrl from '../../../../.generated/localities.txt?url';
import pointsUrl from '../../../../.generated/queensland-points.txt?url';

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

let loading: Promise<PlaceTable> | undefined;

/**
 * The table of localities, with the points of Queensland's: fetched at the first call; after a failure the next call tries again.
 * @throws when it cannot be fetched
 */
export function loadLocalities(): Promise<PlaceTable> {
  loading ??= Promise.all([localitiesUrl, pointsUrl].map(fetchText))
    .then(([localities = '', points = '']) =>
      indexLocalities(decodeLocalities(localities), PLACE_ALIASES, decodePoints(points)),
    )
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
