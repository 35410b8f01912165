import { brisbaneDay } from '@shared/periods';
import { agoText, dueDayText, EXPIRES } from '@shared/to-do/due-text';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button';
import { showRefused } from '@/features/outbox/outbox-status';
import { useNow } from '@/lib/clock';
import type { ToDoLine } from './use-to-do';

const ACTIONS: Record<ToDoLine['kind'], string> = {
  'not-accepted': 'Correct',
  'waited-on-phones': 'See',
  'waiting-files': 'Answer',
  'shifts-left-open': 'Finish',
  'report-asked': 'Answer',
  'report-changed': 'See what',
  report: 'Lodge',
  request: 'Answer',
  'entity-authorisation': 'Renew',
  'driver-authorisation': 'Renew',
  'vehicle-licence': 'Renew',
  'token-expires': 'Replace',
  'token-maker-removed': 'Replace',
  assumed: 'Confirm',
  areas: 'Confirm',
};

const EXPIRIES = new Set<ToDoLine['kind']>([
  'entity-authorisation',
  'driver-authorisation',
  'vehicle-licence',
  'token-expires',
]);

/** Lines of the list, each with the link that opens the place where it is settled. */
export const ToDoRows = ({ lines }: { lines: readonly ToDoLine[] }) => (
  <ul className="divide-y divide-line">
    {lines.map((line) => (
      <li key={line.kind + line.title + line.due} className="flex items-center justify-between gap-x-3 py-2">
        <div className="min-w-0">
          <p className="line-clamp-3 font-medium wrap-anywhere print:line-clamp-none">{line.title}</p>
          {line.due && <DueText due={line.due} kind={line.kind} />}
        </div>
        <Link
          href={line.href}
          aria-label={`${ACTIONS[line.kind]}: ${line.title}`}
          className={buttonClass('secondary', 'shrink-0 print:hidden')}
          onClick={line.kind === 'not-accepted' ? showRefused : undefined}
        >
          {ACTIONS[line.kind]}
        </Link>
      </li>
    ))}
  </ul>
);

function DueText({ due, kind }: { due: string; kind: ToDoLine['kind'] }) {
  const today = brisbaneDay(useNow());
  const expires = EXPIRIES.has(kind);
  return (
    <p className="text-sm text-muted">
      {due >= today ? (
        dueDayText(due, today, expires ? EXPIRES : undefined)
      ) : (
        <>
          <Badge tone="danger">{expires ? 'Expired' : 'Overdue'}</Badge> {agoText(due, today)}
        </>
      )}
    </p>
  );
}
