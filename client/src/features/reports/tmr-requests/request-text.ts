import { countOf } from '@shared/figures';
import { brisbaneDay, daysBetween, formatDay } from '@shared/periods';
import type { TmrRequest } from '@shared/tmr-requests/tmr-requests';
import { dueDayText } from '@shared/to-do/due-text';

/** So many days before a request is due, it looks urgent. */
const URGENT_DAYS = 7;

export const daysText = ({ firstDay, lastDay }: TmrRequest): string =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;

/** "2 drivers, 1 vehicle", "All drivers and vehicles". */
export const aboutText = ({ driverIds, vehicleIds }: TmrRequest): string =>
  [driverIds && countOf(driverIds.length, 'driver'), vehicleIds && countOf(vehicleIds.length, 'vehicle')]
    .filter(Boolean)
    .join(', ') || 'All drivers and vehicles';

/** When a request is due, or was answered, and how urgent that is. */
export function requestState({ dueOn, answeredOn }: TmrRequest, now: Date) {
  if (answeredOn) return { tone: 'success', text: `Answered ${formatDay(answeredOn)}` } as const;
  const today = brisbaneDay(now);
  const daysLeft = daysBetween(today, dueOn);
  const tone = daysLeft < 0 ? 'danger' : daysLeft <= URGENT_DAYS ? 'due' : 'plain';
  return { tone, text: dueDayText(dueOn, today) } as const;
}

export const receivedText = ({ receivedOn }: TmrRequest): string => `Received ${formatDay(receivedOn)}`;

/** A request's name: its reference, else the day it was received. */
export const requestName = (request: TmrRequest): string => request.reference ?? receivedText(request);
