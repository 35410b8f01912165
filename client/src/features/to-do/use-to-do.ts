import { MINUTE_MS } from '@shared/durations';
import type { ToDo } from '@shared/to-do/to-do';
import { useQuery } from '@tanstack/react-query';
import { useOutbox } from '@/features/outbox/outbox';
import { countInWords, countRecords, refusedPath } from '@/features/outbox/outbox-status';
import { isRefusedRecord } from '@/features/outbox/waiting-record';
import { queryKeys } from '@/lib/query-keys';

/** A line of the list; what the server refused is known to this device alone. */
export type ToDoLine = Omit<ToDo, 'kind'> & { kind: ToDo['kind'] | 'not-accepted' };

/** What there is to do, most urgent first: what this device could not send, then the server's list. */
export function useToDo() {
  const query = useQuery<ToDo[]>({
    queryKey: queryKeys.toDo,
    // other people and other devices settle things too
    staleTime: MINUTE_MS,
    refetchOnWindowFocus: true,
  });
  const refused = countRecords(useOutbox().records.filter(isRefusedRecord));
  const lines: ToDoLine[] = [...(query.data ?? [])];
  if (refused.all > 0)
    lines.unshift({
      kind: 'not-accepted',
      title: `${countInWords(refused)} not accepted`,
      count: refused.all,
      href: refusedPath(refused),
    });
  return { query, lines };
}
