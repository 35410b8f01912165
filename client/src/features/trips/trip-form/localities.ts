import { decodeLocalities } from '@shared/places/localities';
import { indexLocalities, type LocalityIndex } from '@shared/places/suburb-lookup';
import localitiesUrl from '../../../../../.generated/localities.txt?url';

let loading: Promise<LocalityIndex> | undefined;

/** The locality table, fetched when first asked for. @throws when that fails; the next call tries again */
export function loadLocalities(): Promise<LocalityIndex> {
  loading ??= fetchLocalities().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchLocalities(): Promise<LocalityIndex> {
  const response = await fetch(localitiesUrl);
  if (!response.ok) throw new Error(`Locality table: ${response.status}`);
  return indexLocalities(decodeLocalities(await response.text()));
}
