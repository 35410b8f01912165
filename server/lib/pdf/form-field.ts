import type { ReportDocument } from './document';
import { FORM_FONT } from './form-font';
import { beginForm } from './pdfkit-patches';
import { palette } from './theme';

export type TextField = {
  /** The name that the field is filled by. Without full stops, which would make it a child of another field. */
  name: string;
  /** The question, if the name does not say it: shown as a tip, read out by a screen reader. */
  label?: string;
  /** Its left edge and its distance from the page's top, in points. */
  x: number;
  y: number;
  width: number;
  height: number;
  align?: 'left' | 'right';
  multiline?: boolean;
  fontSize: number;
};

const PADDING = 3;
const MULTILINE = 1 << 12;
const RIGHT = 2;
const PRINTED = 4;

/** Draws an empty form field. Fill it with fillForm, which embeds the font that it names. */
export function drawTextField(document: ReportDocument, field: TextField): void {
  const { pdf } = document;
  const { name, label = name, x, y, width, height } = field;
  document.decorate(() => pdf.roundedRect(x, y, width, height, 2).fill(palette.field));
  if (!pdf._root.data.AcroForm) beginForm(pdf, asText(`/${FORM_FONT} 0 Tf 0 g`));
  const widget = {
    Subtype: 'Widget',
    FT: 'Tx',
    T: asText(name),
    TU: asText(label),
    F: PRINTED,
    DA: asText(`/${FORM_FONT} ${field.fontSize} Tf 0.078 0.129 0.169 rg`),
    ...(field.align === 'right' && { Q: RIGHT }),
    ...(field.multiline && { Ff: MULTILINE }),
  };
  const added = document.annotate('Form', [x + PADDING, y, width - 2 * PADDING, height], widget);
  pdf._root.data.AcroForm?.data.Fields.push(added);
}

/** pdfkit writes a string as a name, and a String as text. */
const asText = (text: string) => new String(text) as string;
