import { countOf, formatCount } from '@shared/figures';
import { daysOf } from '@shared/periods';
import { oneYear } from '@shared/reports/statistics';
import { averageMinutes, withWaitsKnown } from '@shared/trips/waits';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { MapDrawing, PersonDrawing } from '@/components/ui/drawings';
import type { EmptyState } from '@/components/ui/states/empty-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { useRecent, useTopLocations } from '../api';
import { placeName, tripsAddress, tripsAt } from '../trips-link';
import { StatisticsCard } from './statistics-card';

/** So many rows are as tall as the map next to them. */
const LOCATIONS_SHOWN = 10;
const DRIVERS_SHOWN = 6;

export const TopLocations = () => (
  <RankedCard
    title="Top Locations"
    description="All time"
    useData={useTopLocations}
    shownAtFirst={LOCATIONS_SHOWN}
    noun="top locations"
    empty={{
      drawing: <MapDrawing />,
      title: 'No location data available',
      hint: 'The suburbs you pick up from most will be listed here.',
    }}
    rowsOf={(places) =>
      places.map((place) => ({
        key: placeName(place),
        name: place.suburb,
        hint: place.postcode,
        tripCount: place.tripCount,
        href: tripsAt(place),
      }))
    }
  />
);

export const BusiestDrivers = () => (
  <RankedCard
    title="Busiest drivers"
    description="Trips and average wait, 12 months"
    useData={useRecent}
    shownAtFirst={DRIVERS_SHOWN}
    noun="drivers"
    empty={{
      drawing: <PersonDrawing />,
      title: 'No one has driven yet',
      hint: 'The drivers with most trips will be listed here.',
    }}
    rowsOf={({ drivers }) =>
      drivers.map(({ name, driverAuthorityLicense, avgWaitTime, ...counted }) => ({
        key: driverAuthorityLicense,
        name,
        hint: withWaitsKnown(averageMinutes(avgWaitTime), counted),
        tripCount: counted.tripCount,
        href: tripsAddress({ ...daysOf(oneYear(now())), search: driverAuthorityLicense }),
      }))
    }
  />
);

type RankedRow = { key: string; name: string; hint: string; tripCount: number; href: string };

type RankedCardProps<Data> = {
  title: string;
  description: string;
  useData: () => UseQueryResult<Data>;
  shownAtFirst: number;
  noun: string;
  empty: ComponentProps<typeof EmptyState>;
  /** Most trips first; bar widths are relative to the first. */
  rowsOf: (data: Data) => RankedRow[];
};

function RankedCard<Data>({ shownAtFirst, noun, rowsOf, ...card }: RankedCardProps<Data>) {
  return (
    <StatisticsCard
      {...card}
      failed={`The ${noun} could not be loaded`}
      skeleton={<RankedBarsSkeleton label={`Loading the ${noun}`} count={shownAtFirst} />}
      isEmpty={(data) => rowsOf(data).length === 0}
    >
      {(data) => <RankedBars label={card.title} rows={rowsOf(data)} shownAtFirst={shownAtFirst} />}
    </StatisticsCard>
  );
}

type RankedBarsProps = { label: string; rows: RankedRow[]; shownAtFirst: number };

function RankedBars({ label, rows, shownAtFirst }: RankedBarsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const most = rows[0]?.tripCount ?? 1;
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);
  return (
    <>
      <ol aria-label={label}>
        {shown.map(({ key, name, hint, tripCount, href }) => (
          <li
            key={key}
            className="group relative flex min-h-11 pointer-fine:min-h-10 flex-wrap content-start items-baseline gap-x-1.5 pb-3 last:pb-0 print:border-b print:border-line print:py-1.5 print:last:border-0"
          >
            <Clipped
              tall
              lines={2}
              className="group-hover:text-brand group-hover:underline [&>button]:relative [&>button]:z-1"
            >
              {name}
            </Clipped>
            {/* a name that leaves them no room has them on the next line */}
            <span className="flex grow items-baseline justify-between gap-x-4 whitespace-nowrap">
              <span className="text-sm whitespace-normal text-muted">{hint}</span>
              <Link
                href={href}
                aria-label={`${name} ${hint}: ${countOf(tripCount, 'trip')}`}
                className="before:absolute before:inset-0"
              >
                {formatCount(tripCount)}{' '}
                <span className="text-sm text-muted">{tripCount === 1 ? 'trip' : 'trips'}</span>
              </Link>
            </span>
            <span
              aria-hidden="true"
              className="mt-0.5 h-1.5 w-full rounded-full bg-sunken print:hidden dark:bg-line forced-colors:outline"
            >
              <span
                className="block h-full rounded-full bg-brand forced-color-adjust-none"
                style={{ width: `${(tripCount / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      {shown.length < rows.length && (
        <Button
          variant="ghost"
          className="mt-2 -ml-4"
          aria-label={`Show all ${rows.length}: ${label}`}
          onClick={() => setShowsAll(true)}
        >
          Show all {rows.length}
        </Button>
      )}
    </>
  );
}

const RankedBarsSkeleton = ({ label, count }: { label: string; count: number }) => (
  <SkeletonGroup label={label}>
    {Array.from({ length: count }, (_, place) => place).map((place) => (
      <div key={place} className="h-11 pt-1 pointer-fine:h-10">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-1 h-1.5" />
      </div>
    ))}
  </SkeletonGroup>
);
