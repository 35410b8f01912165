import { formatCount } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import { averageMinutes, withWaitsKnown } from '@shared/trips/waits';
import { ArchiveRestore, FileDown, FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { brisbaneNote } from '@/lib/clock';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { countOfMatches, countOfTrips } from '../trip-text';
import { filtersOf, isFiltered, type TripHistoryView } from './filters/trip-filters';
import { useFilterWords } from './filters/use-filter-words';
import { useAverageWait } from './history-api';
import type { OpenDialog } from './trip-dialogs';
import type { TripListState } from './use-trip-list';

/** One line, so that the first trip is in the upper half. */
const WORD_ON_PHONE = 'max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden';

type HistoryHeaderProps = {
  view: TripHistoryView;
  page: TripListState;
  onDialog: (dialog: OpenDialog) => void;
};

export function RecentlyDeletedButton({ onDialog }: Pick<HistoryHeaderProps, 'onDialog'>) {
  const variant = useIsWide() ? 'secondary' : 'ghost';
  return (
    <Button variant={variant} icon={ArchiveRestore} onClick={() => onDialog({ kind: 'deleted' })}>
      Recently deleted
    </Button>
  );
}

/** How many trips there are, and what can be done with all of them. */
export function HistoryHeader({ view, page, onDialog }: HistoryHeaderProps) {
  const { list, total, pageSize } = page;
  const filters = filtersOf(view);
  const hasFilters = isFiltered(view);
  const average = useAverageWait(hasFilters && total ? filters : undefined);
  const words = useFilterWords();
  const isWide = useIsWide();
  return (
    <PageHeader
      title="Trip History"
      description={
        <>
          <span role="status" className="block min-h-5">
            {total !== undefined && (
              <>
                <span>
                  {hasFilters ? countOfMatches(total) : countOfTrips(total)}
                  {average &&
                    `, ${withWaitsKnown(`${averageMinutes(average.avgWaitTime)} average wait`, average)}`}
                  {list.error && `, as of ${formatDateTime(new Date(list.dataUpdatedAt))}`}
                </span>
                {total > 0 && brisbaneNote() && ` · ${brisbaneNote()}`}
              </>
            )}
          </span>
          <span className="hidden print:block">
            {words.text(view)}
            {total !== undefined && total > pageSize && (
              <span className="block">
                Page {formatCount(view.page)} of {formatCount(Math.ceil(total / pageSize))}. An export has
                them all.
              </span>
            )}
          </span>
        </>
      }
      actions={
        <>
          <Button
            className={WORD_ON_PHONE}
            icon={FileDown}
            disabled={!total}
            onClick={() =>
              onDialog({ kind: 'export', selection: { matching: { filters, count: total ?? 0 } } })
            }
          >
            Export
          </Button>
          <Link href="/import-trips" className={buttonClass('secondary', WORD_ON_PHONE)}>
            <FileUp className="size-4" />
            Import
          </Link>
          {isWide && <RecentlyDeletedButton onDialog={onDialog} />}
        </>
      }
    />
  );
}
