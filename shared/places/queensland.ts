import type { PlaceTable } from './place-table';

/** Tells postcodes outside Queensland: neither 4000–4999 nor 9000–9999, nor that of a place in Queensland (docs/product/reports.md#checks). */
export function outsideQueensland({ entries }: PlaceTable): (postcode: string) => boolean {
  const ofQueensland = new Set(
    entries.flatMap(({ locality }) => (locality.state === 'QLD' ? locality.postcode : [])),
  );
  return (postcode) => !/^[49]/.test(postcode) && !ofQueensland.has(postcode);
}
