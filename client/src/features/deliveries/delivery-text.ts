import type { Delivery, PlannedDeliveries } from '@shared/deliveries/deliveries';
import { formatDateTime } from '@shared/periods';
import { parsePeriod } from '@shared/reports/report-periods';

/** What a mail is: "Quarterly Report Q1 (Jul–Sep 2026)". */
export function deliveryTitle({ kind, period }: Pick<Delivery, 'kind' | 'period'>): string {
  const label = parsePeriod(period)?.label;
  switch (kind) {
    case 'quarterly':
      return `Quarterly Report ${label}`;
    case 'annual':
      return `Annual Report ${label}`;
    case 'quarterly-reminder':
      return `Reminder: quarterly report ${label}`;
    case 'annual-reminder':
      return `Reminder: annual report ${label}`;
    case 'welcome':
      return 'Notice to a new recipient';
    case 'test':
      return 'Test e-mail';
  }
}

/** When it was sent, or first was to be: "01/10/2026 08:00". */
export function deliveryTime({ sentAt, createdAt }: Pick<Delivery, 'sentAt' | 'createdAt'>): string {
  return formatDateTime(new Date(sentAt ?? createdAt));
}

type State = { label: string; tone: 'success' | 'due' | 'plain'; detail: string | null };

/** What became of a mail, and why where it is not simply sent. */
export function deliveryState({ state, reason, attempts, nextAttemptAt }: Delivery): State {
  switch (state) {
    case 'sent':
      return { label: 'Sent', tone: 'success', detail: null };
    case 'sending':
      return { label: 'Sending', tone: 'plain', detail: null };
    case 'failed':
      return { label: 'Failed', tone: 'due', detail: reason };
    case 'cancelled':
      return { label: 'Not sent', tone: 'plain', detail: reason };
    case 'pending': {
      if (attempts === 0) return { label: 'Waiting', tone: 'plain', detail: null };
      const next = `Next try ${formatDateTime(new Date(nextAttemptAt))}.`;
      return { label: 'Trying again', tone: 'due', detail: reason ? `${reason}. ${next}` : next };
    }
  }
}

/** Whether a mail can be sent once more: a test mail has a button of its own. */
export function canSendAgain({ kind, state }: Pick<Delivery, 'kind' | 'state'>): boolean {
  return kind !== 'test' && state !== 'pending' && state !== 'sending';
}

/** What to tell who asked for a mail; `failed` when it did not go out yet. */
export function sentMessage(
  delivery: Delivery,
  transport: PlannedDeliveries['transport'] | undefined,
): { failed: boolean; text: string } {
  if (delivery.state === 'sent') {
    const where =
      transport === 'outbox' ? `written to disk, for ${delivery.recipient}` : `sent to ${delivery.recipient}`;
    return { failed: false, text: `${deliveryTitle(delivery)} ${where}` };
  }
  return { failed: true, text: deliveryState(delivery).detail ?? `${deliveryTitle(delivery)} is on its way` };
}
