import { countOf } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { useNow } from '@/lib/clock';
import { addressOfEntry, dayText } from '../coming-up/coming-up-text';
import { useOverdueRequests } from '../coming-up/use-coming-up';

/** Says that TMR waits for an answer, before anything that is due later (docs/product/reports.md#reports). */
export function OverdueRequests() {
  const today = brisbaneDay(useNow());
  const overdue = useOverdueRequests();
  const [oldest] = overdue;
  if (!oldest) return null;
  return (
    <div className="@container rounded-md border border-l-4 border-danger bg-danger-soft p-4 sm:px-6">
      <div className="flex flex-col items-start gap-3 @form:flex-row @form:items-center @form:gap-x-6">
        <div className="min-w-0 grow">
          <p className="font-semibold">{countOf(overdue.length, 'overdue request')} from TMR</p>
          <p className="text-sm font-semibold text-danger">{dayText(oldest.day, today)}</p>
          {overdue.length === 1 && oldest.name && (
            <Clipped tall short className="text-sm text-muted">
              {oldest.name}
            </Clipped>
          )}
        </div>
        <Link href={addressOfEntry(oldest)} className={buttonClass('primary', 'shrink-0')}>
          Show requests
        </Link>
      </div>
    </div>
  );
}
