/** How a trip came about. Only booked trips are booked hire, which TMR's reports count (docs/regulator.md#rank-and-hail). */
export const TRIP_KINDS = ['booked', 'rank-or-hail'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];

/** The kind of a trip that names none. */
export const USUAL_KIND: TripKind = 'booked';

export const TRIP_KIND_LABELS: Record<TripKind, string> = {
  booked: 'Booked',
  'rank-or-hail': 'Rank or hail',
};

/** "Rank", "street hail", "flagged down": how people and dispatch systems call a trip that was not booked. */
const RANK_OR_HAIL =
  /^(?:rank|(?:street )?hail(?:ed)?|flag(?:ged)?[ -]?(?:down|fall)?|kerb(?:side)?|not booked)\b/i;
const MAX_CHARACTERS = 100;

export const isRankOrHail = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && RANK_OR_HAIL.test(text.trim());

/** Reads a kind that is typed, or its beginning; nothing is the usual one. @returns undefined for a text that is neither */
export function readTripKind(typed: string): TripKind | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return USUAL_KIND;
  const begun = TRIP_KINDS.find((kind) => TRIP_KIND_LABELS[kind].toLowerCase().startsWith(text));
  return begun ?? (isRankOrHail(text) || 'hail'.startsWith(text) ? 'rank-or-hail' : undefined);
}
