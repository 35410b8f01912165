import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';

type MissingDriversProps = {
  drivers: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;
  /** How many of them can be typed. */
  count: number;
};

/** Says above a grid that no driver can be typed in it, and why. */
export function MissingDrivers({ drivers, count }: MissingDriversProps) {
  if (drivers.isError)
    return (
      <span className="text-due">
        Drivers could not be loaded.{' '}
        <button type="button" className="underline" onClick={() => void drivers.refetch()}>
          Try again
        </button>
      </span>
    );
  if (!drivers.data || count > 0) return null;
  return (
    <>
      No drivers yet.{' '}
      <Link href="/?tab=drivers" className="text-brand underline">
        Add a driver
      </Link>
    </>
  );
}
