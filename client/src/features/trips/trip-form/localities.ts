import localitiesUrl from '../../../../../.generated/localities.txt?url';
import pointsUrl from '../../../../../.generated/queensland-points.txt?url';

/** What looks up in the tables; the first screen does without. */
export const loadLookups = () => import('./table-lookups');
export type Lookups = Awaited<ReturnType<typeof loadLookups>>;

/** Fetches a table of the build at the first call, and then has it; after a failure the next call tries again. */
function fetchOnce<Table>(
  url: string,
  decode: (lookups: Lookups, text: string) => Table,
): () => Promise<Table> {
  let loading: Promise<Table> | undefined;
  async function load() {
    const [response, lookups] = await Promise.all([fetch(url), loadLookups()]);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return decode(lookups, await response.text());
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
export const loadLocalities = fetchOnce(localitiesUrl, ({ readLocalities }, text) => readLocalities(text));

/** Where the localities of Queensland are. @throws when the table cannot be fetched */
export const loadPoints = fetchOnce(pointsUrl, ({ decodePoints }, text) => decodePoints(text));
