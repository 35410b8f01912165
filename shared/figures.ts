/** How numbers are written wherever people read them, on both sides. Nothing of Intl is made before it is needed (docs/product/app.md#late-code). */

const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+\b)/g, ',');

/** '1', '1,204'. */
export const formatCount = (count: number): string =>
  Number.isInteger(count) ? groupThousands(String(count)) : count.toLocaleString('en-AU');

/** '1 trip', '1,204 trips'; `many` is the plural where it is not `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${Math.abs(count) === 1 ? one : many}`;

/** An average has one decimal, whole or not: '3.5', '4.0'. */
export const formatAverage = (average: number): string =>
  groupThousands(((Math.sign(average) * Math.round(Math.abs(average) * 10)) / 10).toFixed(1));

/** '90 min', '1,440 min'. */
export const formatMinutes = (minutes: number): string => `${formatCount(minutes)} min`;
