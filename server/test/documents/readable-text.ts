import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpAnswer } from '../http/http-requests';
import { pdfText } from './pdf-text';
import { unzipFiles } from './zip';

const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** All that a reader can get out of an answer: the text of a PDF, and of every file in a ZIP or a workbook. */
export async function readableText({ headers, body }: Pick<HttpAnswer, 'headers' | 'body'>): Promise<string> {
  const decode = decoders[headers['content-encoding'] ?? ''];
  const text = await textOf(decode && body.length > 0 ? decode(body) : body);
  return `${JSON.stringify(headers)}\n${text}`;
}

async function textOf(file: Buffer): Promise<string> {
  const magic = file.toString('latin1', 0, 4);
  if (magic === '%PDF') return pdfText(file);
  if (magic !== 'PK\x03\x04') return file.toString();
  const files = Object.entries(unzipFiles(file)).map(
    async ([name, inside]) => `${name}\n${await textOf(inside)}`,
  );
  return (await Promise.all(files)).join('\n');
}
