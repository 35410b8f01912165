import { TRIP_KIND_LABELS } from '@shared/trips/trip-kinds';
import type { Trip } from '@shared/trips/trips';
import { Badge } from '@/components/ui/badge';

/** What a list says of a trip that was not booked; nothing of any other. */
export const KindBadge = ({ of: { kind } }: { of: Pick<Trip, 'kind'> }) =>
  kind === 'rank-or-hail' && <Badge>{TRIP_KIND_LABELS[kind]}</Badge>;
