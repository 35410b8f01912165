import { formatDay } from '@shared/periods';
import type { DueReport, Lodgement } from '@shared/reports/lodgements';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { dueText } from '../due-text';
import { useLodgementChanges, useTakeBack } from '../lodgements-api';
import { ChangesSinceLodged } from './changes-since';
import { KeptDocuments } from './kept-documents';

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

function Lodged({ lodgement }: { lodgement: Lodgement }) {
  const { id, lodgedOn, reference } = lodgement;
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
      {changes && <ChangesSinceLodged changes={changes} />}
      <KeptDocuments lodgement={lodgement} />
    </div>
  );
}
