import { countOf, formatCount } from '@shared/figures';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';

const SHOWN_AT_FIRST = 6;

type RankedBarsProps = {
  label: string;
  /** How many rows are shown at first. */
  count?: number;
  /** Most trips first; bar widths are relative to the first. */
  rows: readonly { key: string; name: string; hint: string; tripCount: number; href: string }[];
};

/** Names with their trips as bars; each row is a link to them. */
export function RankedBars({ label, rows, count = SHOWN_AT_FIRST }: RankedBarsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const most = rows[0]?.tripCount ?? 1;
  const shown = showsAll ? rows : rows.slice(0, count);
  return (
    <>
      <ol aria-label={label}>
        {shown.map(({ key, name, hint, tripCount, href }) => (
          <li
            key={key}
            className="group relative grid min-h-11 pointer-fine:min-h-9.5 grid-cols-[1fr_auto] items-center gap-x-4 py-0.5"
          >
            <Clipped
              tall
              className="group-hover:text-brand group-hover:underline [&>button]:relative [&>button]:z-1"
            >
              <bdi>{name}</bdi> <span className="text-muted">{hint}</span>
            </Clipped>
            <Link
              href={href}
              aria-label={`${name} ${hint}: ${countOf(tripCount, 'trip')}`}
              className="before:absolute before:inset-0"
            >
              {formatCount(tripCount)}{' '}
              <span className="text-muted">{tripCount === 1 ? 'trip' : 'trips'}</span>
            </Link>
            <span aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-sunken">
              <span
                className="block h-1.5 rounded-full bg-brand forced-color-adjust-none"
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

/** Keeps their place. */
export const RankedBarsSkeleton = ({ label, count = SHOWN_AT_FIRST }: Omit<RankedBarsProps, 'rows'>) => (
  <SkeletonGroup label={label}>
    {Array.from({ length: count }, (_, place) => place).map((place) => (
      <div key={place} className="h-11 pt-2 pointer-fine:h-9.5">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-2 h-1.5" />
      </div>
    ))}
  </SkeletonGroup>
);
