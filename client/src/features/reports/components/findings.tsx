import type { Period } from '@shared/reports/report-periods';
import { Link } from 'wouter';
import { Alert } from '@/components/ui/alert';
import { QueryState } from '@/components/ui/query-state';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { useChecks } from '../lodgements-api';

/** The findings to check before a report is lodged, each with a link to its trips. */
export function Findings({ period }: { period: Period }) {
  const query = useChecks(period);
  const { data } = query;
  return (
    <div>
      <h3 className="mb-2 font-semibold">Checks</h3>
      <QueryState
        query={query}
        failed="The period could not be checked"
        skeleton={<SkeletonGroup label="Checking" bars={['h-5 w-2/3', 'h-5 w-1/2']} />}
      />
      {data?.findings.length === 0 && <Alert variant="success">Nothing stands out in this period.</Alert>}
      {data && data.findings.length > 0 && (
        <ul aria-label="Findings" className="divide-y divide-line border-y border-line">
          {data.findings.map(({ title, detail, trips }) => (
            <li
              key={`${title} ${detail}`}
              className="flex flex-wrap items-center justify-between gap-x-4 py-2"
            >
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{title}</p>
                <p className="text-sm text-muted">{detail}</p>
              </div>
              {trips && (
                <Link
                  href={`/?${new URLSearchParams({ tab: 'history', ...trips })}`}
                  aria-label={`Show trips: ${title}`}
                  className="inline-flex min-h-11 items-center font-medium text-brand underline underline-offset-4"
                >
                  Show trips
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.left > 0 && (
        <p className="mt-2 text-sm text-muted">
          And {data.left.toLocaleString('en-AU')} more of these kinds.
        </p>
      )}
    </div>
  );
}
