import { formatCount } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { type DatedEntry, isExpiry } from '@shared/to-do/dated-entries';
import { Badge } from '@/components/ui/badge';
import { useNow } from '@/lib/clock';

/** "1 overdue" or "2 expired", else how many entries there are: what a folded card shows of them. */
export function PastNote({ entries }: { entries: readonly DatedEntry[] }) {
  const today = brisbaneDay(useNow());
  const past = entries.filter(({ day }) => day < today);
  const expired = past.filter(isExpiry).length;
  const overdue = past.length - expired;
  if (past.length > 0)
    return (
      <Badge tone="danger">
        {overdue > 0 ? `${formatCount(overdue)} overdue` : `${formatCount(expired)} expired`}
      </Badge>
    );
  return entries.length > 0 && formatCount(entries.length);
}
