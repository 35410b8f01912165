import { formatCount } from '@shared/figures';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { ToDoRows } from './to-do-rows';
import { useToDo } from './use-to-do';

const FIRST = 6;

/** The whole list, the first lines of a long one until the others are asked for. It takes no place until it is known. */
export function ToDoCard() {
  const { query, lines } = useToDo();
  const [isWhole, setWhole] = useState(false);
  const isLong = !isWhole && lines.length > FIRST + 1;
  if (query.isPending && lines.length === 0) return null;
  return (
    <Card title="To do">
      <QueryState query={query} failed="What there is to do could not be loaded" />
      {lines.length > 0 && <ToDoRows lines={isLong ? lines.slice(0, FIRST) : lines} />}
      {lines.length === 0 && query.isSuccess && <p className="text-muted">Nothing to do right now.</p>}
      {isLong && (
        <Button className="mt-2 print:hidden" onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)}
        </Button>
      )}
    </Card>
  );
}
