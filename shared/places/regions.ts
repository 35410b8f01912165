/** A region that people name for a suburb of it. */
export type Region = { name: string; postcodes: readonly string[] };

const postcodes = (ranges: string): string[] =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  });

const REGIONS: readonly (readonly [name: string, keys: string, ranges: string])[] = [
  ['Logan', 'logan', '4114 4118 4119 4123-4125 4127-4133 4205 4207 4280'],
  ['Redlands', 'redland,redlands,redlands coast', '4157-4161 4163-4165 4183 4184'],
  ['the Gold Coast', 'gold coast,goldcoast', '4208-4221 4223-4230'],
  ['the Sunshine Coast', 'sunshine coast', '4517-4519 4550-4551 4553-4561 4564 4572 4573 4575'],
  ['Moreton Bay', 'moreton bay,moreton', '4019-4022 4037 4055 4500-4512 4514 4516 4520 4521'],
  ['Ipswich', 'ipswich', '4300 4301 4303-4306 4340'],
];

const byKey = new Map(
  REGIONS.flatMap(([name, keys, ranges]) =>
    keys.split(',').map((key): [string, Region] => [key, { name, postcodes: postcodes(ranges) }]),
  ),
);

/**
 * The region that a place's key names, "logan city" too, by the postcodes of its council's area; undefined for any other key.
 * @param key as `placeKey` makes it
 */
export const regionOf = (key: string): Region | undefined =>
  byKey.get(key.replace(/^(?:the|city of) | (?:city|shire|region|area|council)$/g, ''));
