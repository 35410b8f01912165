import {
  defaultTextFieldAppearanceProvider,
  PDFDict,
  type PDFDocument,
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

const SMALLEST_SIZE = 4;
const PADDING = 2;

/**
 * Fills text fields, which stay fillable: each names an embedded font that any program types in, as small as it takes to fit,
 * and shows what that font lacks in others.
 * @param values by the names of the form's text fields
 */
export async function fillForm(document: PDFDocument, values: readonly (readonly [string, string])[]) {
  const form = document.getForm();
  const texts = new Map(values);
  const font = await createFont(document, [...texts.values()]);
  addFont(childOf(form.acroForm.dict, 'DR'), font.whole);
  for (const field of form.getFields()) {
    const text = texts.get(field.getName());
    if (text !== undefined && field instanceof PDFTextField) setText(field, text, font);
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
    /** pdf-lib lays text out with this font. Text is encoded as itself, which `showRuns` reads. */
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
  const { acroField } = field;
  const appearance = acroField.getDefaultAppearance() ?? '';
  // our fields have one widget each, which is the field itself
  const [widget] = acroField.getWidgets();
  if (!widget) return;
  const size = fittingSize(field, widget.getRectangle(), {
    text,
    font: font.whole,
    named: sizeIn(appearance),
  });
  acroField.setDefaultAppearance(appearance.replace(FONT, `/${FORM_FONT} ${size} Tf`));
  acroField.setValue(PDFHexString.fromText(text));
  const used = new Set<NamedFont>();
  field.updateAppearances(font.whole, (...of) =>
    showRuns(defaultTextFieldAppearanceProvider(...of) as PDFOperator[], font, used),
  );
  const stream = widget.getAppearances()?.normal;
  const ref = widget.AP()?.get(PDFName.of('N'));
  if (!(stream instanceof PDFStream && ref instanceof PDFRef)) return;
  for (const each of used) addFont(childOf(stream.dict, 'Resources'), each);
  // its bytes, because pdf-lib keeps a dozen objects for each until the form is saved
  stream.dict.context.assign(ref, PDFRawStream.of(stream.dict, stream.getContents()));
}

/** "/GoogleSans 9.5 Tf 0 g": a field's font and its size. */
const FONT = /\/\S+\s+(-?[\d.]+)\s+Tf/;
const sizeIn = (appearance: string) => Number(FONT.exec(appearance)?.[1]);

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

type Box = { width: number; height: number };
type SetText = { text: string; font: PDFFont; named: number };

function fittingSize(field: PDFTextField, { width, height }: Box, { text, font, named }: SetText): number {
  const room = width - 2 * PADDING;
  const inLines = (part: string, size: number) => font.widthOfTextAtSize(part, size) / room;
  // programs break lines at spaces alone
  const unbroken = field.isMultiline() ? text.split(/\s+/) : [text];
  for (let size = named; size > SMALLEST_SIZE; size -= 0.5) {
    const lineHeight = font.heightAtSize(size) * 1.2;
    const lines = inLines(text, size);
    // words do not fill their lines to the end
    const wrapped = lines <= 1 ? 1 : Math.ceil(lines * 1.15);
    const isWide = unbroken.some((word) => inLines(word, size) > 1);
    if (!isWide && (!field.isMultiline() || wrapped * lineHeight <= height)) return size;
  }
  return SMALLEST_SIZE;
}
