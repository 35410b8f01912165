import { INVISIBLE, placeKey } from './place-key';

/** Why a text is no suburb, whatever the table has. */
export type NoSuburb = 'nothing-said' | 'figures' | 'street' | 'person';

const NOTHING =
  /^(?:n a|na|nil|none|no|unknown|unk|tb[acd]|various|blank|null|undefined|as (?:directed|per|above|before|req|required|advised|instructed)\b.*|see notes?|same|ditto|home|hotel|pickup|pick up|customer|client|passenger)$/;
/** The kinds of streets; "st" before a name is a saint. */
const STREET =
  /\S (?:street|road|ave?|avenue|drive|dr|terrace|cres|crescent|court|ct|crt|place|pl|parade|pde|highway|hwy|lane|boulevard|blvd|close|cl|circuit|cct|esplanade|esp|way|motorway|mwy)(?: (?:north|south|east|west))?$/;
const PERSON = /^(?:mr|mrs|ms|miss|mister|dr|prof|sir)\.? /;

/**
 * Says why a text is no suburb: it has no letters, or figures, or names a street or a person. Ask `placesNamed` first: "Brighton Road" is a
 * place. @returns undefined for what may be a suburb's name
 */
export function whyNoSuburb(text: string): NoSuburb | undefined {
  const plain = text.replace(INVISIBLE, '').trim();
  if (plain === '') return undefined;
  if (!/\p{L}/u.test(plain)) return /\d/.test(plain) ? 'figures' : 'nothing-said';
  const words = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (NOTHING.test(words)) return 'nothing-said';
  const key = placeKey(plain);
  if (PERSON.test(key)) return 'person';
  if (STREET.test(key)) return 'street';
  return /\d/.test(key) ? 'figures' : undefined;
}

export const NO_SUBURB_TEXTS: Record<NoSuburb, string> = {
  'nothing-said': 'This is no suburb. Which suburb did the trip begin in?',
  figures: 'A suburb has no figures. Which suburb did the trip begin in?',
  street: 'This is a street. Which suburb did the trip begin in?',
  person: 'This is a person, not a suburb. Which suburb did the trip begin in?',
};
