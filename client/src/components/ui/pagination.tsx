import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';

type PaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Rows in all. */
  total: number;
  onPageChange: (page: number) => void;
  /** What is paged: "Trips". Names the landmark. */
  label: string;
};

const figure = new Intl.NumberFormat('en-AU');

/** Where in a list the reader is, and the way to the pages beside it. */
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
          <Button
            icon={<ChevronLeft aria-hidden="true" className="-ml-1 size-4" />}
            disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
          >
            Previous
          </Button>
          <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
            Next
            <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
