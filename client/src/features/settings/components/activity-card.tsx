import { type ActivityEvent, hasTooManyWords, MAX_EVENTS_SEARCHED, TOO_MANY_WORDS } from '@shared/activity';
import { LENGTHS, PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { Field } from '@/components/ui/field';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/query-state';
import { TextInput } from '@/components/ui/text-input';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { changeLines, eventTitle } from '../activity-text';
import { useActivity } from '../api';

/** The audit trail. It is read when it is opened, because every screen adds to it. */
export function ActivityCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card
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
  { header: 'Who', cell: ({ person }) => person ?? 'Trip Log' },
  {
    header: 'What',
    cell: (event) => <span className="wrap-anywhere">{eventTitle(event)}</span>,
    inCardTitle: true,
  },
  {
    header: 'Changes',
    long: true,
    cell: (event) =>
      changeLines(event).map((line) => (
        <div key={line} className="wrap-anywhere">
          {line}
        </div>
      )),
  },
];

function ActivityList() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const tooManyWords = hasTooManyWords(search);
  const list = useActivity({ search, page, limit: PAGE_SIZE }, !tooManyWords);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at its first page
  useEffect(() => setPage(1), [search]);

  return (
    <div className="space-y-4">
      <search>
        <Field
          label="Search activity"
          hint={`Looks through the latest ${MAX_EVENTS_SEARCHED.toLocaleString('en-AU')} changes.`}
          error={tooManyWords ? TOO_MANY_WORDS : undefined}
          className="max-w-form"
        >
          <TextInput
            type="search"
            icon={<Search className="size-4" />}
            value={text}
            maxLength={LENGTHS.search}
            placeholder="Person, suburb, driver or what was done"
            autoComplete="off"
            enterKeyHint="search"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
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
              cardTitle={eventTitle}
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
