import { readableText } from './documents/readable-text';
import { FOREIGN_MARK, type FullHolder } from './full-holder';
import type { HttpAnswer } from './http/http-requests';

/**
 * The mark and the ids of another holder that an answer shows.
 * @param named what the request itself said, which the answer may repeat
 */
export async function foreignTexts(answer: HttpAnswer, other: FullHolder, named: string): Promise<string[]> {
  const said = (await readableText(answer)).toLowerCase();
  const known = named.toLowerCase();
  return [FOREIGN_MARK, ...Object.values(other.ids)].filter(
    (text) => said.includes(text.toLowerCase()) && !known.includes(text.toLowerCase()),
  );
}
