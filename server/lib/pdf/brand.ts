import { palette } from './theme';

/** The product's mark, as client/public/favicon.svg has it. Drawn in a square of `size` points with its corner at `x`, `y`. */
export function drawBrandMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 48);
  pdf.roundedRect(0, 0, 48, 48, 11).fill(palette.brand);
  pdf.lineWidth(4).lineCap('round').lineJoin('round').strokeColor('#ffffff');
  pdf.path('M 10.5 25.5 L 20 34.5 L 33 20.5').stroke();
  pdf.circle(10.5, 25.5, 3.5).fill('#7cc6ea');
  pdf
    .path('M 34 25.5 c -4.6 -5 -7 -8.3 -7 -11.5 a 7 7 0 0 1 14 0 c 0 3.2 -2.4 6.5 -7 11.5 z')
    .fill('#ffffff');
  pdf.circle(34, 14, 2.7).fill(palette.brand);
  pdf.restore();
}
