import { TRIP_KIND_LABELS, USUAL_KIND } from '@shared/trips/trip-kinds';
import type { Trip } from '@shared/trips/trips';
import { Badge } from '@/components/ui/badge';

/** A list's badge for a trip that was not booked; a phone's line has no room for the longest name. */
export const KindBadge = ({ of: { kind } }: { of: Pick<Trip, 'kind'> }) =>
  kind !== USUAL_KIND && <Badge>{kind === 'other-entity' ? 'Other entity' : TRIP_KIND_LABELS[kind]}</Badge>;
