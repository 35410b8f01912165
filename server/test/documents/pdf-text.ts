import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a whole PDF, as a reader sees it. */
export async function pdfText(file: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(file));
  return (await extractText(document)).text.join('\n');
}
