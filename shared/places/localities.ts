import type { AustralianState } from './suburbs';

/** A place with one of its postcodes. Its name is in the form capitaliseSuburb gives. */
export type Locality = {
  name: string;
  state: AustralianState;
  postcode: string;
  /** A name of the post's, such as Mater Hill in South Brisbane, and not an area that it delivers to. */
  isPostal?: boolean;
};

/**
 * The locality table as a compact text, a line for each state and postcode: "QLD 4067 Ironside*,St Lucia". It compresses well. A star marks
 * a postal name.
 */
export function encodeLocalities(localities: readonly Locality[]): string {
  const lines = new Map<string, string[]>();
  for (const { name, state, postcode, isPostal } of localities) {
    const area = `${state} ${postcode}`;
    lines.set(area, [...(lines.get(area) ?? []), isPostal ? `${name}*` : name]);
  }
  return [...lines]
    .map(([area, names]) => `${area} ${names.sort().join(',')}`)
    .sort()
    .join('\n');
}

export const decodeLocalities = (text: string): Locality[] =>
  text.split('\n').flatMap((line) => {
    const [state = '', postcode = ''] = line.split(' ', 2);
    const names = line.slice(state.length + postcode.length + 2).split(',');
    return names.map((name) => ({
      name: name.replace('*', ''),
      state: state as AustralianState,
      postcode,
      isPostal: name.endsWith('*'),
    }));
  });
