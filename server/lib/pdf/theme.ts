/** The colours of every document (docs/product.md#documents). */
export const palette = {
  brand: '#0b4f6c',
  ink: '#14212b',
  muted: '#5b6b78',
  line: '#d5dde3',
  tint: '#b9d3de',
  field: '#eef4f7',
} as const;

const POINTS_PER_MM = 72 / 25.4;

/** A4 with margins of 18 mm, in points. */
export const sheet = {
  width: 210 * POINTS_PER_MM,
  height: 297 * POINTS_PER_MM,
  margin: 18 * POINTS_PER_MM,
  contentWidth: 174 * POINTS_PER_MM,
} as const;
