import { deflateSync } from 'node:zlib';

/** A structure element for each cell makes hundreds of thousands of objects: so many share a stream. */
const OBJECTS_PER_STREAM = 500;
/** An entry of the cross-reference stream: its kind, then an offset or a stream's number, then the place in that stream. */
const ENTRY = { kind: 0, where: 1, index: 5, length: 7 };
const FREE_ENTRIES = 1024;

const textOf = (dictionary: Record<string, unknown>) =>
  `<<${Object.entries(dictionary).map(([key, value]) => `/${key} ${value}`)}>>`.replaceAll(',/', '/');

export type ObjectWriter = ReturnType<typeof packObjects>;

/**
 * Writes every object that is no stream into compressed object streams, and the table of objects as a stream
 * (PDF 1.7, 7.5.7 and 7.5.8): a file of many small objects becomes a fifth as long. pdfkit writes each as text.
 * @returns writes objects that pdfkit need not know of
 */
export function packObjects(pdf: PDFKit.PDFDocument) {
  let table = Buffer.alloc(FREE_ENTRIES * ENTRY.length);
  let packed: { ids: string[]; body: string[]; length: number } = { ids: [], body: [], length: 0 };

  function enter(id: number, kind: 1 | 2, where: number, index: number): void {
    const at = id * ENTRY.length;
    if (at >= table.length) table = Buffer.concat([table, Buffer.alloc(table.length)]);
    table[at + ENTRY.kind] = kind;
    table.writeUInt32BE(where, at + ENTRY.where);
    table.writeUInt16BE(index, at + ENTRY.index);
  }

  /** The number of an object that is written later. */
  const reserve = (): number => pdf._offsets.push(null);

  /** Writes an object. @param text each character a byte */
  function writeObject(id: number, text: string): void {
    packed.ids.push(`${id} ${packed.length}`);
    packed.body.push(text);
    packed.length += text.length + 1;
    if (packed.ids.length === OBJECTS_PER_STREAM) flush();
  }

  function flush(): void {
    const { ids, body } = packed;
    packed = { ids: [], body: [], length: 0 };
    if (ids.length === 0) return;
    const streamId = reserve();
    ids.forEach((id, index) => {
      enter(Number.parseInt(id, 10), 2, streamId, index);
    });
    const head = `${ids.join(' ')}\n`;
    writeStream(
      streamId,
      { Type: '/ObjStm', N: ids.length, First: head.length },
      Buffer.from(head + body.join('\n'), 'latin1'),
    );
  }

  function writeStream(id: number, dictionary: Record<string, unknown>, content: Buffer): void {
    enter(id, 1, pdf._offset, 0);
    const bytes = deflateSync(content);
    const length = { Filter: '/FlateDecode', Length: bytes.length };
    pdf._write(`${id} 0 obj\n${textOf({ ...dictionary, ...length })}\nstream`);
    pdf._write(bytes);
    pdf._write('\nendstream\nendobj');
  }

  let packing = false;
  const refEnd = pdf._refEnd.bind(pdf);
  pdf._refEnd = (ref) => {
    if (packing) return;
    enter(ref.id, 1, ref.offset, 0);
    refEnd(ref);
  };
  const makeRef = pdf.ref.bind(pdf);
  pdf.ref = (data) => {
    const ref = makeRef(data);
    const finalize = ref.finalize.bind(ref);
    const write = ref.write.bind(ref);
    let text = '';
    // pdfkit makes an array of every operator
    ref.write = (chunk) => {
      if (typeof chunk === 'string') text += `${chunk}\n`;
      else write(chunk);
    };
    ref.finalize = () => {
      if (text) write(Buffer.from(text, 'latin1'));
      text = '';
      if (ref.buffer.length > 0) return finalize();
      packing = true;
      writeObject(ref.id, wordsOf(pdf, finalize));
      packing = false;
      refEnd(ref);
    };
    return ref;
  };

  pdf._finalize = () => {
    flush();
    const id = reserve();
    const start = pdf._offset;
    const size = id + 1;
    enter(id, 1, start, 0);
    const fileId = `<${Buffer.from(pdf._id).toString('hex')}>`;
    writeStream(
      id,
      {
        Type: '/XRef',
        Size: size,
        W: '[1 4 2]',
        Root: pdf._root,
        Info: pdf._info,
        ID: `[${fileId} ${fileId}]`,
        DecodeParms: `<</Predictor 12/Columns ${ENTRY.length}>>`,
      },
      differences(table.subarray(0, size * ENTRY.length)),
    );
    pdf._write(`startxref\n${start}\n%%EOF`);
    pdf.push(null);
  };

  /** A reference to an object, for a dictionary of pdfkit's own. */
  const reference = (id: number): PDFKit.PDFKitReference => Object.create(pdf._root, { id: { value: id } });

  return { reserve, write: writeObject, reference };
}

/** What pdfkit would write of an object between "obj" and "endobj". */
function wordsOf(pdf: PDFKit.PDFDocument, finalize: () => void): string {
  const write = pdf._write;
  const written: string[] = [];
  pdf._write = (words) => void written.push(String(words));
  finalize();
  pdf._write = write;
  return written.slice(1, -1).join('\n');
}

/** Each entry as its difference from the one above (PNG's "Up"): nearly all of them become the same. */
function differences(table: Buffer): Buffer {
  const rows = table.length / ENTRY.length;
  const result = Buffer.alloc(rows * (ENTRY.length + 1));
  for (let row = 0, from = 0, to = 0; row < rows; row += 1) {
    result[to++] = 2;
    for (let column = 0; column < ENTRY.length; column += 1, from += 1, to += 1) {
      result[to] = (table[from] ?? 0) - (row > 0 ? (table[from - ENTRY.length] ?? 0) : 0);
    }
  }
  return result;
}
