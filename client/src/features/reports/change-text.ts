import { ACTION_LABELS } from '@shared/activity';
import { formatDateTime } from '@shared/periods';
import type { Difference, FigureChange, LastChange } from '@shared/reports/lodgements';

const signed = new Intl.NumberFormat('en-AU', { signDisplay: 'exceptZero' });
const trips = (count: number, shown = count.toLocaleString('en-AU')) =>
  `${shown} ${Math.abs(count) === 1 ? 'trip' : 'trips'}`;

/** "+2 trips, -5 min of waiting". */
export const differenceText = ({ trips: count, waiting }: Difference): string =>
  `${trips(count, signed.format(count))}, ${signed.format(waiting)} min of waiting`;

function actText({ entity, action, count }: LastChange): string {
  if (entity === 'driver') return `driver ${ACTION_LABELS[action]}`;
  if (entity === 'trip') return `${trips(count)} ${ACTION_LABELS[action]}`;
  return `${action === 'deleted' ? 'undo of an import' : 'import'} of ${trips(count)}`;
}

/**
 * "Changed 3 times, last by Mary Smith on 12/11/2026 14:05: import of 200 trips"; null where the audit trail has nothing of the figure.
 */
export function historyText({ times, last }: Pick<FigureChange, 'times' | 'last'>): string | null {
  if (!last) return null;
  const often = times === 1 ? 'Changed' : `Changed ${times.toLocaleString('en-AU')} times, last`;
  return `${often} by ${last.person ?? 'Trip Log'} on ${formatDateTime(new Date(last.at))}: ${actText(last)}`;
}
