import { formatDay } from '@shared/periods';
import type { DueReport, Lodgement } from '@shared/reports/lodgements';
import { Badge } from '@/components/ui/badge';
import { useLodgementChanges } from './api';
import { ChangesSinceLodged } from './changes-since';
import { dueText } from './due-text';
import { LodgedDocuments } from './lodged-documents';

type LodgementStateProps = {
  lodgement: Lodgement | undefined;
  due: DueReport | undefined;
  isRunning: boolean;
};

/** Whether a report was lodged; else when it is due. */
export function LodgementState({ lodgement, due, isRunning }: LodgementStateProps) {
  if (lodgement)
    return (
      <p className="mt-1 min-w-0 wrap-anywhere">
        <Badge tone="success">Lodged</Badge>{' '}
        <span className="text-muted">
          on {formatDay(lodgement.lodgedOn)}
          {lodgement.reference && `, reference ${lodgement.reference}`}
        </span>
      </p>
    );
  return (
    <p className="mt-1">
      {due?.state === 'overdue' ? <Badge tone="due">Overdue</Badge> : !isRunning && <Badge>Not lodged</Badge>}{' '}
      <span className={due?.state === 'overdue' ? 'font-medium text-due' : 'font-medium'}>
        {due && dueText(due)}
      </span>
    </p>
  );
}

/** What has changed since a report was lodged, and its documents as they were then. */
export function Lodged({ lodgement }: { lodgement: Lodgement }) {
  const changes = useLodgementChanges().data?.[lodgement.id];
  return (
    <>
      {changes && <ChangesSinceLodged changes={changes} />}
      <LodgedDocuments lodgement={lodgement} />
    </>
  );
}
