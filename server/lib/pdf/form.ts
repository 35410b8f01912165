import type { Font } from 'fontkit';
import {
  PDFDict,
  PDFDocument,
  type PDFFont,
  type PDFForm,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFTextField,
} from 'pdf-lib';
import { FALLBACKS, type FontName, openFont } from './fonts';

/** A form that cannot be filled as it was meant to be; its message names no file, and follows upon “The form cannot be used: ”. */
export class FormError extends Error {}

/** What can be typed into a filled form afterwards: embedded whether it is used or not. */
const KEYBOARD = [...range(0x20, 0x7e), ...range(0xa0, 0x17f), ...'–—‘’“”…•'];

const SMALLEST_SIZE = 4;
const LARGEST_SIZE = 10;
const PADDING = 2;

/** @throws FormError for a file that is no PDF, or one behind a password */
export async function openForm(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (error) {
    throw new FormError(`it cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Every field of a form by its full name, in the form's order. */
export function listFields(document: PDFDocument) {
  const fields = document.getForm().getFields();
  return fields.map((field) => {
    const name = field.getName();
    return field instanceof PDFTextField
      ? { name, kind: 'text', value: field.getText() ?? '' }
      : { name, kind: 'other', value: '' };
  });
}

const lacks = (names: string[]) => `it lacks the field${names.length > 1 ? 's' : ''} “${names.join('”, “')}”`;

/** @throws FormError naming every field that the form lacks */
export function requireFields(document: PDFDocument, names: string[]): void {
  const there = new Set(listFields(document).map(({ name }) => name));
  const missing = names.filter((name) => !there.has(name));
  if (missing.length > 0) throw new FormError(lacks(missing));
}

/**
 * Fills text fields, which stay fillable: each gets an embedded font that has its text, as small as it takes to fit.
 * @param values by the fields' full names
 * @throws FormError for a field that the form lacks, that takes no text, or less of it; nothing is skipped
 */
export async function fillForm(
  document: PDFDocument,
  values: Iterable<readonly [name: string, text: string]>,
): Promise<void> {
  const form = document.getForm();
  const fields = new Map(form.getFields().map((field) => [field.getName(), field]));
  const fontFor = createFonts(document, form);
  for (const [name, text] of values) {
    const field = fields.get(name);
    if (!field) throw new FormError(lacks([name]));
    if (!(field instanceof PDFTextField)) throw new FormError(`its field “${name}” takes no text`);
    const maxLength = field.getMaxLength();
    if (maxLength !== undefined && text.length > maxLength) {
      throw new FormError(`its field “${name}” takes ${maxLength} characters, fewer than its value has`);
    }
    setText(field, text, await fontFor(text));
  }
  // the appearances are there: a viewer need not, and in most scripts cannot, make its own
  form.acroForm.dict.delete(PDFName.of('NeedAppearances'));
}

/** Appends the pages of another form and makes their fields fields of this one. */
export async function appendForm(document: PDFDocument, other: PDFDocument): Promise<void> {
  const { acroForm } = document.getForm();
  for (const page of await document.copyPages(other, other.getPageIndices())) {
    // structure does not come along, and its numbers mean others here
    page.node.delete(PDFName.of('StructParents'));
    document.addPage(page);
    const annotations = page.node.Annots()?.asArray() ?? [];
    for (const ref of annotations) {
      const widget = document.context.lookupMaybe(ref, PDFDict);
      if (!(ref instanceof PDFRef) || !widget?.has(PDFName.of('FT'))) continue;
      widget.delete(PDFName.of('StructParent'));
      acroForm.addField(ref);
    }
  }
}

/** Fonts are embedded as they are needed, once a document. */
function createFonts(document: PDFDocument, form: PDFForm) {
  const embedded = new Map<FontName, PDFFont>();
  return async (text: string) => {
    const name = FALLBACKS.regular.find((candidate) => hasGlyphs(openFont(candidate), text)) ?? 'unifont';
    const font = embedded.get(name) ?? (await embed(document, name));
    if (!embedded.has(name)) addToForm(form, font);
    embedded.set(name, font);
    return font;
  };
}

async function embed(document: PDFDocument, name: FontName): Promise<PDFFont> {
  const opened = openFont(name);
  const fontkit: unknown = { create: () => opened };
  document.registerFontkit(fontkit as Parameters<typeof document.registerFontkit>[0]);
  const font = await document.embedFont(new Uint8Array(), { subset: true });
  for (const character of KEYBOARD) if (hasGlyphs(opened, character)) font.encodeText(character);
  return font;
}

/** A viewer looks for the font that a field names among the form's own. */
function addToForm({ acroForm }: PDFForm, font: PDFFont): void {
  const { context } = acroForm.dict;
  const childOf = (parent: PDFDict, key: string): PDFDict => {
    const found = parent.lookupMaybe(PDFName.of(key), PDFDict);
    if (found) return found;
    const made = context.obj({});
    parent.set(PDFName.of(key), made);
    return made;
  };
  childOf(childOf(acroForm.dict, 'DR'), 'Font').set(PDFName.of(font.name), font.ref);
}

function hasGlyphs(font: Font, text: string): boolean {
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

function setText(field: PDFTextField, text: string, font: PDFFont): void {
  const widgets = field.acroField.getWidgets();
  for (const holder of [field.acroField, ...widgets]) {
    const appearance = holder.getDefaultAppearance();
    if (appearance === undefined && holder !== field.acroField) continue;
    const { named, rest } = readAppearance(appearance ?? '');
    const sizes = widgets.map((widget) => fittingSize(field, widget.getRectangle(), { text, font, named }));
    holder.setDefaultAppearance(`/${font.name} ${Math.min(...sizes)} Tf ${rest || '0 g'}`);
  }
  field.acroField.setValue(PDFHexString.fromText(text));
  field.disableRichFormatting();
  field.updateAppearances(font);
}

/** "/Helv 12 Tf 0 g" as its size, 0 for any, and what does not name the font. */
function readAppearance(appearance: string): { named: number; rest: string } {
  const font = /\/\S+\s+(-?[\d.]+)\s+Tf/;
  return { named: Number(font.exec(appearance)?.[1] ?? 0), rest: appearance.replace(font, '').trim() };
}

function fittingSize(
  field: PDFTextField,
  { width, height }: { width: number; height: number },
  { text, font, named }: { text: string; font: PDFFont; named: number },
): number {
  const room = width - 2 * PADDING;
  for (let size = named || LARGEST_SIZE; size > SMALLEST_SIZE; size -= 0.5) {
    const lineHeight = font.heightAtSize(size) * 1.2;
    const lines = font.widthOfTextAtSize(text, size) / room;
    // words do not fill their lines to the end
    const wrapped = lines <= 1 ? 1 : Math.ceil(lines * 1.15);
    if (field.isMultiline() ? wrapped * lineHeight <= height : lines <= 1) return size;
  }
  return SMALLEST_SIZE;
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
