import { addDays, brisbaneDay } from '@shared/periods';
import type { datedFacts } from '@shared/tables/trips';
import type { Fact, FactValue, FactValues } from '@shared/vehicles/dated-facts';
import type { Span, VehicleInput } from '@shared/vehicles/vehicle-input';
import type { Licence, Vehicle } from '@shared/vehicles/vehicles';

export type DatedFact = Pick<
  typeof datedFacts.$inferSelect,
  'id' | 'driverId' | 'vehicleId' | 'fact' | 'value' | 'firstDay' | 'lastDay' | 'isAssumed'
>;

/** The fields of a row whose former values are stored with their last day; the row has what holds now. */
export const DRIVER_FACTS = {
  name: ['firstName', 'lastName'],
  number: ['driverAuthorityLicense'],
  vehicle: ['vehicleId', 'vehicleRegistrationNumber', 'bookedHireServiceLicense'],
} as const;
/** The last day of an authorisation, of which renewals keep the former ones. */
export const AUTHORISATION = { authorisation: ['authorisationExpires'] } as const;
export const VEHICLE_FACTS = { registration: ['registration'] } as const;
export type FactFields = Partial<Record<Fact, readonly string[]>>;

export const pickFields = (row: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as FactValue;

const byDay = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1);

/** A fact that is stored for all its days, also for those in which it holds now. */
const isSpan = (fact: Fact) => fact === 'time' || fact === 'licence' || fact === 'call-sign';

/** A row as it was on a Brisbane day: of the former values that held on it or after it, the earliest of each kind. */
export function heldOn<R extends object>(row: R, facts: readonly DatedFact[], day: string): R {
  const former = facts
    .filter(({ fact, lastDay }) => !isSpan(fact) && lastDay !== null && lastDay >= day)
    .toSorted((a, b) => byDay(b.lastDay, a.lastDay));
  return Object.assign({}, row, ...former.map(({ value }) => value));
}

/** The days on which a name, number, usual vehicle or registration became another: those after the last days of former ones. */
export const changeDays = (facts: readonly DatedFact[]): string[] =>
  facts.flatMap(({ fact, lastDay }) => (isSpan(fact) || lastDay === null ? [] : [addDays(lastDay, 1)]));

/** The spans among the facts of one driver or vehicle, earliest first. */
export const spansOf = (facts: readonly DatedFact[]): Vehicle['availability'] =>
  facts
    .flatMap(({ fact, firstDay, lastDay, isAssumed }) =>
      fact === 'time' && firstDay !== null
        ? [{ from: firstDay, to: lastDay, ...(isAssumed && { isAssumed }) }]
        : [],
    )
    .toSorted((a, b) => byDay(a.from, b.from));

/** The times of a driver, earliest first: those among its facts, and the present one of its row. @param end an instant on the last day */
export const timesOfDriver = (
  facts: readonly DatedFact[],
  { startDate, end }: { startDate: Date; end: Date | null },
): Span[] => [...spansOf(facts), { from: brisbaneDay(startDate), to: end && brisbaneDay(end) }];

/** The licences among the facts of a vehicle, earliest first. */
export const licencesOf = (facts: readonly DatedFact[]): Licence[] =>
  facts
    .flatMap(({ fact, value, firstDay, lastDay, isAssumed }) =>
      fact === 'licence' && firstDay !== null
        ? [
            {
              kind: (value as FactValues['licence']).kind,
              number: (value as FactValues['licence']).number,
              from: firstDay,
              expires: lastDay,
              ...(isAssumed && { isAssumed }),
            },
          ]
        : [],
    )
    .toSorted((a, b) => byDay(a.from, b.from) || byDay(a.expires, b.expires));

/** The call signs among the facts of a vehicle, earliest first. */
export const callSignsOf = (facts: readonly DatedFact[]): Vehicle['callSigns'] =>
  facts
    .flatMap(({ fact, value, firstDay, lastDay }) =>
      fact === 'call-sign'
        ? [{ callSign: (value as FactValues['call-sign']).callSign, from: firstDay, to: lastDay }]
        : [],
    )
    .toSorted((a, b) => byDay(a.from, b.from));

/** The former registrations among the facts of a vehicle. */
export const registrationsOf = (facts: readonly DatedFact[]): string[] =>
  facts.flatMap(({ fact, value }) =>
    fact === 'registration' ? [(value as FactValues['registration']).registration] : [],
  );

export type NewFact = Pick<DatedFact, 'fact' | 'value' | 'firstDay' | 'lastDay'> & {
  isAssumed?: boolean | undefined;
};

/** The times, licences and call signs of a vehicle as they are entered. */
export type Dates = Pick<VehicleInput, 'availability' | 'licences' | 'callSigns'>;

/** A vehicle's spans, licences and call signs as facts. */
export const factsOf = ({ availability, licences, callSigns = [] }: Dates): NewFact[] => [
  ...availability.map(({ from, to, isAssumed }) => ({
    fact: 'time' as const,
    value: {},
    firstDay: from,
    lastDay: to,
    isAssumed,
  })),
  ...licences.map(({ kind, number, from, expires, isAssumed }) => ({
    fact: 'licence' as const,
    value: { kind, number },
    firstDay: from,
    lastDay: expires,
    isAssumed,
  })),
  ...callSigns.map(({ callSign, from, to }) => ({
    fact: 'call-sign' as const,
    value: { callSign },
    firstDay: from,
    lastDay: to,
  })),
];

/** Gives licences that a successor now ends earlier the last day that they had of their own. */
export const keepExpiries = (
  added: readonly NewFact[],
  removed: readonly DatedFact[],
  { licences }: Dates,
): NewFact[] =>
  added.map((fact) => {
    const { firstDay, lastDay, value } = fact;
    const former = removed.find((one) => one.fact === 'licence' && one.firstDay === firstDay);
    if (fact.fact !== 'licence' || !former || lastDay === null) return fact;
    const expired = (former.value as FactValues['licence']).expired ?? former.lastDay;
    const isFollowed = licences.some(({ from }) => from === addDays(lastDay, 1));
    if (!isFollowed || expired === null || expired <= lastDay) return fact;
    return { ...fact, value: { ...(value as FactValues['licence']), expired } };
  });

/** The former values of a change, which held until the day before it; `facts` are those of the same driver or vehicle. */
export function formerValues(
  groups: FactFields,
  { before, after, changedOn }: { before: object; after: object; changedOn: string },
  facts: readonly DatedFact[],
): NewFact[] {
  return Object.entries(groups).flatMap(([name, fields]) => {
    const [value, next] = [pickFields(before, fields), pickFields(after, fields)];
    if (JSON.stringify(value) === JSON.stringify(next)) return [];
    const fact = name as Fact;
    return { fact, value, firstDay: firstDayAfter(facts, fact), lastDay: addDays(changedOn, -1) };
  });
}

/** The day on which a row's own value of a kind began to hold; null where it always did. */
export function firstDayAfter(facts: readonly DatedFact[], kind: Fact): string | null {
  const ends = facts.flatMap(({ fact, lastDay }) => (fact === kind && lastDay !== null ? [lastDay] : []));
  const last = ends.toSorted().at(-1);
  return last === undefined ? null : addDays(last, 1);
}
