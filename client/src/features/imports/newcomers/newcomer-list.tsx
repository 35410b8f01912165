import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMediaQuery } from '@/lib/hooks/use-media-query';

/** How many are shown at once of those that nothing is missing of. */
const SHOWN = 10;

type Listed = { key: string; problem: string | null };

type NewcomerListProps<One extends Listed> = {
  title: string;
  headings: readonly string[];
  all: readonly One[];
  /** A row of the table, or a folded part of the list. */
  row: (one: One, isTable: boolean) => ReactNode;
  /** How many have no answer yet, and what leaves them all out. */
  open: number;
  onLeaveOut: () => void;
  disabled: boolean;
};

/** Newcomers to look over: those that something is missing of, and the first of the rest. A table, or where there is no room for it a list. */
export function NewcomerList<One extends Listed>(props: NewcomerListProps<One>) {
  const { title, headings, all, row, open, onLeaveOut, disabled } = props;
  const isTable = useMediaQuery('(min-width: 64rem)');
  const [isWhole, setWhole] = useState(false);
  if (all.length === 0) return null;
  const faulty = all.filter(({ problem }) => problem !== null);
  const others = all.filter(({ problem }) => problem === null);
  // one more is not worth a button
  const shown = isWhole || others.length <= SHOWN + 1 ? others : others.slice(0, SHOWN);
  const rows = [...faulty, ...shown].map((one) => row(one, isTable));
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="py-2 font-semibold">{title}</h3>
        {open > 1 && (
          <Button variant="ghost" disabled={disabled} onClick={onLeaveOut}>
            Leave out the {open} without an answer
          </Button>
        )}
      </div>
      {isTable ? (
        <div className="rounded-md border border-line">
          <table className="w-full text-left text-sm">
            <caption className="sr-only">{title}</caption>
            <thead className="bg-sunken text-muted">
              <tr>
                {headings.map((heading) => (
                  <th
                    key={heading}
                    scope="col"
                    className={clsx(
                      'px-1.5 py-2 font-medium first:pl-3 last:pr-3',
                      heading === 'Rows' && 'text-right',
                    )}
                  >
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </div>
      ) : (
        <ul aria-label={title} className="divide-y divide-line rounded-md border border-line px-3">
          {rows}
        </ul>
      )}
      {shown.length < others.length && (
        <Button className="mt-2 max-sm:w-full" onClick={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
    </section>
  );
}
