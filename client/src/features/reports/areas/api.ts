import type { AreaPlace, AreaRegionAnswer, ConfirmAreas } from '@shared/areas/areas';
import { MAX_CONFIRMED_PLACES } from '@shared/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { figureKeys, queryKeys } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';
import { placeKey } from './area-choices';

const PLACES = '/api/areas/places';

export const useAreas = () => useQuery<AreaRegionAnswer[]>({ queryKey: ['/api/areas'] });

export const useAreaPlaces = () => useQuery<AreaPlace[]>({ queryKey: queryKeys.areaPlaces });

/** A place with the area that is to be confirmed for it, or with the confirmation withdrawn. */
export type AreaChange = Pick<AreaPlace, 'postcode' | 'suburb' | 'isConfirmed'> & { area: string };

/** Confirms areas: the screen shows it at once, and takes it back where the server refuses. */
export function useConfirmAreas() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async (changes: readonly AreaChange[]) => {
      for (let from = 0; from < changes.length; from += MAX_CONFIRMED_PLACES)
        await request<unknown>(
          'PUT',
          PLACES,
          changes.slice(from, from + MAX_CONFIRMED_PLACES) satisfies ConfirmAreas,
        );
    },
    meta: { invalidates: figureKeys, evenIfFailed: true },
  });
  const show = (changes: readonly Pick<AreaPlace, 'postcode' | 'suburb'>[]) => {
    const changed = new Map(changes.map((change) => [placeKey(change), change]));
    client.setQueryData<AreaPlace[]>(queryKeys.areaPlaces, (places) =>
      places?.map((place) => ({ ...place, ...changed.get(placeKey(place)) })),
    );
  };
  return async (places: readonly AreaPlace[], changes: readonly AreaChange[]): Promise<boolean> => {
    const keys = new Set(changes.map(placeKey));
    const before = places.filter((place) => keys.has(placeKey(place)));
    show(changes.map((change) => ({ ...change, isDoubtful: false, candidates: [] })));
    const isSaved = await toastOutcome(mutateAsync(changes), undefined, 'Failed to save the areas');
    if (!isSaved) show(before);
    // only the server knows the former guess, and which of several requests it stored before one failed
    if (!isSaved || changes.some(({ isConfirmed }) => !isConfirmed))
      await client.invalidateQueries({ queryKey: queryKeys.areaPlaces });
    return isSaved;
  };
}
