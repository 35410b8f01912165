import { formatDateTime } from '@shared/periods';
import PDFDocument from 'pdfkit';
import { packObjects } from './object-streams';
import { reserveForm } from './pdfkit-patches';
import { createStructure, type TagOptions } from './structure';
import { drawBrandMark, palette, sheet } from './theme';
import { createTypesetter, type TextStyle } from './typesetter';

export type DocumentOptions = {
  /** Also the file's title; words of ours, never of a user: pdfkit writes them into XML as they are. */
  title: string;
  period: string;
  entityName: string;
  madeAt: Date;
  /** PNG or JPEG; the product's own mark replaces a missing one. */
  logo?: Buffer;
};

export type ReportDocument = ReturnType<typeof createDocument>;

/** The mark of PDF/UA-1 (ISO 14289-1, 5). */
const CONFORMANCE =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';
const LOGO_HEIGHT = 36;
const LOGO_WIDTH = 150;
const TITLE_HEIGHT = LOGO_HEIGHT + 16;
const FURNITURE_DISTANCE = 30;
const FOOTER_BASELINE = sheet.height - FURNITURE_DISTANCE;
const BODY_TOP = sheet.margin + 4;
const BODY_BOTTOM = sheet.height - sheet.margin - 4;
const FURNITURE: TextStyle = { size: 7.5, color: palette.muted };
const PERIOD: TextStyle = { size: 11.5, color: palette.brand, proportionalFigures: true };
const { margin: left } = sheet;
const right = sheet.width - left;

function openPdf(title: string, madeAt: Date) {
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    font: '',
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    // the typesetter keeps words, and not for ever
    fontLayoutCache: false,
    lang: 'en-AU',
    displayTitle: true,
    info: {
      Title: title,
      Creator: 'Trip Log',
      Producer: 'Trip Log',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  pdf.appendXML(CONFORMANCE);
  return pdf;
}

/**
 * Opens a tagged A4 document with the look of all our reports. Its bytes depend on nothing but what is drawn and `madeAt`.
 * Blocks are drawn downwards from `y`: what carries meaning through `tag`, the rest through `decorate`.
 */
export function createDocument({ title, period, entityName, madeAt, logo }: DocumentOptions) {
  const pdf = openPdf(`${title}, ${period}`, madeAt);
  const type = createTypesetter(pdf);
  const structure = createStructure(pdf, packObjects(pdf));
  const pageNumbers: ReturnType<typeof reserveForm>[] = [];
  let y = BODY_TOP;

  /** Draws what assistive technology passes over: rules, bars, what repeats on every page. */
  function decorate(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    pdf.addContent(`/Artifact <</Type/${kind}>> BDC`);
    draw();
    pdf.addContent('EMC');
  }

  function rule(at: number, color: string = palette.line): void {
    decorate(() => pdf.moveTo(left, at).lineTo(right, at).lineWidth(0.6).strokeColor(color).stroke());
  }

  function addPage(): void {
    structure.endPage();
    pdf.addPage();
    y = BODY_TOP;
    decorate(() => {
      if (pageNumbers.length > 0) {
        type.print(title, left, FURNITURE_DISTANCE + 6, FURNITURE);
        type.printRight(period, right, FURNITURE_DISTANCE + 6, FURNITURE);
      }
      const made = `Made ${formatDateTime(madeAt)}, Brisbane time`;
      const footer = `${type.shorten(entityName, FURNITURE, 270)}  ·  ${made}`;
      type.print(footer, left, FOOTER_BASELINE, FURNITURE);
      // the count of pages is known at the end, when all but the last page have left the memory
      pageNumbers.push(reserveForm(pdf, 'PageNumber'));
    }, 'Pagination');
  }

  addPage();
  drawTitleBlock(pdf, type, structure, { title, period, logo });
  y += TITLE_HEIGHT;
  rule(y);
  y += 26;

  return {
    pdf,
    type,
    tag: structure.add,
    group: structure.open,
    annotate: structure.annotate,
    decorate,
    rule,
    addPage,
    /** How far down the page is used, in points from its top. */
    get y() {
      return y;
    },
    get room() {
      return BODY_BOTTOM - y;
    },
    pageRoom: BODY_BOTTOM - BODY_TOP,
    skip(height: number) {
      y += height;
    },
    /** Begins a new page unless so many points are left on this one. */
    ensureRoom(height: number) {
      if (y + height > BODY_BOTTOM) addPage();
    },
    end() {
      pageNumbers.forEach((fill, index) => {
        const text = `Page ${index + 1} of ${pageNumbers.length}`;
        fill(() => type.printRight(text, right, FOOTER_BASELINE, FURNITURE));
      });
      structure.end();
      pdf.end();
    },
  };
}

/** Draws logo, title and period at the top of the first page. */
function drawTitleBlock(
  pdf: PDFKit.PDFDocument,
  type: ReturnType<typeof createTypesetter>,
  { add }: ReturnType<typeof createStructure>,
  { title, period, logo }: Pick<DocumentOptions, 'title' | 'period' | 'logo'>,
): void {
  const drawLogo = () => {
    if (logo) return pdf.image(logo, left, BODY_TOP, { fit: [LOGO_WIDTH, LOGO_HEIGHT], valign: 'center' });
    drawBrandMark(pdf, left, BODY_TOP + 4, 28);
    const style = { size: 15, weight: 'semibold', color: palette.brand } as const;
    type.print('Trip Log', left + 36, BODY_TOP + 23.5, style);
  };
  const top = sheet.height - BODY_TOP;
  const bbox = [left, top - LOGO_HEIGHT, left + LOGO_WIDTH, top] satisfies TagOptions['bbox'];
  add('Figure', drawLogo, { alt: logo ? 'Company Logo' : 'Trip Log', bbox });
  add('H1', () => type.printRight(title, right, BODY_TOP + 16, { size: 20, weight: 'semibold' }));
  add('P', () => type.printRight(period, right, BODY_TOP + 34, PERIOD));
}
