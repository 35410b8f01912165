import { brisbaneDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { entryTitle, isExpiry } from '@shared/to-do/dated-entries';
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { canBeLodged } from '../lodgements/due-reports';
import { LodgeDialog } from '../lodgements/lodge-dialog';
import { addressOfEntry, agoText, entryText } from './coming-up-text';
import type { ListedEntry } from './use-coming-up';

/** Each entry opens what settles it; a report that is over can be marked as lodged. */
export function ComingUpRows({ entries }: { entries: readonly ListedEntry[] }) {
  const today = brisbaneDay(useNow());
  const [lodging, setLodging] = useState<Period | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {entries.map((entry) => {
          const { kind, id, day, report } = entry;
          const title = entryTitle(entry);
          return (
            <li
              key={`${kind}-${id}`}
              className="gap-x-4 py-2 last:pb-0 @form:flex @form:items-center @form:justify-between"
            >
              <div className="min-w-0 @form:flex @form:grow @form:items-baseline @form:justify-between @form:gap-x-4">
                <Link
                  href={addressOfEntry(entry)}
                  className="inline-flex min-h-11 items-center font-medium wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-current pointer-fine:min-h-6"
                >
                  <span className="line-clamp-2 print:line-clamp-none">{title}</span>
                </Link>
                <p className="text-sm text-muted @form:shrink-0">
                  {day < today ? (
                    <>
                      <Badge tone="danger">{isExpiry(entry) ? 'Expired' : 'Overdue'}</Badge>{' '}
                      {agoText(day, today)}
                    </>
                  ) : (
                    entryText(entry, today)
                  )}
                </p>
              </div>
              {report && canBeLodged(report) && (
                <Button
                  className="my-1 shrink-0"
                  aria-label={`Mark as lodged: ${title}`}
                  onClick={() => setLodging(report)}
                >
                  Mark as lodged
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {lodging && <LodgeDialog period={lodging} onClose={() => setLodging(null)} />}
    </>
  );
}
