import type { driverFinder } from '../find-driver';
import type { vehicleFinder } from '../find-vehicle';
import type { NamedRow } from '../row-texts';
import { bareNumber, isNumber, isPartOf, isShortFor, matchKey, type SaidName, wordsOf } from '../said-names';

/** Names that share a word with one that has no number: of more it is none's. */
const MOST_COMPARED = 200;

type Counts = Map<string, number>;
const count = (counts: Counts, text: string) => text && counts.set(text, (counts.get(text) ?? 0) + 1);
/** The text of most rows; of several the first. */
export const mostOf = (counts: Counts): string | undefined =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];

/** A driver or vehicle of a file whom the holder does not have: its key, and what the rows say of it. */
type Group = { key: string; written: string; rows: number; firstTrip: string };
export type DriverGroup = Group & {
  /** Spellings of its number and of its name, by the key of each. */
  numbers: Counts;
  names: Map<string, SaidName[]>;
  /** The keys of its vehicles. */
  vehicles: Counts;
};
export type VehicleGroup = Group & { licences: Counts };

export type Gathered = {
  drivers: DriverGroup[];
  vehicles: VehicleGroup[];
  /** The registrations of the holder's vehicles that rows name, by the keys of their texts. */
  registrations: Map<string, string>;
  /** The group of what rows say of a driver, by `sayingOf`; `isPart` where they have only a part of its name. */
  bySaying: Map<string, { group: DriverGroup; isPart: boolean }>;
};

/** The same for rows that say the same. */
export const sayingOf = ({ licence, name }: SaidName): string => `${licence}\n${name}`;
const UNKNOWN: readonly string[] = ['licence-unknown', 'driver-unknown'];

const numberKey = (text: string) => bareNumber(text) || matchKey(text);

function grow<G extends Group>(
  groups: Map<string, G>,
  key: string,
  row: NamedRow,
  make: () => Omit<G, keyof Group>,
  written: string,
): G {
  const known = groups.get(key);
  if (known) {
    known.rows += 1;
    if (row.day < known.firstTrip) known.firstTrip = row.day;
    return known;
  }
  const group = { ...make(), key, written, rows: 1, firstTrip: row.day } as G;
  groups.set(key, group);
  return group;
}

/** The key of a row's driver: by number, else by the words of the name; undefined without either. */
function keyOf({ licence, name }: SaidName): string | undefined {
  const number = numberKey(licence || (isNumber(name) ? name : ''));
  const words = wordsOf(name);
  return number ? `n:${number}` : licence === '' && words ? `w:${words}` : undefined;
}

/**
 * Groups what rows say of drivers and vehicles that the finders of the holder's own do not know. Spellings of one driver are one: by the number,
 * else by the words of the name, which go to the one number that has that name.
 */
export function gather(
  rows: readonly NamedRow[],
  findDriver: ReturnType<typeof driverFinder>,
  findVehicle: ReturnType<typeof vehicleFinder>,
  keyOfVehicle: (text: string) => string,
): Gathered {
  const drivers = new Map<string, DriverGroup>();
  const vehicles = new Map<string, VehicleGroup>();
  const registrations = new Map<string, string>();
  const sayings = new Map<string, SaidName>();
  for (const row of rows) {
    const { said, day, known } = row;
    const vehicleKey = keyOfVehicle(row.vehicle);
    const { vehicle, remark } = vehicleKey ? findVehicle(row.vehicle, day, known.vehicle) : {};
    if (vehicle) registrations.set(vehicleKey, vehicle.registration);
    if (remark?.kind === 'vehicle-unknown') {
      const group = grow(vehicles, vehicleKey, row, () => ({ licences: new Map() }), row.vehicle);
      count(group.licences, row.vehicleLicence);
    }
    const key = keyOf(said);
    if (!key) continue;
    const { driver, remarks } = findDriver(said.licence, said.name, day, known);
    if (driver || !remarks.some(({ kind }) => UNKNOWN.includes(kind))) continue;
    const make = () => ({ numbers: new Map(), names: new Map(), vehicles: new Map() });
    const group = grow(drivers, key, row, make, said.name || said.licence);
    count(group.vehicles, vehicleKey);
    const saying = sayingOf(said);
    if (sayings.has(saying)) continue;
    sayings.set(saying, said);
    if (key.startsWith('n:')) group.numbers.set(said.licence || said.name, 1);
    const words = key.startsWith('n:') && said.licence === '' ? '' : wordsOf(said.name);
    if (words) group.names.set(words, [...(group.names.get(words) ?? []), said]);
  }
  const whole = joinByName(drivers);
  const bySaying = new Map<string, { group: DriverGroup; isPart: boolean }>();
  for (const [saying, said] of sayings) {
    const own = drivers.get(keyOf(said) ?? '');
    const joined = own && whole.get(own);
    if (own) bySaying.set(saying, joined ?? { group: own, isPart: false });
  }
  const left = [...drivers.values()].filter((group) => !whole.has(group));
  const byRows = (a: Group, b: Group) => b.rows - a.rows || (a.key < b.key ? -1 : 1);
  return {
    drivers: left.toSorted(byRows),
    vehicles: [...vehicles.values()].toSorted(byRows),
    bySaying,
    registrations,
  };
}

/** The groups of a name alone, of which one other group has the whole name or all its words: they become that one. */
function joinByName(drivers: ReadonlyMap<string, DriverGroup>) {
  const byWord = new Map<string, { group: DriverGroup; words: string }[]>();
  for (const group of drivers.values())
    for (const words of group.names.keys())
      for (const word of new Set(words.split(' '))) {
        const others = byWord.get(word);
        if (others) others.push({ group, words });
        else byWord.set(word, [{ group, words }]);
      }
  type Joined = { group: DriverGroup; isPart: boolean };
  const joined = new Map<DriverGroup, Joined>();
  const alone = [...drivers.values()].filter(({ key }) => key.startsWith('w:'));
  for (const isPart of [false, true])
    for (const group of alone.filter((one) => !joined.has(one))) {
      const own = group.key.slice('w:'.length);
      // of its words the rarest leads to the fewest others
      const [near = []] = own
        .split(' ')
        .map((word) => byWord.get(word) ?? [])
        .toSorted((a, b) => a.length - b.length);
      if (near.length > MOST_COMPARED) continue;
      const fits = (words: string) => (isPart ? words !== own && isPartOf(own, words) : words === own);
      const others = near.filter(
        ({ words, group: other }) => other !== group && !joined.has(other) && fits(words),
      );
      const [into, second] = new Set(others.map((other) => other.group));
      if (into && !second) joined.set(group, { group: into, isPart });
    }
  for (const [part, target] of joined) {
    const { group } = joined.get(target.group) ?? target;
    target.group = group;
    group.rows += part.rows;
    if (part.firstTrip < group.firstTrip) group.firstTrip = part.firstTrip;
    for (const [vehicle, rows] of part.vehicles)
      group.vehicles.set(vehicle, (group.vehicles.get(vehicle) ?? 0) + rows);
  }
  return joined;
}

/** The number as it is written with all its zeros: a spreadsheet leaves them out. */
export const numberOf = ({ numbers }: DriverGroup): string =>
  [...numbers.keys()]
    .toSorted((a, b) => Number(/\.0+$/.test(a)) - Number(/\.0+$/.test(b)) || b.length - a.length)[0]
    ?.replace(/\.0+$/, '') ?? '';

/** The names that are no short forms of a longer one; more than one is to be asked about. */
export function namesOf({ names }: DriverGroup): SaidName[] {
  const keys = [...names.keys()].toSorted((a, b) => b.length - a.length);
  const whole = keys.filter((key, index) => !keys.slice(0, index).some((long) => isShortFor(key, long)));
  return whole.flatMap((key) => bestSpelling(names.get(key) ?? []) ?? []);
}

/** Of spellings of one name the one that tells first and last apart, else one that is not all in capitals. */
const bestSpelling = (spellings: readonly SaidName[]) =>
  spellings.find(({ name, first }) => first !== undefined || name.includes(',')) ??
  spellings.find(({ name }) => name !== name.toUpperCase() && name !== name.toLowerCase()) ??
  spellings[0];
