import { PAGE_SIZE, PAGE_SIZES } from '@shared/limits';
import { useState } from 'react';
import { onDevice } from '@/lib/storage/storage';
import { useTrips } from '../api';
import { useWaitingHere } from '../outbox/waiting-trips';
import { listQueryOf, type TripHistoryView, writeView } from './filters/trip-filters';

const PAGE_SIZE_KEY = 'tripsPerPage';

const storedPageSize = (): number =>
  PAGE_SIZES.find((size) => String(size) === onDevice.read(PAGE_SIZE_KEY)) ?? PAGE_SIZE;

/** A page of the history. Where the first one cannot be read, it is what Log Trip has kept of it (docs/product/app.md#kept-answers). */
function usePage(view: TripHistoryView, pageSize: number) {
  const list = useTrips(listQueryOf(view, pageSize));
  // the same page size makes the same query: reading it would end its error, and so begin again for ever
  const isOther = pageSize !== PAGE_SIZE;
  const kept = useTrips(listQueryOf(view, PAGE_SIZE), isOther && list.isError && writeView(view) === '');
  return list.isError && kept.isSuccess ? { list: kept, pageSize: PAGE_SIZE } : { list, pageSize };
}

/** The trips of a view, without those that the outbox shows above them. */
export function useTripList(view: TripHistoryView) {
  const [chosenSize, setChosenSize] = useState(storedPageSize);
  const { list, pageSize } = usePage(view, chosenSize);
  const { trips: listed, total } = list.isError || !list.data ? { trips: [], total: undefined } : list.data;
  const waitingHere = useWaitingHere();
  const waiting = view.page === 1 ? waitingHere : [];
  return {
    list,
    pageSize,
    setPageSize(size: number) {
      onDevice.write(PAGE_SIZE_KEY, String(size));
      setChosenSize(size);
    },
    trips: listed.filter(({ id }) => !waiting.some(({ stored }) => stored?.id === id)),
    /** Undefined while it is not known. */
    total,
    waiting,
    isPastTheEnd: listed.length === 0 && total !== undefined && total > 0,
    isSettled: !list.isPlaceholderData && !list.isFetching,
  };
}

export type TripListState = ReturnType<typeof useTripList>;
