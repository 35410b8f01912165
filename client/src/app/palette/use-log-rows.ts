import { driverName } from '@shared/drivers';
import { formatMinutes } from '@shared/figures';
import { brisbaneDay, brisbaneTime } from '@shared/periods';
import type { LocalityIndex } from '@shared/places/suburb-lookup';
import { readTripLine } from '@shared/trips/reading/trip-line';
import { type CreateTrip, createTripSchema } from '@shared/trips/trips';
import { SquarePen, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { useRecentSuburbs } from '@/features/trips/api';
import { lastDriverId, rememberLastDriver } from '@/features/trips/log-trip/likely-trip';
import { loggedToast } from '@/features/trips/outbox/logged-toast';
import { loadLocalities } from '@/features/trips/trip-form/localities';
import { tripInstant } from '@/features/trips/trip-form/trip-form';
import { now } from '@/lib/clock';
import { toast, toastError, toastOutcome } from '@/lib/toast';
import type { Row } from './row';

const CHOICES = 8;

/** The trips that `line`, the words after "log", may mean; with a question they are choices. */
export function useLogRows(
  line: string | undefined,
  onLogged: () => void,
): { rows: Row[]; title?: string; question?: string } {
  const { data: drivers = [] } = useActiveDrivers();
  const { data: own = [] } = useRecentSuburbs();
  const outbox = useOutbox();
  const [localities, setLocalities] = useState<LocalityIndex>();
  const [isReading, setReading] = useState(true);
  const isAsked = line !== undefined;

  useEffect(() => {
    if (!isAsked) return;
    loadLocalities()
      .then(setLocalities, () => {})
      .finally(() => setReading(false));
  }, [isAsked]);

  async function log(trip: CreateTrip) {
    try {
      const logged = await outbox.log({ trip });
      rememberLastDriver(trip.driverId);
      onLogged();
      const takeBack = () =>
        toastOutcome(logged.takeBack(), 'Trip deleted successfully', 'Failed to delete trip');
      toast(loggedToast(trip, logged, takeBack));
    } catch (error) {
      toastError(error, 'Failed to log trip');
    }
  }

  if (!line?.trim()) return { rows: [] };
  const read = readTripLine(line, { drivers, own, localities });
  const { places, waitingTime = 0, time, unread } = read;
  if (places.length === 0 && isReading) return { rows: [], question: 'Looking up the suburb…' };
  if (places.length === 0)
    return { rows: [], question: `Which suburb? Nothing fits "${unread || line.trim()}".` };
  const isNamed = read.drivers.length > 0;
  const [only, second] = drivers;
  // who is not named is asked for, the last one first
  const isLast = ({ id }: { id: string }) => id === lastDriverId();
  const possible = isNamed
    ? read.drivers
    : [...drivers.filter(isLast), ...drivers.filter((one) => !isLast(one))];
  const at = tripInstant({ date: brisbaneDay(now()), time: time ?? brisbaneTime(now()) }, now());

  const what = `${formatMinutes(waitingTime)} wait · ${time ? `today ${time}` : 'now'}`;
  const [place, otherPlace] = places;
  const isOnlyDriverOpen = place && !otherPlace && possible.length > 1;
  const title = isOnlyDriverOpen ? `Log ${place.displayName} ${place.postcode} · ${what}` : 'Log a trip';

  const rows = places.flatMap(({ displayName: suburb, postcode }) =>
    possible.flatMap((driver): Row[] => {
      const { id: driverId, driverAuthorityLicense } = driver;
      const typed = { driverId, driverAuthorityLicense, suburb, postcode, waitingTime };
      const { data: trip } = createTripSchema.safeParse({ ...typed, datetime: at.toISOString() });
      if (!trip) return [];
      return [
        {
          id: `log-${driverId}-${suburb}-${postcode}`,
          ...(isOnlyDriverOpen
            ? { icon: UserRound, label: driverName(driver), detail: driverAuthorityLicense }
            : { icon: SquarePen, label: `${suburb} ${postcode}`, detail: `${driverName(driver)} · ${what}` }),
          run: () => void log(time ? trip : { ...trip, datetime: now().toISOString() }),
        },
      ];
    }),
  );
  const shown = rows.slice(0, CHOICES);
  if (drivers.length === 0) return { rows: [], question: 'Add a driver first.' };
  if (rows.length === 0) return { rows, question: 'A waiting time is a week at most.' };
  if (unread) return { rows: shown, title, question: `Nothing fits "${unread}". Which of these?` };
  if (!isNamed && only && second) return { rows: shown, title, question: 'Which driver?' };
  if (rows.length > 1)
    return { rows: shown, title, question: places.length > 1 ? 'Which place?' : 'Which driver?' };
  return { rows, title };
}
