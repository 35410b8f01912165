import type { VehicleFieldName } from '@shared/imports/roster-fields';
import { callSignKey, callSignOn, isCalledOn } from '@shared/vehicles/call-signs';
import type { LicenceKind } from '@shared/vehicles/dated-facts';
import { changeVehicleSchema, vehicleInputSchema } from '@shared/vehicles/vehicle-input';
import { isAvailableOn, vehicleName } from '@shared/vehicles/vehicles';
import { isSameText } from '../vehicles/usual-licence';
import type { StoredVehicle } from '../vehicles/vehicles.repository';
import { addVehicle, changeVehicleWithin, withLicence } from '../vehicles/vehicles.service';
import { changeOf, type Plan, type Planned, type Planning, parseForm, problem } from './plan';
import type { ReadRow, RowValues } from './read-cells';

type Licence = StoredVehicle['licences'][number];
type SaidLicence = { number: string; kind?: LicenceKind; from?: string; expires?: string };

const OWN_FIELDS = ['description', 'isSubcontracted', 'isSubstituteTaxi', 'notes'] as const;

/** Several rows of one vehicle: what they say of it together, and each one's licence. */
type Group = { rows: ReadRow[]; values: RowValues; licences: SaidLicence[]; problems: string[] };

const licenceIn = ({ licence, licenceKind, licenceFrom, expires }: RowValues): SaidLicence[] =>
  licence === undefined
    ? []
    : [
        {
          number: licence,
          ...(licenceKind && { kind: licenceKind as LicenceKind }),
          ...(licenceFrom && { from: licenceFrom }),
          ...(expires && { expires }),
        },
      ];

const LICENCE_FIELDS: readonly string[] = ['licence', 'licenceKind', 'licenceFrom', 'expires'];

/** Joins the rows of each vehicle, in the order of the sheet. */
function groupRows(rows: readonly ReadRow[], keyOf: (row: ReadRow) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? { rows: [], values: {}, licences: [], problems: [] };
    groups.set(keyOf(row), group);
    const own = Object.entries(row.values).filter(([field]) => !LICENCE_FIELDS.includes(field));
    for (const [field, value] of own) {
      const said = group.values[field as VehicleFieldName];
      if (said !== undefined && said !== value)
        group.problems.push(
          `Row ${row.number} is the same vehicle, and says ${value} where row ${group.rows[0]?.number} says ${said}`,
        );
    }
    group.values = { ...Object.fromEntries(own), ...group.values };
    const licences = licenceIn(row.values);
    const isRepeated = group.licences.some((one) => JSON.stringify([one]) === JSON.stringify(licences));
    if (!isRepeated) group.licences.push(...licences);
    group.problems.push(...row.problems);
    group.rows.push(row);
  }
  return [...groups.values()];
}

/** What each vehicle of a sheet would do (docs/product/drivers.md#from-a-spreadsheet). */
export function planVehicles(
  rows: readonly ReadRow[],
  vehicles: readonly StoredVehicle[],
  planning: Planning,
): Planned {
  const { answers, today, limits } = planning;
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  function storedOf({ id = '', registration, callSign = '' }: RowValues): StoredVehicle | undefined {
    const registered = vehicles.filter((vehicle) => vehicle.registration === registration);
    if (registration === undefined)
      return byId.get(id) ?? vehicles.find((vehicle) => isCalledOn(vehicle, callSign, today));
    return byId.get(id) ?? registered.find((vehicle) => isAvailableOn(vehicle, today)) ?? registered.at(-1);
  }
  const groups = groupRows(
    rows,
    ({ number, values }) => storedOf(values)?.id ?? values.registration ?? `row ${number}`,
  );
  const named = new Set(groups.flatMap(({ values }) => storedOf(values)?.id ?? []));

  function plan(group: Group): Plan {
    const { values, problems, rows: own } = group;
    const number = own[0]?.number ?? 0;
    const stored = storedOf(values);
    const name = stored ? vehicleName(stored, today) : (values.registration ?? `Row ${number}`);
    if (problems.length > 0) return problem(number, name, ...problems);
    if (!stored && !values.registration) return problem(number, name, 'Registration is required');
    const other = groups.find(
      ({ values: { callSign }, ...one }) =>
        one.rows !== own &&
        callSign !== undefined &&
        callSignKey(callSign) === callSignKey(values.callSign ?? ''),
    );
    if (other)
      return problem(number, name, `Row ${other.rows[0]?.number} has the call sign ${values.callSign} too`);
    if (values.isSubstituteTaxi && group.licences.length > 0)
      return problem(number, name, 'A substitute taxi has no licence');
    return stored ? planChange(number, group, stored) : planNew(number, name, group);
  }

  function planNew(number: number, name: string, { values, licences: said }: Group): Plan {
    const { registration = '', description = null, notes = null, callSign, availableTo = null } = values;
    const firstDay = said.flatMap(({ from }) => from ?? []).toSorted()[0];
    const from = values.availableFrom ?? firstDay ?? today;
    const licences = said.map((one) => newLicence(one, from));
    const form = {
      registration,
      description,
      notes,
      availability: [{ from, to: availableTo, isAssumed: values.availableFrom === undefined }],
      licences,
      isSubcontracted: values.isSubcontracted ?? false,
      isSubstituteTaxi: values.isSubstituteTaxi ?? false,
      callSigns: callSign ? [{ callSign, from: null, to: null }] : [],
    };
    const say = (field: VehicleFieldName, value: string | boolean | null) =>
      value ? [changeOf('vehicles', field, '', value)] : [];
    const isAssumed = licences.some((one) => one.isAssumed);
    return {
      row: {
        number,
        status: 'new',
        name,
        changes: [
          ...say('registration', registration),
          ...say('description', description),
          ...licences.flatMap((one) => licenceChanges(undefined, one)),
          ...say('availableFrom', from),
          ...say('availableTo', availableTo),
          ...say('callSign', callSign ?? null),
          ...say('isSubcontracted', form.isSubcontracted),
          ...say('isSubstituteTaxi', form.isSubstituteTaxi),
          ...say('notes', notes),
        ],
        remarks: [
          ...(values.availableFrom ? [] : ['Available From is assumed: the sheet has none']),
          ...(isAssumed ? ['Licence From is assumed: the sheet has none'] : []),
          ...(licences.length === 0 && !form.isSubstituteTaxi ? ['Its licence is not known yet'] : []),
        ],
      },
      store: async (within) => ({
        before: null,
        after: await addVehicle(within, limits, parseForm('vehicles', vehicleInputSchema, form)),
      }),
    };
  }

  function planChange(number: number, { values, licences: said }: Group, vehicle: StoredVehicle): Plan {
    const own = OWN_FIELDS.filter(
      (field) => values[field] !== undefined && (values[field] ?? null) !== vehicle[field],
    );
    const registration = values.registration ?? vehicle.registration;
    const span = vehicle.availability.at(-1);
    const { availableFrom = span?.from ?? today, availableTo = span?.to ?? null } = values;
    const isOtherTime = availableFrom !== span?.from || availableTo !== span?.to;
    const callSign = callSignOn(vehicle, today);
    const isOtherSign = values.callSign !== undefined && !isCalledOn(vehicle, values.callSign, today);
    const day = answers.changedOn ?? null;
    const licensed = said.reduce(
      ({ licences, changes, isDated }, one) => {
        const is = withSaid(licences, one, { today, changedOn: day });
        return {
          licences: is.licences,
          changes: [...changes, ...is.changes],
          isDated: isDated || is.isDated,
        };
      },
      { licences: vehicle.licences, changes: [] as Plan['row']['changes'], isDated: false },
    );
    const changes = [
      ...(registration === vehicle.registration
        ? []
        : [changeOf('vehicles', 'registration', vehicle.registration, registration)]),
      ...own.map((field) => changeOf('vehicles', field, vehicle[field], values[field])),
      ...licensed.changes,
      ...(availableFrom === span?.from
        ? []
        : [changeOf('vehicles', 'availableFrom', span?.from, availableFrom)]),
      ...(availableTo === (span?.to ?? null)
        ? []
        : [changeOf('vehicles', 'availableTo', span?.to, availableTo)]),
      ...(isOtherSign ? [changeOf('vehicles', 'callSign', callSign, values.callSign)] : []),
    ];
    const name = vehicleName(vehicle, today);
    if (changes.length === 0) return { row: { number, status: 'same', name, changes: [], remarks: [] } };
    const times = isOtherTime
      ? [...vehicle.availability.slice(0, -1), { from: availableFrom, to: availableTo, isAssumed: false }]
      : vehicle.availability;
    const { description, isSubcontracted, isSubstituteTaxi, notes } = { ...vehicle, ...values };
    const corrected = vehicle.callSigns.map((one) =>
      one.callSign === callSign && values.callSign ? { ...one, callSign: values.callSign } : one,
    );
    const form = {
      registration,
      description,
      isSubcontracted,
      isSubstituteTaxi: licensed.licences.length > 0 && !values.isSubstituteTaxi ? false : isSubstituteTaxi,
      notes,
      availability: times,
      licences: values.isSubstituteTaxi ? [] : licensed.licences,
      ...(isOtherSign && callSign && !day && { callSigns: corrected }),
      ...(isOtherSign &&
        (day || !callSign) && { newCallSign: { callSign: values.callSign, from: callSign ? day : null } }),
      ...(day && registration !== vehicle.registration && { changedOn: day }),
    };
    return {
      row: { number, status: 'differs', name, changes, remarks: [] },
      isDated:
        registration !== vehicle.registration || licensed.isDated || (isOtherSign && callSign !== undefined),
      store: async (within) => ({
        before: vehicle,
        after: await changeVehicleWithin(
          within,
          vehicle.id,
          parseForm('vehicles', changeVehicleSchema, form),
        ),
        ...(day && { changedOn: day }),
      }),
    };
  }

  return {
    plans: groups.map(plan),
    gone: vehicles
      .filter((vehicle) => !named.has(vehicle.id) && isAvailableOn(vehicle, today))
      .map((vehicle) => vehicleName(vehicle, today)),
  };
}

const newLicence = ({ number, kind = 'booked-hire', from, expires }: SaidLicence, day: string) => ({
  kind,
  number,
  from: from ?? day,
  expires: expires ?? null,
  isAssumed: from === undefined,
});

const licenceChanges = (before: Licence | undefined, after: Licence) =>
  (
    [
      ['licenceKind', before?.kind, after.kind],
      ['licence', before?.number, after.number],
      ['licenceFrom', before?.from, after.from],
      ['expires', before?.expires ?? undefined, after.expires ?? undefined],
    ] as const
  ).flatMap(([field, from, to]) => (from === to ? [] : [changeOf('vehicles', field, from, to)]));

/**
 * A vehicle's licences with one that a row says: the same number has other days, another with a first day follows, and one without takes the place of
 * the one in force, or follows it from the day of the change.
 */
function withSaid(
  licences: readonly Licence[],
  said: SaidLicence,
  { today, changedOn }: { today: string; changedOn: string | null },
): { licences: Licence[]; changes: ReturnType<typeof licenceChanges>; isDated: boolean } {
  const numbered = licences.filter(({ number }) => isSameText(number, said.number));
  const known = numbered.find(({ from }) => from === said.from) ?? numbered.at(-1);
  const replace = (before: Licence, after: Licence) => ({
    licences: licences.map((one) => (one === before ? after : one)),
    changes: licenceChanges(before, after),
  });
  if (known) {
    const isEntered = said.from !== undefined && known.isAssumed;
    const after = {
      ...known,
      kind: said.kind ?? known.kind,
      from: said.from ?? known.from,
      expires: said.expires ?? known.expires,
      ...(isEntered && { isAssumed: false }),
    };
    return { ...replace(known, after), isDated: false };
  }
  const kind = said.kind ?? licences.at(-1)?.kind ?? 'booked-hire';
  const former = licences.findLast((one) => one.kind === kind);
  const next = newLicence({ ...said, kind }, changedOn ?? today);
  if (!former || said.from)
    return {
      licences: withLicence({ licences: [...licences] }, next),
      changes: licenceChanges(undefined, next),
      isDated: false,
    };
  const changes = licenceChanges(former, { ...former, number: said.number });
  if (changedOn)
    return {
      licences: withLicence({ licences: [...licences] }, { ...next, isAssumed: false }),
      changes,
      isDated: true,
    };
  const corrected = { ...former, number: said.number, expires: said.expires ?? former.expires };
  return { ...replace(former, corrected), isDated: true };
}
