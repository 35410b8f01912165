import { placeKey } from './place-key';
import { localitiesNamed, type PlaceTable } from './place-table';

const STREET =
  /^(?:\d+[a-z]?\b(?! mile)|(?:unit|level|shop|lot|suite|flat|apt)\b)|\b(?:st|street|rd|road|ave?|avenue|dr|drive|tce|terrace|cres|crescent|ct|court|pl|place|pde|parade|hwy|highway|lane|blvd|boulevard|cl|close|way|esp|esplanade)\.?$/i;
/** A country, a state and a postcode at the end of an address. */
const TAIL =
  /(?:[\s,]+(?:australia|aus?|qld|queensland|nsw|victoria|vic|act|nt|sa|tas|tasmania|wa|\d{4}))+\.?$/i;

/** Splits an address into its suburb, with the state and postcode after it, and the street before it: "12 Smith St, Toowong QLD 4066", "12 Smith Street Toowong". */
export function splitStreet(text: string, table: PlaceTable): { suburb: string; street?: string } {
  const isKnown = (name: string) => localitiesNamed(table, name).length > 0;
  if (isKnown(text)) return { suburb: text };
  const tail = TAIL.exec(text)?.[0] ?? '';
  const address = text.slice(0, text.length - tail.length);
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const isStreet = (at: number) => {
    const rest = parts.slice(at + 1).join(', ');
    if (rest === '') return false;
    const part = parts[at] ?? '';
    return STREET.test(part) || (!isKnown(part) && isKnown(rest) && placeKey(rest) !== 'brisbane');
  };
  let at = 0;
  while (isStreet(at)) at += 1;
  if (at > 0) return { suburb: parts.slice(at).join(', ') + tail, street: parts.slice(0, at).join(', ') };
  if (!STREET.test(address) || !/^\w*\d|^(?:unit|level|shop)/i.test(address)) return { suburb: text };
  const words = address.split(/\s+/);
  const from = words.findIndex((_, index) => index > 0 && isKnown(words.slice(index).join(' ')));
  return from < 0
    ? { suburb: text }
    : { suburb: words.slice(from).join(' ') + tail, street: words.slice(0, from).join(' ') };
}
