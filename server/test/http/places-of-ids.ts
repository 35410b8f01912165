import type { FullHolder, IdKind } from '../full-holder';
import type { ApiRequest } from './http-requests';

/** A place of a request that holds one of the holder's own ids. */
export type Place = { path: string; kind: IdKind | 'newKey'; put(id: string): ApiRequest };

/** Finds them all. */
export function placesOfIds(request: ApiRequest, own: Pick<FullHolder, 'ids' | 'newKey'>): Place[] {
  const ids = Object.entries({ ...own.ids, newKey: own.newKey }) as [Place['kind'], string][];
  const found = (value: unknown, path: string, rebuild: (changed: unknown) => unknown): Place[] => {
    if (typeof value === 'string') {
      return ids
        .filter(([, id]) => value.includes(id))
        .map(([kind, id]) => ({
          path,
          kind,
          put: (foreign) => rebuild(value.replaceAll(id, foreign)) as ApiRequest,
        }));
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
    return Object.entries(value).flatMap(([key, inside]) =>
      found(inside, path ? `${path}.${key}` : key, (changed) =>
        rebuild(Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }),
      ),
    );
  };
  return found(request, '', (changed) => changed);
}
