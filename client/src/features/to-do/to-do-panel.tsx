import { formatCount } from '@shared/figures';
import { Link } from 'wouter';
import { ToDoRows } from './to-do-rows';
import { useToDo } from './use-to-do';

/** The most urgent lines next to Log Trip, and the way to the others; nothing while there are none. */
export function ToDoPanel({ most }: { most: number }) {
  const { lines } = useToDo();
  // shifts left open have a line of their own there
  const shown = lines.filter(({ kind }) => kind !== 'shifts-left-open').slice(0, most);
  if (shown.length === 0) return null;
  return (
    <section
      aria-labelledby="to-do-title"
      className="rounded-md border border-line bg-surface px-4 py-2 sm:px-6"
    >
      <div className="flex items-center justify-between gap-x-4 pt-1">
        <h2 id="to-do-title" className="text-lg font-semibold">
          To do
        </h2>
        {lines.length > shown.length && (
          <Link
            href="/?tab=reports"
            className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
          >
            All {formatCount(lines.length)}
          </Link>
        )}
      </div>
      <ToDoRows lines={shown} />
    </section>
  );
}
