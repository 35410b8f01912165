import { capitaliseSuburb } from '@shared/places/suburbs';
import type { Trip } from '@shared/trips/trips';

/** Where a trip began, however it was typed: "Toowong 4066". */
export const Place = ({ of: { suburb, postcode } }: { of: Pick<Trip, 'suburb' | 'postcode'> }) => (
  <>
    <bdi>{capitaliseSuburb(suburb)}</bdi> {postcode}
  </>
);
