import { brisbaneDay } from '@shared/periods';
import type { DueReport } from '@shared/reports/lodgements';
import { agoText } from '@shared/to-do/due-text';
import { Badge } from '@/components/ui/badge';
import { useNow } from '@/lib/clock';
import { dueText } from './due-reports';

/** When a report is due, or that it is overdue, and since when. */
export function DueState({ report }: { report: DueReport }) {
  const now = useNow();
  if (report.state !== 'overdue') return dueText(report, now);
  return (
    <>
      <Badge tone="danger">Overdue</Badge> {agoText(report.dueDay, brisbaneDay(now))}
    </>
  );
}
