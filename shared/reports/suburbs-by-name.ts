/** The order of names. */
export const alphabetical = new Intl.Collator('en-AU');

type Place = { suburb: string; postcode: string; tripCount: number };

/** The suburbs of an annual report, alphabetical. Where several places have one name, each has its postcode too: "Ascot 4359". */
export function suburbsByName(places: readonly Place[]): { name: string; tripCount: number }[] {
  const named = new Map<string, number>();
  for (const { suburb } of places) named.set(suburb, (named.get(suburb) ?? 0) + 1);
  return places
    .map(({ suburb, postcode, tripCount }) => ({
      name: named.get(suburb) === 1 ? suburb : `${suburb} ${postcode}`,
      tripCount,
    }))
    .sort((one, other) => alphabetical.compare(one.name, other.name));
}
