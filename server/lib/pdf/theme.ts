/** The colours of every document (docs/product/reports.md#documents). */
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

/** The product's mark, as client/public/favicon.svg has it. Drawn in a square of `size` points with its corner at `x`, `y`. */
export function drawBrandMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf.save().translate(x, y);
  pdf.scale(size / 48);
  pdf.roundedRect(0, 0, 48, 48, 11).fill(palette.brand);
  pdf.lineWidth(4).lineCap('round').lineJoin('round').strokeColor('#ffffff');
  pdf.path('M 10.5 25.5 L 20 34.5 L 33 20.5').stroke();
  pdf.circle(10.5, 25.5, 3.5).fill('#7cc6ea');
  pdf.path('M 34 25.5 c -4.6 -5 -7 -8.3 -7 -11.5 a 7 7 0 0 1 14 0 c 0 3.2 -2.4 6.5 -7 11.5 z');
  pdf.fill('#ffffff');
  pdf.circle(34, 14, 2.7).fill(palette.brand);
  pdf.restore();
}
