import {
  type DriverAnswer,
  driverAsShown,
  type NewcomerAnswers,
  type Newcomers,
  type NewDriver,
  type NewVehicle,
  type VehicleAnswer,
  vehicleAsShown,
} from '@shared/imports/newcomers';

/** What someone changed since the preview, by keys. */
export type NewcomerEdits = {
  drivers: ReadonlyMap<string, DriverAnswer>;
  vehicles: ReadonlyMap<string, VehicleAnswer>;
};
export const NO_EDITS: NewcomerEdits = { drivers: new Map(), vehicles: new Map() };

/** What a driver of the file becomes: as it was changed, else as the preview shows it. */
const driverAnswer = (one: NewDriver, { drivers }: NewcomerEdits): DriverAnswer =>
  drivers.get(one.key) ?? driverAsShown(one);
export const vehicleAnswer = (one: NewVehicle, { vehicles }: NewcomerEdits): VehicleAnswer =>
  vehicles.get(one.key) ?? vehicleAsShown(one);

/** How a driver is added as it is proposed, whatever was answered. */
export const driverAsNew = (one: NewDriver) => newAnswer(driverAsShown({ ...one, answer: null }));
export const vehicleAsNew = (one: NewVehicle) => newAnswer(vehicleAsShown({ ...one, answer: null }));
const newAnswer = <Answer extends { as: string }>(answer: Answer) => answer as Extract<Answer, { as: 'new' }>;

type Judged = Pick<NewDriver, 'problem'> & { edit: unknown; answer: DriverAnswer | VehicleAnswer };
const isOpen = ({ answer, edit, problem }: Judged, number: string | undefined) =>
  answer.as === 'new' ? !number?.trim() || (problem !== null && !edit) : answer.as === 'known' && !answer.id;

/** Whether rows wait for what is not said yet. */
export function isDriverOpen({ key, problem, ...one }: NewDriver, edits: NewcomerEdits): boolean {
  const answer = driverAnswer({ key, problem, ...one }, edits);
  const number = answer.as === 'new' ? answer.driverAuthorityLicense : '';
  return isOpen({ answer, edit: edits.drivers.get(key), problem }, number);
}
export function isVehicleOpen({ key, problem, ...one }: NewVehicle, edits: NewcomerEdits): boolean {
  const answer = vehicleAnswer({ key, problem, ...one }, edits);
  const number = answer.as === 'new' ? answer.registration : '';
  return isOpen({ answer, edit: edits.vehicles.get(key), problem }, number);
}

/** What a row's trip depends on; names, days and licences are not in a row. */
function meaningOf(answer: DriverAnswer | VehicleAnswer): string {
  if (answer.as !== 'new') return JSON.stringify(answer);
  return `new ${'driverAuthorityLicense' in answer ? answer.driverAuthorityLicense : (answer.registration ?? '')}`;
}
const isStale = (shown: DriverAnswer | VehicleAnswer, edit: DriverAnswer | VehicleAnswer | undefined) =>
  edit !== undefined && meaningOf(edit) !== meaningOf(shown);

/** Whether rows are read otherwise by what was changed: whom or which they name, or by what number. */
export const areRowsStale = ({ drivers, vehicles }: Newcomers, edits: NewcomerEdits): boolean =>
  drivers.some((one) => isStale(driverAsShown(one), edits.drivers.get(one.key))) ||
  vehicles.some((one) => isStale(vehicleAsShown(one), edits.vehicles.get(one.key)));

/** How many are added, and how many rows wait for an answer about one. */
export function countNewcomers({ drivers, vehicles }: Newcomers, edits: NewcomerEdits) {
  const openDrivers = drivers.filter((one) => isDriverOpen(one, edits));
  const openVehicles = vehicles.filter((one) => isVehicleOpen(one, edits));
  return {
    drivers: drivers.filter((one) => driverAnswer(one, edits).as === 'new').length,
    vehicles: vehicles.filter((one) => vehicleAnswer(one, edits).as === 'new').length,
    openDrivers: openDrivers.length,
    openVehicles: openVehicles.length,
    open: openDrivers.length + openVehicles.length,
    waitingRows: [...openDrivers, ...openVehicles].reduce((sum, { rows }) => sum + rows, 0),
  };
}

/**
 * The answers to send; undefined where there are none.
 * @param isForAll adds every newcomer as it is shown, as an import does; else only those whom someone answered for are in it
 */
export function answersToSend(
  newcomers: Newcomers,
  edits: NewcomerEdits,
  isForAll: boolean,
): NewcomerAnswers | undefined {
  const vehicles = newcomers.vehicles.filter(
    ({ key, answer }) => isForAll || answer !== null || edits.vehicles.has(key),
  );
  const drivers = newcomers.drivers.filter(
    ({ key, answer }) => isForAll || answer !== null || edits.drivers.has(key),
  );
  if (drivers.length + vehicles.length === 0) return undefined;
  const renamed = new Map(
    vehicles.flatMap((one) => {
      const answer = vehicleAnswer(one, edits);
      return one.registration && answer.as === 'new' ? [[one.registration, answer.registration]] : [];
    }),
  );
  const inRenamed = (answer: DriverAnswer): DriverAnswer =>
    answer.as === 'new'
      ? { ...answer, registration: renamed.get(answer.registration ?? '') ?? answer.registration }
      : answer;
  return {
    drivers: Object.fromEntries(drivers.map((one) => [one.key, inRenamed(driverAnswer(one, edits))])),
    vehicles: Object.fromEntries(vehicles.map((one) => [one.key, vehicleAnswer(one, edits)])),
  };
}
