import type { Driver } from '@shared/drivers';
import { countOf } from '@shared/figures';
import { Alert } from '@/components/ui/alert';
import { useDriversPhones } from './api';

/** Says that a driver who stops driving has phones that stop with them. */
export function PhonesEnd({ driver: { id } }: { driver: Driver }) {
  const { data } = useDriversPhones();
  const { phones = 0 } = data?.find(({ driverId }) => driverId === id) ?? {};
  return phones > 0 && <p>Their {countOf(phones, 'phone')} can then log no more trips.</p>;
}

/** Warns that what waited on a driver's phones cannot be stored once the driver is removed. */
export function HeldOnPhones({ driver: { id } }: { driver: Driver }) {
  const { data } = useDriversPhones();
  const { held = 0 } = data?.find(({ driverId }) => driverId === id) ?? {};
  if (held === 0) return null;
  const them = held === 1 ? 'it' : 'them';
  return (
    <Alert variant="due" className="mb-2">
      {countOf(held, 'trip or shift', 'trips or shifts')} that waited on their phone{' '}
      {held === 1 ? 'is' : 'are'} not stored yet. Store {them} first, in the Drivers tab. Afterwards you can
      only discard {them}, or take the driver back.
    </Alert>
  );
}
