import { ACTION_LABELS } from '@shared/activity/activity';
import { countOf, formatCount, formatMinutes } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import type { ChangesSince, Difference, FigureChange, LastChange } from '@shared/reports/lodgements';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';

/** A phone shows a card for each figure; below them are the documents and the checks. */
const SHOWN_AT_FIRST = 8;

/** What differs from what was lodged, figure by figure, when it was changed and by whom. */
export function ChangesSinceLodged({ changes: { figures, total, left } }: { changes: ChangesSince }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="space-y-3">
      <Alert variant="due" title="Changed since lodged">
        These figures are no longer what was lodged. You may have to tell TMR.
      </Alert>
      <DataTable
        caption="What has changed since it was lodged"
        columns={[
          {
            header: 'Figure',
            cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
            inCardTitle: true,
          },
          { header: 'Lodged', cell: ({ lodged }) => lodged ?? 'not there' },
          { header: 'Now', cell: ({ now }) => now ?? 'not there' },
          { header: 'Difference', cell: ({ difference }) => difference && differenceText(difference) },
          {
            header: 'Last change',
            long: true,
            cell: (figure) => {
              const text = historyText(figure);
              return text && <span className="wrap-anywhere">{text}</span>;
            },
          },
        ]}
        rows={showsAll ? figures : figures.slice(0, SHOWN_AT_FIRST)}
        rowKey={({ label }) => label}
        cardTitle={({ label }) => label}
      />
      {figures.length > SHOWN_AT_FIRST && !showsAll && (
        <Button onClick={() => setShowsAll(true)}>Show all {figures.length} figures</Button>
      )}
      <p className="text-sm text-muted">
        {left.figures > 0 &&
          `And ${formatCount(left.figures)} more figures, together ${differenceText(left.difference)}. `}
        All places together: {differenceText(total)}.
      </p>
    </div>
  );
}

const plus = (count: number) => (count > 0 ? '+' : '');

/** "+2 trips, -5 min of waiting". */
export const differenceText = ({ trips: count, waiting }: Difference): string =>
  `${plus(count)}${countOf(count, 'trip')}, ${plus(waiting)}${formatMinutes(waiting)} of waiting`;

function actText({ entity, action, count }: LastChange): string {
  if (entity === 'driver') return `driver ${ACTION_LABELS[action]}`;
  if (entity === 'trip') return `${countOf(count, 'trip')} ${ACTION_LABELS[action]}`;
  return `${action === 'deleted' ? 'undo of an import' : 'import'} of ${countOf(count, 'trip')}`;
}

/**
 * "Changed 3 times, last by Mary Smith on 12/11/2026 14:05: import of 200 trips"; null where the audit trail has nothing of the figure.
 */
export function historyText({ times, last }: Pick<FigureChange, 'times' | 'last'>): string | null {
  if (!last) return null;
  const often = times === 1 ? 'Changed' : `Changed ${formatCount(times)} times, last`;
  return `${often} by ${last.person ?? 'Trip Log'} on ${formatDateTime(new Date(last.at))}: ${actText(last)}`;
}
