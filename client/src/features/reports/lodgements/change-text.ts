import { ACTION_LABELS } from '@shared/activity/activity';
import { countOf, formatCount } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import type { FigureChange, LastChange } from '@shared/reports/lodgements';

const AREA_ACTS: Partial<Record<LastChange['action'], string>> = {
  created: 'area confirmed',
  deleted: 'confirmation of the area withdrawn',
};

function actText({ entity, action, count }: LastChange): string {
  if (entity === 'place') return AREA_ACTS[action] ?? 'area changed';
  if (entity === 'driver' || entity === 'vehicle') return `${entity} ${ACTION_LABELS[action]}`;
  if (entity === 'trip') return `${countOf(count, 'trip')} ${ACTION_LABELS[action]}`;
  return `${action === 'deleted' ? 'undo of an import' : 'import'} of ${countOf(count, 'trip')}`;
}

/** "Changed 3 times, last by Mary Smith on 12/11/2026 14:05: import of 200 trips"; null where the audit trail has nothing. */
export function historyText({ times, last }: Pick<FigureChange, 'times' | 'last'>): string | null {
  if (!last) return null;
  const often = times === 1 ? 'Changed' : `Changed ${formatCount(times)} times, last`;
  return `${often} by ${last.person ?? 'Trip Log'} on ${formatDateTime(new Date(last.at))}: ${actText(last)}`;
}
