import {
  defaultTextFieldAppearanceProvider,
  PDFDict,
  PDFDocument,
  PDFFont,
  PDFHexString,
  PDFName,
  type PDFOperator,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFTextField,
  setFontAndSize,
  showText,
} from 'pdf-lib';
import { type FontName, openFont, splitRuns } from './fonts';
import {
  embedFormFont,
  encodeInFormFont,
  FORM_FONT,
  heightOfFormFont,
  isInFormFont,
  widthInFormFont,
} from './form-font';

/** A form that cannot be filled as it was meant to be; its message names no file, and follows upon “The form cannot be used: ”. */
export class FormError extends Error {}

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
 * Fills text fields, which stay fillable: each names an embedded font that any program types in, as small as it takes to fit,
 * and shows what that font lacks in others.
 * @param values by the fields' full names
 * @throws FormError for a field that the form lacks, that takes no text, or less of it; nothing is skipped
 */
export async function fillForm(document: PDFDocument, values: Iterable<readonly [string, string]>) {
  const form = document.getForm();
  const fields = new Map(form.getFields().map((field) => [field.getName(), field]));
  const filled = [...values];
  const texts = filled.map(([, text]) => text);
  const font = await createFont(document, texts);
  addFont(childOf(form.acroForm.dict, 'DR'), font.whole);
  for (const [name, text] of filled) {
    const field = fields.get(name);
    if (!field) throw new FormError(lacks([name]));
    if (!(field instanceof PDFTextField)) throw new FormError(`its field “${name}” takes no text`);
    const maxLength = field.getMaxLength();
    if (maxLength !== undefined && text.length > maxLength)
      throw new FormError(`its field “${name}” takes ${maxLength} characters, fewer than its value has`);
    setText(field, text, font);
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
    for (const ref of page.node.Annots()?.asArray() ?? []) {
      const widget = document.context.lookupMaybe(ref, PDFDict);
      if (!(ref instanceof PDFRef) || !widget?.has(PDFName.of('FT'))) continue;
      widget.delete(PDFName.of('StructParent'));
      acroForm.addField(ref);
    }
  }
}

type FormFont = Awaited<ReturnType<typeof createFont>>;
type NamedFont = Pick<PDFFont, 'name' | 'ref'>;

/** The font of a form's fields, in which `texts` will be set: the form font where it has the characters, else the documents' fonts. */
async function createFont(document: PDFDocument, texts: string[]) {
  const formFont: NamedFont = { name: FORM_FONT, ref: embedFormFont(document) };
  const others = new Map<FontName, PDFFont>();
  // by lines, too: what is next to a character may decide on its font
  const parts = texts.flatMap((text) => [text, ...text.split(' ')]).filter((text) => !isInFormFont(text));
  const names = new Set(parts.flatMap((text) => splitRuns(text, 'regular').map(({ font }) => font)));
  for (const name of names) others.set(name, await embed(document, name));
  const split = (text: string) =>
    splitRuns(text, 'regular').map((run) => ({
      text: run.text,
      other: isInFormFont(run.text) ? undefined : others.get(run.font),
    }));
  const widthOf = (text: string, size: number, other?: PDFFont) =>
    other ? other.widthOfTextAtSize(text, size) : widthInFormFont(text, size);
  const whole = {
    ...formFont,
    encodeText: PDFHexString.fromText,
    heightAtSize: heightOfFormFont,
    sizeAtHeight: (height: number) => height / heightOfFormFont(1),
    widthOfTextAtSize: (text: string, size: number) =>
      split(text).reduce((sum, run) => sum + widthOf(run.text, size, run.other), 0),
  };
  return {
    /** For pdf-lib, which lays text out with it. Text is encoded as itself, which `showRuns` reads. */
    whole: Object.assign(Object.create(PDFFont.prototype), whole) as PDFFont,
    /** The fonts and codes that show a text, run by run. */
    runsOf: (text: string) =>
      split(text).map(({ text, other }) => ({
        font: other ?? formFont,
        encoded: other ? other.encodeText(text) : encodeInFormFont(text),
      })),
  };
}

function embed(document: PDFDocument, name: FontName): Promise<PDFFont> {
  const opened = openFont(name);
  const fontkit: unknown = { create: () => opened };
  document.registerFontkit(fontkit as Parameters<typeof document.registerFontkit>[0]);
  return document.embedFont(new Uint8Array(), { subset: true, features: { tnum: true } });
}

function childOf(parent: PDFDict, key: string): PDFDict {
  const found = parent.lookupMaybe(PDFName.of(key), PDFDict);
  if (found) return found;
  const made = parent.context.obj({});
  parent.set(PDFName.of(key), made);
  return made;
}

const addFont = (resources: PDFDict, { name, ref }: NamedFont) =>
  childOf(resources, 'Font').set(PDFName.of(name), ref);

function setText(field: PDFTextField, text: string, font: FormFont): void {
  const widgets = field.acroField.getWidgets();
  for (const holder of [field.acroField, ...widgets]) {
    const appearance = holder.getDefaultAppearance();
    if (appearance === undefined && holder !== field.acroField) continue;
    const { named, rest } = readAppearance(appearance ?? '');
    const set = { text, font: font.whole, named };
    const sizes = widgets.map((widget) => fittingSize(field, widget.getRectangle(), set));
    holder.setDefaultAppearance(`/${FORM_FONT} ${Math.min(...sizes)} Tf ${rest || '0 g'}`);
  }
  field.acroField.setValue(PDFHexString.fromText(text));
  field.disableRichFormatting();
  const used = new Set<NamedFont>();
  field.updateAppearances(font.whole, (...of) =>
    showRuns(defaultTextFieldAppearanceProvider(...of) as PDFOperator[], font, used),
  );
  for (const widget of widgets) {
    const stream = widget.getAppearances()?.normal;
    if (!(stream instanceof PDFStream)) continue;
    for (const each of used) addFont(childOf(stream.dict, 'Resources'), each);
    const ref = widget.AP()?.get(PDFName.of('N'));
    // its bytes, because pdf-lib keeps a dozen objects for each until the form is saved
    if (ref instanceof PDFRef)
      stream.dict.context.assign(ref, PDFRawStream.of(stream.dict, stream.getContents()));
  }
}

/** Shows each run of a text in its font, where pdf-lib shows the whole in one. */
function showRuns(operators: PDFOperator[], { runsOf }: FormFont, used: Set<NamedFont>): PDFOperator[] {
  let size = 0;
  return operators.flatMap((operator) => {
    const words = operator.toString();
    size = Number(/ ([\d.]+) Tf$/.exec(words)?.[1] ?? size);
    const shown = /^<(\w*)> Tj$/.exec(words)?.[1];
    if (shown === undefined) return operator;
    return runsOf(PDFHexString.of(shown).decodeText()).flatMap(({ font, encoded }) => {
      used.add(font);
      return [setFontAndSize(font.name, size), showText(encoded)];
    });
  });
}

/** "/Helv 12 Tf 0 g" as its size, 0 for any, and what does not name the font. */
function readAppearance(appearance: string) {
  const font = /\/\S+\s+(-?[\d.]+)\s+Tf/;
  return { named: Number(font.exec(appearance)?.[1] ?? 0), rest: appearance.replace(font, '').trim() };
}

type Box = { width: number; height: number };
type SetText = { text: string; font: PDFFont; named: number };

function fittingSize(field: PDFTextField, { width, height }: Box, { text, font, named }: SetText): number {
  const room = width - 2 * PADDING;
  const inLines = (part: string, size: number) => font.widthOfTextAtSize(part, size) / room;
  // programs break lines at spaces alone
  const unbroken = field.isMultiline() ? text.split(/\s+/) : [text];
  for (let size = named || LARGEST_SIZE; size > SMALLEST_SIZE; size -= 0.5) {
    const lineHeight = font.heightAtSize(size) * 1.2;
    const lines = inLines(text, size);
    // words do not fill their lines to the end
    const wrapped = lines <= 1 ? 1 : Math.ceil(lines * 1.15);
    const isWide = unbroken.some((word) => inLines(word, size) > 1);
    if (!isWide && (!field.isMultiline() || wrapped * lineHeight <= height)) return size;
  }
  return SMALLEST_SIZE;
}
