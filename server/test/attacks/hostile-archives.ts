import { deflateRawSync } from 'node:zlib';

/** A file of a ZIP; what is given besides name and content is what the archive claims, true or not. */
export type ArchivePart = {
  name: string;
  content: string | Buffer;
  /** Bytes; the content's own unless given. */
  claimedSize?: number;
  /** The offset of its data in the archive, unless after its own head. */
  claimedStart?: number;
  isEncrypted?: boolean;
};

/** The checksum of a ZIP's parts, which Node 20's zlib lacks. */
const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
export function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] ?? 0);
  return (crc ^ -1) >>> 0;
}

/** A ZIP that says of its parts whatever it likes. */
export function archiveOf(parts: ArchivePart[]): Buffer {
  const heads: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimedSize, claimedStart, isEncrypted = false } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const said = Buffer.alloc(26);
    said.writeUInt16LE(20, 0);
    said.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    said.writeUInt16LE(8, 4);
    said.writeUInt32LE(crc32(bytes), 10);
    said.writeUInt32LE(packed.length, 14);
    said.writeUInt32LE(claimedSize ?? bytes.length, 18);
    said.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    said.copy(entry, 6);
    entry.writeUInt32LE(claimedStart ?? at, 42);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), said, Buffer.from(name), packed]);
    heads.push(head);
    directory.push(entry, Buffer.from(name));
    at += head.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...heads, ...directory, end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet. @param more further parts, and replacements of the usual ones */
export function workbookOf(sheet: string | Buffer, more: ArchivePart[] = []): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const parts: ArchivePart[] = [
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Trips" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relation('r1', 'worksheet', 'sheet1.xml')}${relation('r2', 'sharedStrings', 'texts.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/sheet1.xml', content: sheet },
  ];
  const replaced = new Set(more.map(({ name }) => name));
  return archiveOf([...parts.filter(({ name }) => !replaced.has(name)), ...more]);
}
