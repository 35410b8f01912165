/**
 * What held on each day, written down by the test while it tells it to the product, with none of the product's code. A day is 'YYYY-MM-DD', a moment
 * 'YYYY-MM-DD HH:mm' in Brisbane.
 */
export type Spells<Value> = { from: string; value: Value }[];
export type Span = { from: string; to: string | null };

export type Person = {
  id: string;
  name: Spells<string>;
  number: Spells<string>;
  car: Spells<Car>;
  /** Times with the entity; only the last may have no end. */
  spans: Span[];
  /** Switched off on a day, and on again. */
  offs: Span[];
  removed: string | null;
  isErased: boolean;
};
export type Car = {
  id: string;
  plate: Spells<string>;
  spans: Span[];
  licences: { number: string; from: string; expires: string | null }[];
  removed: string | null;
  isErased: boolean;
};
type Driven = { id: string; person: Person; car: Car; isDeleted: boolean };
export type Trip = Driven & { at: string; suburb: string; postcode: string; wait: number; isBooked: boolean };
export type Shift = Driven & { from: string; to: string };
export type Truth = { people: Person[]; cars: Car[]; trips: Trip[]; shifts: Shift[]; log: string[] };

export const sinceEver = <Value>(value: Value): Spells<Value> => [{ from: '0000-00-00', value }];
export const lastOf = <Value>(spells: readonly Value[]): Value => spells.at(-1) as Value;
/** The value on a day, or at a moment of it. */
export const on = <Value>(spells: Spells<Value>, day: string): Value =>
  (spells.findLast(({ from }) => from <= day.slice(0, 10)) as Spells<Value>[number]).value;
/** It is another one from a day on. */
export const changed = <Value>(spells: Spells<Value>, from: string, value: Value) =>
  spells.push({ from, value });
/** It never was what was typed last. */
export function corrected<Value>(spells: Spells<Value>, value: Value): void {
  lastOf(spells).value = value;
}
/** An entry of the history goes: what came after it held then, too. */
export function forgotten<Value>(spells: Spells<Value>, index: number): void {
  const [gone] = spells.splice(index, 1);
  const next = spells[index];
  if (gone && next) next.from = gone.from;
}

const earliest = (...days: (string | null)[]): string | null =>
  days.filter((day) => day !== null).toSorted()[0] ?? null;

type Line = Span & { until: string; since: string };
const within = (spans: readonly Span[], { from, to }: { from: string; to: string }): Line[] =>
  spans.flatMap((span) => {
    const end = span.to;
    if (span.from > to || (end !== null && (end < from || end < span.from))) return [];
    const isOver = end !== null && end <= to;
    const since = span.from > from ? span.from : from;
    return [{ from: span.from, to: isOver ? end : null, since, until: isOver ? end : to }];
  });

export type Days = { from: string; to: string };

/** The times of a driver in some days, as they are known at their end. */
export function timesOfPerson({ spans, offs, removed, isErased }: Person, days: Days): Line[] {
  if (isErased) return [];
  const off = offs.find(({ from, to }) => from <= days.to && (to === null || to > days.to));
  const { from, to } = lastOf(spans);
  return within([...spans.slice(0, -1), { from, to: earliest(to, removed, off?.from ?? null) }], days);
}

export const timesOfCar = ({ spans, removed, isErased }: Car, days: Days): Line[] =>
  isErased
    ? []
    : within(
        spans.map(({ from, to }) => ({ from, to: earliest(to, removed) })),
        days,
      );

/** The licence of a car in some days: the last that began of those in force. */
export const licenceOf = ({ licences }: Car, { from, to }: Days): string | null =>
  licences
    .filter((one) => one.from <= to && (one.expires === null || one.expires >= from))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1)?.number ?? null;

/** What any document says of a trip or a shift. */
export const namesAt = ({ person, car }: Driven, at: string) => ({
  name: on(person.name, at),
  number: on(person.number, at),
  plate: on(car.plate, at),
});
export const isIn = ({ from, to }: Days, moment: string): boolean =>
  moment.slice(0, 10) >= from && moment.slice(0, 10) <= to;
