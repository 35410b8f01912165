import { DAYS_AHEAD } from '@shared/to-do/dated-entries';
import { FoldingCard } from '@/components/ui/folding-card';
import { QueryState } from '@/components/ui/states/query-state';
import { canBeLodged } from '../lodgements/due-reports';
import { ComingUpRows } from './coming-up-rows';
import { PastNote } from './past-note';
import { useComingUp } from './use-coming-up';

/** Entries that come up soon, below the overdue requests and the reports that can be lodged. */
export function ComingUpCard() {
  const { entries: all, overdueRequests, query, lodgements } = useComingUp();
  const entries = all.filter(
    (entry) => !overdueRequests.includes(entry) && !(entry.report && canBeLodged(entry.report)),
  );
  return (
    <FoldingCard
      title="Coming up"
      note={<PastNote entries={entries} />}
      description={`Reports, requests from TMR, and authorisations and licences that expire within ${DAYS_AHEAD} days.`}
    >
      <div className="@container">
        <QueryState query={query} failed="Requests and expiry dates could not be loaded" />
        {entries.length > 0 && <ComingUpRows entries={entries} />}
        {entries.length === 0 && query.isSuccess && (
          <p className="text-muted">
            Nothing coming up{lodgements?.activity === null && ': no drivers and no trips yet'}.
          </p>
        )}
      </div>
    </FoldingCard>
  );
}
