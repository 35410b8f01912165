import { formatCount } from '@shared/figures';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';
import { Select } from './form/select';

type PaginationProps = {
  page: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
  /** The plural of the rows, which names the landmark: "Trips". */
  label: string;
  sizes?: { choices: readonly number[]; onChange: (pageSize: number) => void };
};

/** On a phone they are one line with the select. */
const SMALL = 'max-sm:w-11 max-sm:px-0';

export function Pagination({ page, pageSize, total, onPageChange, label, sizes }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={`${label}, pages`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p className={clsx('text-sm text-muted', sizes && 'max-sm:w-full sm:mr-auto')} aria-live="polite">
        {formatCount(first)}–{formatCount(Math.min(page * pageSize, total))} of {formatCount(total)}
        {pages > 1 && ` · page ${formatCount(page)} of ${formatCount(pages)}`}
      </p>
      {sizes && total > Math.min(...sizes.choices) && (
        <Select
          aria-label="Rows a page"
          className="text-sm print:hidden"
          value={pageSize}
          onChange={({ target }) => sizes.onChange(Number(target.value))}
          choices={sizes.choices.map((value) => ({ value, label: `${value} a page` }))}
        />
      )}
      {pages > 1 && (
        <div className="flex gap-2">
          <Button
            icon={ChevronLeft}
            className={SMALL}
            disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
          >
            <span className="max-sm:sr-only">Previous</span>
          </Button>
          <Button className={SMALL} disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
