import { formatCount } from '@shared/figures';
import { LONG_WAIT_MINUTES } from '@shared/limits';
import type { TopLocation } from '@shared/reports/statistics';
import type { TripFilters, TripSort } from '@shared/trips/trip-list';
import { clsx } from 'clsx';
import { Link } from 'wouter';
import { useTripCount } from './api';

/** The address of Trip History with these filters, which it reads by the names that GET /api/trips has for them. */
export const tripsAddress = (filters: Partial<TripFilters & TripSort>): string =>
  `/?${new URLSearchParams({ tab: 'history', ...filters })}`;

type Place = Pick<TopLocation, 'suburb' | 'postcode'>;

export const placeName = ({ suburb, postcode }: Place) => `${suburb} ${postcode}`;

export const tripsAt = ({ suburb, postcode }: Place) => tripsAddress({ search: suburb, postcode });

type FigureLinkProps = { href: string; label: string; children: string };

export const FigureLink = ({ href, label, children }: FigureLinkProps) => (
  <Link
    href={href}
    aria-label={label}
    className="font-medium underline decoration-line-strong underline-offset-4 hover:text-brand"
  >
    {children}
  </Link>
);

export type SomeTripsProps = {
  /** The trips' owner, for people who hear the link alone. */
  of: string;
  filters: Partial<TripFilters>;
  words: string;
  isDoubtful?: boolean;
};

/** The trips whose wait is probably a typing error. */
export const LONG_WAITS = {
  filters: { waiting: `${LONG_WAIT_MINUTES + 1}-` },
  words: 'waited more than a day',
  isDoubtful: true,
};

/** "3 rank or hail", "3 waited more than a day"; nothing without such trips. */
export function SomeTrips({ of, filters, words, isDoubtful }: SomeTripsProps) {
  const count = useTripCount(filters);
  if (count === 0) return null;
  const text = `${formatCount(count)} ${words}`;
  return (
    <p className={clsx('text-sm', isDoubtful ? 'text-due' : 'text-muted')}>
      <FigureLink href={tripsAddress(filters)} label={`${of}: ${text}`}>
        {text}
      </FigureLink>
    </p>
  );
}
