import { TRIP_KIND_LABELS } from '@shared/trips/trip-kinds';
import type { Trip } from '@shared/trips/trips';
import { Badge } from '@/components/ui/badge';

/** A list's badge for a trip that was not booked. */
export const KindBadge = ({ of: { kind } }: { of: Pick<Trip, 'kind'> }) =>
  kind === 'rank-or-hail' && <Badge>{TRIP_KIND_LABELS[kind]}</Badge>;
