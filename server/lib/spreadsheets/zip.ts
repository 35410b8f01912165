import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { createMeasure } from '../measure';

/** A file of a ZIP; it is opened only when the file before it is written. */
export type ZipPart = { name: string; open: () => Readable | Promise<Readable> };

/**
 * Packs files into a ZIP as it is read: one after the other, none gathered, so that they may share one connection to the
 * database. A part that breaks breaks the ZIP; where the reader goes away, the open part is closed.
 */
export function renderZip(parts: Iterable<ZipPart>, mtime: Date): Readable {
  const zip = new ZipFile();
  // yazl declares less of its PassThrough than it is
  const file = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  file.once('close', () => current?.destroy());
  for (const { name, open } of parts) {
    zip.addReadStreamLazy(name, { mtime }, (begin) => {
      const opening = async () => {
        current = await open();
        current.once('error', (error) => file.destroy(error));
        if (file.destroyed) current.destroy();
        begin(null, current);
      };
      opening().catch((error) => file.destroy(error));
    });
  }
  zip.end();
  return file;
}

export const textPart = (name: string, text: AsyncIterable<string> | string): ZipPart => ({
  name,
  open: () => Readable.from(typeof text === 'string' ? [text] : text, { objectMode: false }),
});

/** The parts, and after them `SHA256SUMS` with the SHA-256 of each, which `sha256sum -c` reads; they are hashed while they are written. */
export function withSums(parts: readonly ZipPart[]): ZipPart[] {
  const measured = parts.map((part) => ({ ...part, measure: createMeasure() }));
  const sums = () => measured.map(({ name, measure }) => `${measure.result().sha256}  ${name}\n`);
  return [
    ...measured.map(({ name, open, measure }) => ({
      name,
      open: async () => Readable.from(measure.pass(await open()), { objectMode: false }),
    })),
    { name: 'SHA256SUMS', open: () => Readable.from(sums(), { objectMode: false }) },
  ];
}
