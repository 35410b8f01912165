import type { TopLocation } from '@shared/reports/statistics';
import { tripsAddress } from '../trips-address';

/** "Toowong 4066". */
export const placeName = ({ suburb, postcode }: Pick<TopLocation, 'suburb' | 'postcode'>) =>
  `${suburb} ${postcode}`;

/** The address of the trips that began at a place. */
export const tripsAt = ({ suburb, postcode }: Pick<TopLocation, 'suburb' | 'postcode'>) =>
  tripsAddress({ search: suburb, postcode });
