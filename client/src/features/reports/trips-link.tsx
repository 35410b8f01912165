import type { TopLocation } from '@shared/reports/statistics';
import type { TripFilters, TripSort } from '@shared/trips/trip-list';
import { Link } from 'wouter';

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
