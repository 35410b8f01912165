/** How numbers are written wherever people read them, on both sides. Nothing of Intl is made before it is needed (docs/product/app.md#late-code). */

/** '1', '1,204'. */
export const formatCount = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1000 ? String(count) : count.toLocaleString('en-AU');

/** '1 trip', '1,204 trips'; `many` is the plural where it is not `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${Math.abs(count) === 1 ? one : many}`;

/** An average has one decimal, whole or not: '3.5', '4.0'. */
export function formatAverage(average: number): string {
  oneDecimal ??= new Intl.NumberFormat('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return oneDecimal.format(average);
}

let oneDecimal: Intl.NumberFormat | undefined;

/** '90 min', '1,440 min'. */
export const formatMinutes = (minutes: number): string => `${formatCount(minutes)} min`;
