import { RECENT_SUBURBS } from '@shared/limits';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import type { RecentSuburb } from '@shared/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOutbox } from '@/features/outbox/outbox';
import { asTrip, isRefusedRecord, notYetListed } from '@/features/outbox/waiting-record';
import { queryKeys } from '@/lib/query-keys';

/** The places of the holder's latest trips; those of trips that wait on this device come first. */
export function useRecentSuburbs(enabled = true) {
  const { trips } = useOutbox();
  const { data, dataUpdatedAt, isPending } = useQuery<RecentSuburb[]>({
    queryKey: [...queryKeys.trips, 'recent-suburbs'],
    enabled,
    meta: { kept: true },
  });
  const places = useMemo(() => {
    const waiting = notYetListed(trips, dataUpdatedAt)
      .filter((record) => !isRefusedRecord(record))
      .map(asTrip)
      .map(({ suburb, postcode }) => ({ suburb: capitaliseSuburb(suburb), postcode }))
      .reverse();
    if (waiting.length === 0) return data;
    const all = [...waiting, ...(data ?? [])];
    const keys = all.map(keyOf);
    return all.filter((place, index) => keys.indexOf(keyOf(place)) === index).slice(0, RECENT_SUBURBS);
  }, [trips, data, dataUpdatedAt]);
  return { data: places, isPending };
}

const keyOf = ({ suburb, postcode }: RecentSuburb) => `${suburbKey(suburb)} ${postcode}`;
