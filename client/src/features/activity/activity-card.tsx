import {
  type ActivityEvent,
  type ActivityList as ActivityPage,
  hasTooManyWords,
  type ListActivityQuery,
  MAX_EVENTS_SEARCHED,
  TOO_MANY_WORDS,
} from '@shared/activity/activity';
import { eventDetails, eventSentence } from '@shared/activity/activity-text';
import { formatCount } from '@shared/figures';
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { SearchField } from '@/components/ui/form/search-field';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

/** The audit trail. It is read when it is opened, because every screen adds to it. */
export function ActivityCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card
      id="activity"
      title="Activity"
      description="Who changed what and when."
      actions={
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide activity' : 'Show activity'}
        </Button>
      }
    >
      {open && <ActivityList />}
    </Card>
  );
}

const columns: Column<ActivityEvent>[] = [
  { header: 'When', cell: ({ at }) => formatDateTime(new Date(at)) },
  {
    header: 'What',
    long: true,
    cell: (event) => (
      <div className="py-2 wrap-anywhere">
        {eventSentence(event)}
        {eventDetails(event).map((line) => (
          <div key={line} className="text-sm text-muted">
            {line}
          </div>
        ))}
      </div>
    ),
  },
];

function ActivityList() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const tooManyWords = hasTooManyWords(search);
  const query: ListActivityQuery = { search, page, limit: PAGE_SIZE };
  const list = useQuery<ActivityPage>({
    queryKey: ['/api/activity', query],
    enabled: !tooManyWords,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at its first page
  useEffect(() => setPage(1), [search]);

  return (
    <div className="space-y-4">
      <search>
        <SearchField
          label="Search activity"
          hint={`Looks through the latest ${formatCount(MAX_EVENTS_SEARCHED)} changes.`}
          error={tooManyWords ? TOO_MANY_WORDS : undefined}
          className="max-w-form"
          value={text}
          placeholder="Person, suburb, driver or what was done"
          onChange={setText}
        />
      </search>
      <QueryState
        query={list}
        failed="The activity could not be loaded"
        skeleton={<DataTableSkeleton label="Loading activity" />}
      />
      {list.data && !list.isError && (
        <>
          {list.data.events.length > 0 ? (
            <DataTable
              caption="Activity, newest first"
              columns={columns}
              rows={list.data.events}
              rowKey={({ id }) => id}
              cardTitle={eventSentence}
              busy={list.isPlaceholderData}
            />
          ) : (
            <p className="py-4 text-center text-muted">Nothing matches this search.</p>
          )}
          <Pagination
            label="Activity"
            page={page}
            pageSize={PAGE_SIZE}
            total={list.data.total}
            onPageChange={setPage}
          />
        </>
      )}
    </div>
  );
}
