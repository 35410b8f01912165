import { askAboutTimes } from '@shared/shifts/reading/times';

/** Why times such as 9:00 to 5:00, which may end on either day, are no shift yet. */
export function timesFault(startTime: string, endTime: string): string | undefined {
  const open = endTime.trim() === '' ? undefined : askAboutTimes(startTime, endTime);
  return open && `${open.question} Add am or pm`;
}
