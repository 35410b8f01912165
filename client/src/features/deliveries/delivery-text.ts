import { DAY_REMINDERS, isDayReminder } from '@shared/deliveries/day-reminders';
import { type Delivery, isRepeatable, type PlannedDeliveries } from '@shared/deliveries/deliveries';
import { formatDateTime, formatDay, isDay } from '@shared/periods';
import { parsePeriod } from '@shared/reports/report-periods';
import type { ToastOptions } from '@/lib/toast';

/** The title of a mail: "Quarterly Report Q1 (Jul–Sep 2026)". */
export function deliveryTitle({ kind, period }: Pick<Delivery, 'kind' | 'period'>): string {
  const label = parsePeriod(period)?.label;
  const day = isDay(period) ? formatDay(period) : '';
  const expiring = `Reminder: what expires on ${day}`;
  return {
    quarterly: `Quarterly Report ${label}`,
    annual: `Annual Report ${label}`,
    'quarterly-reminder': `Reminder: quarterly report ${label}`,
    'annual-reminder': `Reminder: annual report ${label}`,
    'expiry-six-weeks': expiring,
    'expiry-four-weeks': expiring,
    'expiry-one-week': expiring,
    'request-reminder': `Reminder: request from TMR, due ${day}`,
    welcome: 'Notice to a new recipient',
    test: 'Test email',
    'new-device': 'Notice: sign-in on a new device',
    'new-passkey': 'Notice: new passkey',
    'person-added': 'Notice: new person',
    'token-added': 'Notice: new token',
    'contact-changed': 'Notice: contact email changed',
    'contact-restored': 'Notice: old contact email is back',
  }[kind];
}

type Planned = PlannedDeliveries['planned'][number];

/** The title of a mail to come: "Vehicle licence of 100KAQ expires 08/01/2027". */
export function shortPlannedTitle(planned: Planned): string {
  const { kind, period, expiring } = planned;
  const [first] = expiring;
  if (!first || !isDayReminder(kind)) return deliveryTitle(planned);
  const what = expiring.length > 1 ? `${first} and ${expiring.length - 1} more expire` : `${first} expires`;
  return `${what} ${formatDay(period)}`;
}

/** How long before something expires its mail is sent: "6 weeks before"; undefined of other mails. */
export const plannedAhead = ({ kind, expiring }: Planned): string | undefined =>
  expiring.length > 0 && isDayReminder(kind) ? `${DAY_REMINDERS[kind].ahead} before` : undefined;

/** "Vehicle licence of 100KAQ expires 08/01/2027 (6 weeks before)". */
export function plannedTitle(planned: Planned): string {
  const ahead = plannedAhead(planned);
  return shortPlannedTitle(planned) + (ahead ? ` (${ahead})` : '');
}

export const deliveryTime = ({ sentAt, createdAt }: Pick<Delivery, 'sentAt' | 'createdAt'>): string =>
  formatDateTime(new Date(sentAt ?? createdAt));

type DeliveryLabel = { label: string; tone: 'success' | 'due' | 'plain'; detail: string | null };

export function deliveryState({ state, reason, attempts, nextAttemptAt }: Delivery): DeliveryLabel {
  switch (state) {
    case 'sent':
      return reason
        ? { label: 'Not sent (no mail server)', tone: 'plain', detail: null }
        : { label: 'Sent', tone: 'success', detail: null };
    case 'sending':
      return { label: 'Sending', tone: 'plain', detail: null };
    case 'failed':
      return { label: 'Failed', tone: 'due', detail: reason };
    case 'cancelled':
      return { label: 'Not sent', tone: 'plain', detail: reason };
    case 'pending': {
      if (attempts === 0) return { label: 'Waiting', tone: 'plain', detail: reason };
      const next = `Next try ${formatDateTime(new Date(nextAttemptAt))}.`;
      return { label: 'Trying again', tone: 'due', detail: reason ? `${reason}. ${next}` : next };
    }
  }
}

export const canSendAgain = ({ kind, state }: Pick<Delivery, 'kind' | 'state'>): boolean =>
  isRepeatable(kind) && state !== 'pending' && state !== 'sending';

export function sentToast(delivery: Delivery): ToastOptions {
  if (delivery.state === 'sent') {
    const where = delivery.reason
      ? `written to disk, for ${delivery.recipient}`
      : `sent to ${delivery.recipient}`;
    return { title: `${deliveryTitle(delivery)} ${where}` };
  }
  const description = deliveryState(delivery).detail ?? `${deliveryTitle(delivery)} is on its way`;
  return { title: 'Error', description, variant: 'destructive' };
}
