import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';

type PaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** The number of rows on all pages. */
  total: number;
  onPageChange: (page: number) => void;
  /** The plural of the rows, which names the landmark: "Trips". */
  label: string;
};

const figure = new Intl.NumberFormat('en-AU');

/** The position in a list, with buttons for the previous and the next page. */
export function Pagination({ page, pageSize, total, onPageChange, label }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav aria-label={`${label}, pages`} className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted" aria-live="polite">
        {figure.format(first)}–{figure.format(last)} of {figure.format(total)}
        {pages > 1 && ` · page ${figure.format(page)} of ${figure.format(pages)}`}
      </p>
      {pages > 1 && (
        <div className="flex gap-2">
          <Button icon={ChevronLeft} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            Previous
          </Button>
          <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
            Next
            <ChevronRight className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
