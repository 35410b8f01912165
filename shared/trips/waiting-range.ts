/** Minutes waited, both ends included: '6-10', or '31-' for 31 and more. */
export const waitingRangePattern = /^(\d{1,5})-(\d{0,5})$/;

/**
 * The ends of a range of minutes waited; without `to` it has no end.
 * @returns undefined for a text that is no such range
 */
export function readWaitingRange(text: string): { from: number; to: number | undefined } | undefined {
  const [, from, to] = waitingRangePattern.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: to ? Number(to) : undefined };
}

/** The range for people: '6–10', '31+', '0'. What is no range stays as it is. */
export function waitingRangeText(text: string): string {
  const range = readWaitingRange(text);
  if (!range) return text;
  const { from, to } = range;
  if (to === undefined) return `${from}+`;
  return from === to ? String(from) : `${from}–${to}`;
}
