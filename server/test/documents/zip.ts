import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** The files of a ZIP as text, by name. */
export const unzip = (zip: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipFiles(zip)).map(([name, file]) => [name, file.toString('utf8')]));

/** The files of a ZIP by name, read by its central directory as any unpacker does. */
export function unzipFiles(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, extraLength, commentLength, start] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files[name] = inflateRawSync(zip.subarray(data, data + size));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** The files of a ZIP, and the columns of its tables, that its `dictionary.csv` does not explain. */
export function undescribed({
  'dictionary.csv': dictionary = '',
  ...files
}: Record<string, string>): string[] {
  const lines: Record<string, string>[] = parse(dictionary, { bom: true, columns: true });
  const described = lines.filter(({ meaning }) => meaning).map(({ file, field }) => `${file} ${field}`);
  return Object.entries(files)
    .flatMap(([name, text]) => {
      const isTable = /^[a-z-]+\.csv$/.test(name);
      const [columns = []]: string[][] = isTable ? parse(text, { bom: true, to_line: 1 }) : [];
      return ['', ...columns].map((column) => `${name} ${column}`);
    })
    .filter((one) => !described.includes(one));
}
