import { zodResolver } from '@hookform/resolvers/zod';
import { driverInputSchema, type NamedVehicle, openDriverSchema, vehicleFault } from '@shared/driver-input';
import type { CarChangeQuery } from '@shared/driver-vehicle';
import { type Driver, isActiveDriver } from '@shared/drivers';
import { addDays, brisbaneDay, formatDate, isDay } from '@shared/periods';
import { isAvailableOn, licenceInForce, SUBSTITUTE_TAXI, type Vehicle } from '@shared/vehicles/vehicles';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type ChangeAnswer,
  type ChangeQuestion,
  changeFaults,
  dayFault,
  firstDayOf,
  unanswered,
} from '@/features/dated/change';
import { now } from '@/lib/clock';
import { emptyAsNull } from '@/lib/empty-as-null';

const asInForm = {
  endDate: emptyAsNull(driverInputSchema.shape.endDate),
  authorisationExpires: emptyAsNull(driverInputSchema.shape.authorisationExpires),
  isActive: z.boolean(),
  isSubcontracted: z.boolean(),
};
/** The schema of a new driver's fields in the form. */
export const driverFormSchema = z.safeExtend(driverInputSchema, asInForm);

/** The schema of a driver's fields in the form: what is not known of the vehicle may stay so. */
export const formSchemaOf = (
  driver: Driver | null,
): z.ZodMiniType<z.output<typeof driverFormSchema>, DriverFormValues> =>
  driver && !driver.bookedHireServiceLicense
    ? z.safeExtend(openDriverSchema, asInForm).check((checked) => {
        const fault = vehicleFault(driver, checked.value);
        if (fault)
          checked.issues.push({
            code: 'custom',
            message: fault.message,
            path: [fault.path],
            input: checked.value,
          });
      })
    : driverFormSchema;

/** The dated facts that the form asks about, each by itself; `start` is whether a driver came back. */
export const FACTS = ['number', 'vehicle', 'name', 'start'] as const;
export type DriverFact = (typeof FACTS)[number];

/** What the form asks about vehicles: the fate of the former one, and what is moved from it; the days of a new one; the licence of a known one. */
export type VehicleAnswers = {
  /** The vehicle that was chosen from the list. */
  vehicleId: string;
  former: 'stays' | 'ends';
  /** The former vehicle's last day, by default the day before the driver drives another. */
  formerUntil: string;
  moves: '' | 'yes' | 'no';
  vehicleAvailableFrom: string;
  licenceFrom: string;
  licenceAnswer: '' | 'keep' | 'correct';
};

type DriverFormValues = z.input<typeof driverFormSchema>;
export type DriverFormFields = DriverFormValues &
  VehicleAnswers & { answers: Record<DriverFact, ChangeAnswer> };

/** The form's fields of a driver, without its questions. */
export const driverFields = (driver: Driver | null, now: Date): DriverFormValues => ({
  driverAuthorityLicense: driver?.driverAuthorityLicense ?? '',
  bookedHireServiceLicense: driver?.bookedHireServiceLicense ?? '',
  vehicleRegistrationNumber: driver?.vehicleRegistrationNumber ?? '',
  firstName: driver?.firstName ?? '',
  lastName: driver?.lastName ?? '',
  startDate: brisbaneDay(driver ? new Date(driver.startDate) : now),
  endDate: driver?.endDate ? brisbaneDay(new Date(driver.endDate)) : '',
  isActive: driver?.isActive ?? true,
  isSubcontracted: driver?.isSubcontracted ?? false,
  authorisationExpires: driver?.authorisationExpires ?? '',
});

export function driverForm(driver: Driver | null, now: Date): DriverFormFields {
  const answer = unanswered(driver?.createdAt, now);
  return {
    ...driverFields(driver, now),
    answers: { number: answer, vehicle: answer, name: answer, start: answer },
    vehicleId: '',
    former: 'stays',
    formerUntil: '',
    moves: '',
    vehicleAvailableFrom: '',
    licenceFrom: '',
    licenceAnswer: '',
  };
}

const driverPart = (fields: DriverFormFields): DriverFormValues =>
  Object.fromEntries(
    Object.keys(driverFormSchema.shape).map((name) => [name, fields[name as keyof DriverFormValues]]),
  ) as DriverFormValues;

/** The driver that the form describes; undefined while it is not valid. */
export const writtenDriver = (fields: DriverFormFields, driver: Driver | null = null) =>
  z.safeParse(formSchemaOf(driver), driverPart(fields)).data;

/** A question, shown below the field that caused it. */
type DriverQuestion = ChangeQuestion & { below: 'number' | 'licence' | 'vehicle' | 'name' | 'start' };
export type DriverQuestions = Partial<Record<DriverFact, DriverQuestion>>;

/** Asks about changes of a driver's dated fields, of each by itself: the form may correct them or tell new ones from a day on. */
export function driverQuestions(driver: Driver | null, fields: DriverFormFields): DriverQuestions {
  const after = driver && writtenDriver(fields, driver);
  if (!after) return {};
  // what was not known is filled in
  const changed = (field: DatedField, label: string) =>
    driver[field] !== '' &&
    driver[field] !== after[field] &&
    `Why are you changing ${label} ${driver[field]} to ${after[field]}?`;
  const questions: DriverQuestions = {};
  const number = changed('driverAuthorityLicense', 'Driver Authority License');
  if (number) questions.number = { below: 'number', title: number, since: 'New number' };
  const isChosen =
    driver.vehicleId !== null && fields.vehicleId !== '' && fields.vehicleId !== driver.vehicleId;
  const vehicle =
    changed('vehicleRegistrationNumber', 'vehicle') ||
    (isChosen &&
      `Why are you changing ${after.vehicleRegistrationNumber} to another vehicle of that registration?`);
  const licence = changed('bookedHireServiceLicense', 'Booked Hire Service License');
  if (vehicle)
    questions.vehicle = {
      below: 'vehicle',
      title: vehicle,
      since: 'Another vehicle',
      firstDay: `First day in ${after.vehicleRegistrationNumber}`,
    };
  else if (licence) questions.vehicle = { below: 'licence', title: licence, since: 'New number' };
  const [before, name] = [driver, after].map(({ firstName, lastName }) =>
    [firstName, lastName].filter(Boolean).join(' '),
  );
  // a name that was missing is filled in
  if (before && before !== name)
    questions.name = {
      below: 'name',
      title: `Why are you ${name ? 'changing' : 'removing'} the name ${before}${name && ` to ${name}`}?`,
      since: 'New name',
    };
  const start = new Date(after.startDate);
  if (driver.endDate && start > new Date(driver.endDate))
    questions.start = {
      below: 'start',
      title: `Why are you changing Start Date ${formatDate(new Date(driver.startDate))} to ${formatDate(start)}?`,
      since: `They came back on ${formatDate(start)}`,
      day: brisbaneDay(start),
    };
  return questions;
}

/** What the form asks the server about another vehicle, once it says why it is another. */
export function carQuery(driver: Driver | null, fields: DriverFormFields): CarChangeQuery | undefined {
  const registration = writtenDriver(fields)?.vehicleRegistrationNumber;
  const { change, changedOn } = fields.answers.vehicle;
  if (driverQuestions(driver, fields).vehicle?.below !== 'vehicle') return undefined;
  if (change === 'correction') return { registration };
  return change === 'change' && !dayFault(changedOn, brisbaneDay(now())) ? { from: changedOn } : undefined;
}

type DatedField = 'driverAuthorityLicense' | 'bookedHireServiceLicense' | 'vehicleRegistrationNumber';

/** The first day of each changed fact, as the form answers. */
const firstDays = (fields: DriverFormFields, questions: DriverQuestions) =>
  Object.fromEntries(
    FACTS.map((fact) => [fact, firstDayOf(fields.answers[fact], questions[fact]) ?? null]),
  ) as Record<DriverFact, string | null>;

/** The day from which lodged reports say something else; undefined if something is corrected. */
export function changedSince(fields: DriverFormFields, questions: DriverQuestions): string | undefined {
  const days = firstDays(fields, questions);
  const asked = FACTS.filter((fact) => questions[fact]).map((fact) => days[fact]);
  return asked.some((day) => day === null) ? undefined : (asked.toSorted().at(0) ?? undefined);
}

/** The vehicles that have the registration in the form, or the one that was chosen. */
export function namedVehicles(fields: DriverFormFields, vehicles: readonly Vehicle[]): Vehicle[] {
  const registration = writtenDriver(fields)?.vehicleRegistrationNumber;
  return vehicles.filter((one) =>
    fields.vehicleId ? one.id === fields.vehicleId : one.registration === registration,
  );
}

/** What a driver's form says of a vehicle's licence. */
export const licenceText = ({ licences, isSubstituteTaxi }: Vehicle, today: string): string | undefined =>
  (licenceInForce(licences, today) ?? licences.findLast(({ from }) => from <= today))?.number ??
  (isSubstituteTaxi ? SUBSTITUTE_TAXI : undefined);

/** Vehicles, those available on a day first. */
export function availableFirst(vehicles: readonly Vehicle[], day: string): Vehicle[] {
  const isAvailable = (vehicle: Vehicle) => isAvailableOn(vehicle, day);
  return [...vehicles.filter(isAvailable), ...vehicles.filter((one) => !isAvailable(one))];
}

/** The vehicle in the form that has another licence than the form says, and is not the driver's own: which is right? */
export function otherLicence(
  driver: Driver | null,
  fields: DriverFormFields,
  vehicles: readonly Vehicle[],
): Vehicle | undefined {
  const number = writtenDriver(fields)?.bookedHireServiceLicense.toLowerCase();
  if (!number || number === driver?.bookedHireServiceLicense.toLowerCase()) return undefined;
  const named = namedVehicles(fields, vehicles);
  const isKnown = named.some(
    (vehicle) =>
      vehicle.id === driver?.vehicleId ||
      vehicle.licences.some((licence) => licence.number.toLowerCase() === number) ||
      (vehicle.licences.length === 0 && (!vehicle.isSubstituteTaxi || number === SUBSTITUTE_TAXI)),
  );
  return isKnown ? undefined : named.at(-1);
}

/** The vehicle that the driver no longer drives, if it is still available and has no other driver. */
export function formerVehicle(
  driver: Driver | null,
  changedOn: string | undefined,
  { drivers = [], vehicles = [] }: { drivers?: Driver[] | undefined; vehicles?: Vehicle[] | undefined },
): Vehicle | undefined {
  if (!changedOn || !isDay(changedOn)) return undefined;
  const isDrivenByOthers = drivers.some(
    (one) => one.id !== driver?.id && one.vehicleId === driver?.vehicleId && isActiveDriver(one, now()),
  );
  const former = vehicles.find(({ id }) => id === driver?.vehicleId);
  return former && !isDrivenByOthers && isAvailableOn(former, changedOn) ? former : undefined;
}

/** The last day of a former vehicle, as the form says it. */
export const lastDayOfFormer = (formerUntil: string, changedOn: string): string =>
  formerUntil || (isDay(changedOn) ? addDays(changedOn, -1) : '');

/** What the form asks about the vehicle, which depends on the holder's other vehicles and on trips. */
export type VehicleQuestions = {
  /** Is it still in use? */
  former?: Vehicle | undefined;
  /** Which licence has it? */
  licensed?: Vehicle | undefined;
  /** Are the trips and shifts to be moved that are in the vehicle of before? */
  asksToMove: boolean;
  /** Since when is the vehicle available, which is made? */
  isNew: boolean;
};

const CHOOSE = { type: 'required', message: 'Please choose one' };

type FormerAnswers = Pick<VehicleAnswers, 'former' | 'formerUntil' | 'moves'>;
type FormerQuestions = Pick<VehicleQuestions, 'former' | 'asksToMove'>;

/** The last day that the form gives the former vehicle; undefined if that stays in use. */
export const formerEnd = (answers: FormerAnswers, { former }: FormerQuestions, changedOn: string) =>
  former && answers.former === 'ends' ? lastDayOfFormer(answers.formerUntil, changedOn) : undefined;

/** What is wrong with the answers about the former vehicle and its trips. */
export function formerFaults(answers: FormerAnswers, questions: FormerQuestions, changedOn: string) {
  const end = formerEnd(answers, questions, changedOn);
  const fault = end !== undefined && dayFault(end, brisbaneDay(now()));
  return {
    ...(fault && { formerUntil: { type: 'validate', message: fault } }),
    ...(questions.asksToMove && !answers.moves && { moves: CHOOSE }),
  };
}

/** What PUT and POST /api/drivers take besides the driver's fields. */
function vehicleBody(
  driver: Driver | null,
  fields: DriverFormFields,
  questions: VehicleQuestions,
): NamedVehicle {
  const { vehicleId, vehicleAvailableFrom, licenceFrom, licenceAnswer } = fields;
  // the server knows since when a stored driver has the vehicle
  const empty = driver ? undefined : null;
  return {
    ...(vehicleId && { vehicleId }),
    ...(questions.isNew && {
      vehicleAvailableFrom: vehicleAvailableFrom || empty,
      licenceFrom: licenceFrom || empty,
    }),
    ...(questions.licensed && licenceAnswer && { licenceAnswer }),
  };
}

function changeBody(fields: DriverFormFields, questions: DriverQuestions, ofVehicle: VehicleQuestions) {
  const { start, ...changes } = firstDays(fields, questions);
  const formerEndsOn = formerEnd(fields, ofVehicle, fields.answers.vehicle.changedOn);
  return {
    changes,
    ...(start && { changedOn: start }),
    ...(ofVehicle.asksToMove && { moves: fields.moves === 'yes' }),
    ...(formerEndsOn !== undefined && { formerEndsOn }),
  };
}

/** The body of POST or PUT, without a version. */
export type DriverBody = z.output<typeof driverFormSchema> &
  NamedVehicle &
  Partial<ReturnType<typeof changeBody>>;

/** Finds fault with fields and missing answers. */
export function driverResolver(
  driver: Driver | null,
  questionsOf: (fields: DriverFormFields) => VehicleQuestions,
): Resolver<DriverFormFields, unknown, DriverBody> {
  const resolve = zodResolver(formSchemaOf(driver));
  return async (fields, context, options) => {
    const resolved = await resolve(driverPart(fields), context, options as never);
    const questions = driverQuestions(driver, fields);
    const ofVehicle = questionsOf(fields);
    const today = brisbaneDay(now());
    const answers = Object.fromEntries(
      FACTS.flatMap((fact) => {
        const faults = questions[fact] && changeFaults(fields.answers[fact], questions[fact], today);
        return faults && Object.keys(faults).length > 0 ? [[fact, faults]] : [];
      }),
    );
    const errors = {
      ...resolved.errors,
      ...(Object.keys(answers).length > 0 && { answers }),
      ...formerFaults(fields, ofVehicle, fields.answers.vehicle.changedOn),
      ...(ofVehicle.licensed && !fields.licenceAnswer && { licenceAnswer: CHOOSE }),
    } as FieldErrors<DriverFormFields>;
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    const values = {
      ...(resolved.values as z.output<typeof driverFormSchema>),
      ...vehicleBody(driver, fields, ofVehicle),
      ...(driver && changeBody(fields, questions, ofVehicle)),
    };
    return { values, errors: {} };
  };
}
