import { createHash } from 'node:crypto';

const plain = (heading: string) => heading.replaceAll('\ufeff', '').trim().replace(/\s+/g, ' ').toLowerCase();

/** What sheets with the same headings in the same order have in common; undefined for one without headings. */
export function headingsKey(headings: readonly string[]): string | undefined {
  const texts = headings.map(plain);
  const filled = texts.slice(0, texts.findLastIndex(Boolean) + 1);
  if (filled.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(filled)).digest('base64url');
}
