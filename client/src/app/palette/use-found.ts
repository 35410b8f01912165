import { driverName } from '@shared/drivers';
import { SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { brisbaneDay, formatDateTime } from '@shared/periods';
import { type CallSign, callSignKey } from '@shared/vehicles/call-signs';
import { vehicleName } from '@shared/vehicles/vehicles';
import { Car, MapPin, Search, UserRound } from 'lucide-react';
import { useLocation } from 'wouter';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useFoundTrips } from '@/features/trips/api';
import { countOfTrips, placeText } from '@/features/trips/trip-text';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { addressOf } from '../tabs/tab-address';
import { findRows, type PaletteRow, type RowGroup } from './row';

const SHOWN = 5;
/** A letter is in too many trips to be worth a request. */
const LEAST_CHARACTERS = 2;

/** Each call sign as it is written, and in one word. */
const wordsOf = (callSigns: readonly CallSign[]) =>
  callSigns.flatMap(({ callSign }) => [callSign, callSignKey(callSign)]);

export function useFound(text: string): RowGroup[] {
  const [, navigate] = useLocation();
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const typed = text.trim();
  const settled = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const search = settled === typed && typed.length >= LEAST_CHARACTERS ? typed : '';
  const { data: found, isLoading } = useFoundTrips(search, SHOWN);
  const isPending = isLoading || (settled !== typed && typed.length >= LEAST_CHARACTERS);
  const go = (address: string) => () => navigate(address, { replace: true });
  const inHistory = (filters: Record<string, string>) =>
    addressOf('history', new URLSearchParams(filters).toString());

  const driverRows = drivers.map((driver) => ({
    id: `driver-${driver.id}`,
    icon: UserRound,
    label: driverName(driver),
    detail: driver.driverAuthorityLicense,
    words: `driver ${driver.vehicleRegistrationNumber}`,
    run: go(`/drivers/${driver.id}`),
  }));
  const today = brisbaneDay(useNow());
  const vehicleRows = vehicles.map(({ id, registration, description, licences, callSigns }) => ({
    id: `vehicle-${id}`,
    icon: Car,
    label: vehicleName({ registration, callSigns }, today),
    detail: description ?? '',
    words: ['vehicle', ...licences.map(({ number }) => number), ...wordsOf(callSigns)].join(' '),
    run: go(`/vehicles/${id}`),
  }));
  const tripRows = (found?.trips ?? []).map((trip): PaletteRow => {
    const day = brisbaneDay(new Date(trip.datetime));
    return {
      id: `trip-${trip.id}`,
      icon: MapPin,
      label: placeText(trip),
      detail: `${formatDateTime(new Date(trip.datetime))} · ${trip.driverName}`,
      run: go(inHistory({ search, startDate: day, endDate: day })),
    };
  });
  if (found && found.total > SHOWN) {
    const label = `All ${countOfTrips(found.total)}`;
    tripRows.push({ id: 'all-trips', icon: Search, label, run: go(inHistory({ search })) });
  }
  const named = (rows: PaletteRow[]) => (typed === '' ? [] : findRows(rows, typed).slice(0, SHOWN));
  return [
    { title: 'Drivers', rows: named(driverRows) },
    { title: 'Vehicles', rows: named(vehicleRows) },
    { title: 'Trips', rows: tripRows, isPending },
  ];
}
