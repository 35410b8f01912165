import { formatDay } from '@shared/periods';
import type { DueReport, FigureChange, Lodgement } from '@shared/reports/lodgements';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { dueText } from '../due-text';
import { useLodgementChanges, useTakeBack } from '../lodgements-api';

type LodgementStateProps = {
  lodgement: Lodgement | undefined;
  due: DueReport | undefined;
  isRunning: boolean;
  onLodge: () => void;
};

/** Whether a report was lodged, and what has changed since; else when it is due. */
export function LodgementState({ lodgement, due, isRunning, onLodge }: LodgementStateProps) {
  if (lodgement) return <Lodged lodgement={lodgement} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {due?.state === 'overdue' ? <Badge tone="due">Overdue</Badge> : <Badge>Not lodged</Badge>}{' '}
        <span className="text-muted">
          {isRunning ? 'This period is not over yet.' : due && `${dueText(due)}.`}
        </span>
      </p>
      {!isRunning && <Button onClick={onLodge}>Mark as lodged</Button>}
    </div>
  );
}

function Lodged({ lodgement: { id, lodgedOn, reference } }: { lodgement: Lodgement }) {
  const changes = useLodgementChanges().data?.[id];
  const takeBack = useTakeBack();
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <Badge tone="success">Lodged</Badge>{' '}
          <span className="text-muted">
            on {formatDay(lodgedOn)}
            {reference && `, reference ${reference}`}
          </span>
        </p>
        <Button variant="ghost" onClick={() => takeBack(id)}>
          Not lodged after all
        </Button>
      </div>
      {changes && <Changes changes={changes} />}
    </div>
  );
}

const SHOWN = 50;

function Changes({ changes }: { changes: readonly FigureChange[] }) {
  return (
    <div className="space-y-3">
      <Alert variant="due" title="Changed since lodged">
        These figures are no longer what was lodged. TMR may have to be told.
      </Alert>
      <DataTable
        caption="What has changed since it was lodged"
        columns={[
          { header: 'Figure', cell: ({ label }) => label, inCardTitle: true },
          { header: 'Lodged', cell: ({ lodged }) => lodged ?? 'not there' },
          { header: 'Now', cell: ({ now }) => now ?? 'not there' },
        ]}
        rows={changes.slice(0, SHOWN)}
        rowKey={({ label }) => label}
        cardTitle={({ label }) => label}
      />
      {changes.length > SHOWN && (
        <p className="text-sm text-muted">And {changes.length - SHOWN} more figures.</p>
      )}
    </div>
  );
}
