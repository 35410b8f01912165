import { formatCount } from '@shared/figures';
import type { ChangesSince } from '@shared/reports/lodgements';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table/data-table';
import { differenceText, historyText } from './change-text';

/** A phone shows a card for each figure; below them are the documents and the checks. */
const SHOWN_AT_FIRST = 8;

/** What differs from what was lodged, figure by figure, when it was changed and by whom. */
export function ChangesSinceLodged({ changes: { figures, total, left } }: { changes: ChangesSince }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="space-y-3">
      <Alert variant="due" title="Changed since lodged">
        These figures are no longer what was lodged. TMR may have to be told.
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
