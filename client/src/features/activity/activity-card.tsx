import {
  type ActivityLine,
  type ActivityList as ActivityPage,
  hasTooManyWords,
  type ListActivityQuery,
  MAX_EVENTS_SEARCHED,
  TOO_MANY_WORDS,
} from '@shared/activity/activity';
import { eventDetails, eventSentence } from '@shared/activity/activity-text';
import { driverName } from '@shared/drivers';
import { formatCount } from '@shared/figures';
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { DataTableSkeleton } from '@/components/ui/data-table';
import { SearchField } from '@/components/ui/form/search-field';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { queryKeys } from '@/lib/query-keys';

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

/** A page of what was changed, newest first. */
export const useActivity = (query: ListActivityQuery, enabled = true) =>
  useQuery<ActivityPage>({
    queryKey: [...queryKeys.activity, query],
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

type WithDetailsProps = { line: ActivityLine; children?: ReactNode };

/** A short detail does not break inside. */
const unbroken = (detail: string) => (detail.length < 24 ? detail.replaceAll(' ', '\u00a0') : detail);

/** The address of what a line is about, while there is such a thing. */
function useAddressOf({ entity, entityId, action, many }: ActivityLine): string | undefined {
  const { data: drivers } = useDrivers();
  const { data: vehicles } = useVehicles();
  if (many) return undefined;
  const isOneOf = (rows: readonly { id: string }[] | undefined) => rows?.some(({ id }) => id === entityId);
  if (entity === 'driver') return isOneOf(drivers) ? `/drivers/${entityId}` : undefined;
  if (entity === 'vehicle') return isOneOf(vehicles) ? `/vehicles/${entityId}` : undefined;
  return entity === 'trip' && action !== 'deleted' ? `/?tab=history&trip=${entityId}` : undefined;
}

/** A long name has one line, so that what the person did is seen. What was changed is a link. */
function Sentence({ line }: { line: ActivityLine }) {
  const { length } = line.person ?? '';
  const sentence = eventSentence(line);
  const address = useAddressOf(line);
  const from = line.subject ? sentence.indexOf(line.subject, length) : -1;
  const to = from + (line.subject?.length ?? 0);
  return (
    <span className="min-w-0">
      {length > 0 && (
        <bdi className="inline-block max-w-full truncate align-bottom">{sentence.slice(0, length)}</bdi>
      )}
      {address && from > 0 ? (
        <>
          {sentence.slice(length, from)}
          <Link
            href={address}
            className="underline decoration-line-strong underline-offset-4 hover:text-brand"
          >
            {sentence.slice(from, to)}
          </Link>
          {sentence.slice(to)}
        </>
      ) : (
        sentence.slice(length)
      )}
    </span>
  );
}

/** A line for each change, and one for all that was added or deleted. */
function WithDetails({ line, children = <Sentence line={line} /> }: WithDetailsProps) {
  const { data: drivers } = useDrivers();
  const details = eventDetails(line, (driverId) => {
    const driver = drivers?.find(({ id }) => id === driverId);
    return driver && driverName(driver);
  });
  const lines =
    line.action === 'updated' || details.length === 0 ? details : [details.map(unbroken).join(' · ')];
  return (
    <>
      {children}
      {lines.map((detail) => (
        <Clipped key={detail} tall className="text-sm text-muted">
          {detail}
        </Clipped>
      ))}
    </>
  );
}

/** One line for what was done to many things at once; it opens to each of them. */
function Folded({ line, search }: { line: ActivityLine; search: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WithDetails line={line}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-my-2 flex min-h-11 w-full items-center justify-between gap-3 rounded-sm py-2 text-left pointer-fine:min-h-9"
        >
          <Sentence line={line} />
          <ChevronDown className={clsx('size-4 shrink-0 text-muted', isOpen && 'rotate-180')} />
        </button>
      </WithDetails>
      {isOpen && <OneByOne of={line.id} search={search} />}
    </>
  );
}

function OneByOne({ of, search }: { of: string; search: string }) {
  const [page, setPage] = useState(1);
  const list = useActivity({ of, search, page, limit: PAGE_SIZE });
  return (
    <div className="mt-2 space-y-3 border-l-2 border-line pl-3 text-sm">
      <QueryState
        query={list}
        failed="The changes could not be loaded"
        skeleton={<SkeletonGroup label="Loading the changes" bars={['h-5', 'h-5', 'h-5']} />}
      />
      {list.data && (
        <>
          <ul className="space-y-1.5">
            {list.data.events.map((line) => (
              <li key={line.id}>
                <WithDetails line={line} />
              </li>
            ))}
          </ul>
          <Pagination
            label="Changes"
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

const SHOWN_ABOUT = 5;

/** The changes by page, with a search; of one thing a few, without. */
export function ActivityList({ about }: { about?: string }) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const tooManyWords = hasTooManyWords(search);
  const limit = about ? SHOWN_ABOUT : PAGE_SIZE;
  const list = useActivity({ search, page, limit, ...(about && { about }) }, !tooManyWords);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at its first page
  useEffect(() => setPage(1), [search]);

  return (
    <div className="space-y-4">
      {!about && (
        <search>
          <SearchField
            label="Search activity"
            error={tooManyWords ? TOO_MANY_WORDS : undefined}
            className="max-w-form"
            value={text}
            placeholder="Person, suburb or driver"
            onChange={setText}
          />
        </search>
      )}
      <QueryState
        query={list}
        failed="The activity could not be loaded"
        skeleton={<DataTableSkeleton label="Loading activity" />}
      />
      {list.data && !list.isError && (
        <>
          {list.data.events.length > 0 ? (
            <ol
              aria-label="Activity, newest first"
              aria-busy={list.isPlaceholderData}
              className={clsx(
                'divide-y divide-line border-y border-line wrap-anywhere transition-opacity',
                list.isPlaceholderData && 'opacity-60',
              )}
            >
              {list.data.events.map((line) => (
                <li key={line.id} className="gap-x-4 py-2 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <span className="text-sm text-muted">{formatDateTime(new Date(line.at))}</span>
                  <div>
                    {line.many ? <Folded line={line} search={search} /> : <WithDetails line={line} />}
                  </div>
                </li>
              ))}
            </ol>
          ) : (
            <p className="py-4 text-center text-muted">
              {about
                ? 'No changes are on record.'
                : `Nothing matches this search in the latest ${formatCount(MAX_EVENTS_SEARCHED)} changes.`}
            </p>
          )}
          {(!about || list.data.total > limit) && (
            <Pagination
              label="Activity"
              page={page}
              pageSize={limit}
              total={list.data.total}
              onPageChange={setPage}
            />
          )}
        </>
      )}
    </div>
  );
}
