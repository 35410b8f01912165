import { countOf, formatCount } from '@shared/figures';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import type { Tickable, useTicks } from '@/lib/ticks';

type Row = Tickable & { figure: number };

const SHOWN_AT_FIRST = 200;

type BreakdownProps = {
  place: 'postcode' | 'suburb';
  rows: readonly Row[];
  totalTrips: number;
  ticks: ReturnType<typeof useTicks>;
};

/** Places with their trips in columns, as in the PDF; each row is ticked once it is copied into the portal. */
export function Breakdown({ place, rows, totalTrips, ticks }: BreakdownProps) {
  const [showsAll, setShowsAll] = useState(false);
  const title = `Trips by ${place}`;
  const ticked = rows.filter(ticks.isTicked).length;
  const shown = showsAll ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="rounded-md border border-line bg-surface p-4 print:border-0 print:p-0 sm:p-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 pointer-fine:min-h-10">
        <h3 className="text-lg font-semibold">{title}</h3>
        <div className="flex items-center gap-x-2 text-sm text-muted print:hidden">
          <span role="status">
            {ticked > 0 && `${formatCount(ticked)} of ${formatCount(rows.length)} copied`}
          </span>
          {ticked > 0 && (
            <Button variant="ghost" aria-label={`Untick all: ${title}`} onClick={() => ticks.untick(rows)}>
              Untick all
            </Button>
          )}
        </div>
      </div>
      <ul
        aria-label={title}
        className={clsx(
          'mt-2 gap-x-8 sm:columns-2 lg:columns-4 print:columns-4',
          place === 'postcode' && 'max-sm:columns-2 max-sm:gap-x-4',
        )}
      >
        {shown.map((row) => {
          const isTicked = ticks.isTicked(row);
          return (
            <li key={row.name} className="break-inside-avoid border-b border-line text-sm">
              <Checkbox
                label={`Copied: ${row.name}, ${countOf(row.figure, 'trip')}`}
                checked={isTicked}
                onChange={() => (isTicked ? ticks.untick([row]) : ticks.tick([row]))}
                className={clsx('max-sm:min-h-11! hover:bg-sunken', isTicked && 'text-muted')}
              >
                <span dir="auto" className="grow wrap-anywhere">
                  {row.name}
                </span>
                <span className="font-medium">{formatCount(row.figure)}</span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {shown.length < rows.length && (
        <Button className="my-3" onClick={() => setShowsAll(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
      <p className="-mt-px flex justify-between gap-4 border-t-2 border-ink pt-2 font-semibold">
        <span>Total trips by {place}</span>
        <span>{formatCount(totalTrips)}</span>
      </p>
    </section>
  );
}
