import { decodeLocalities } from '@shared/places/localities';
import { PLACE_ALIASES } from '@shared/places/place-aliases';
import { indexLocalities } from '@shared/places/suburb-lookup';

export { decodePoints } from '@shared/places/points';
export { lookUpWithOwn, nearestPlaces, placesNamed, postcodeFits } from '@shared/places/suburb-lookup';

export const readLocalities = (text: string) => indexLocalities(decodeLocalities(text), PLACE_ALIASES);
