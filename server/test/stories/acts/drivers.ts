import { expect } from 'vitest';
import { dayOrNull, isoDay, type Office } from '../office';
import type { Act } from '../story';

type Entered = {
  since: string;
  until?: string;
  called?: string;
  /** The licence of a car that the form makes. */
  licence?: string;
  availableSince?: string;
  licensedSince?: string;
  authorisationExpires?: string;
  isSubcontracted?: boolean;
  /** The answer that a removed driver with this number is someone else. */
  isOtherPerson?: boolean;
};

/** The form of a new driver. A known plate brings its own licence; of a new car it asks for the first days. */
async function driverForm(
  office: Office,
  name: string,
  number: string,
  registration: string,
  entered: Entered,
) {
  const [firstName, lastName] = name.split(' ');
  const {
    since,
    until,
    licence,
    availableSince,
    licensedSince,
    authorisationExpires,
    isSubcontracted,
    isOtherPerson,
  } = entered;
  const known = (await office.vehicles()).find((vehicle) => vehicle.registration === registration);
  return {
    driverAuthorityLicense: number,
    firstName: firstName || null,
    lastName: lastName ?? null,
    vehicleRegistrationNumber: registration,
    bookedHireServiceLicense: licence ?? known?.licences.at(-1)?.number ?? 'B1',
    startDate: isoDay(since),
    endDate: dayOrNull(until),
    ...(!known && {
      vehicleAvailableFrom: dayOrNull(availableSince),
      licenceFrom: dayOrNull(licensedSince),
    }),
    ...(authorisationExpires && { authorisationExpires: isoDay(authorisationExpires) }),
    ...(isSubcontracted && { isSubcontracted }),
    ...(isOtherPerson && { ifRemoved: 'other-person' }),
  };
}

export const enters =
  (name: string, number: string, registration: string, entered: Entered): Act =>
  async (office) => {
    const form = await driverForm(office, name, number, registration, entered);
    const { body } = await office.agent.post('/api/drivers').send(form).expect(201);
    office.isCalled(entered.called ?? form.firstName ?? name, body.id);
  };

/** A removed driver's number is typed in again: the form asks first, the driver is offered back, and taken. */
export const entersAgain =
  (name: string, number: string, registration: string, entered: Entered): Act =>
  async (office) => {
    const form = await driverForm(office, name, number, registration, entered);
    const asked = { ...form, ifRemoved: 'ask' };
    const { body } = await office.agent.post('/api/drivers').send(asked).expect(409);
    expect(body.removed.id).toBe(office.idOf(form.firstName ?? name));
    await office.agent
      .post(`/api/drivers/${body.removed.id}/restore`)
      .send({ from: form.startDate })
      .expect(200);
  };

type DriverChange = {
  firstName?: string;
  lastName?: string;
  driverAuthorityLicense?: string;
  bookedHireServiceLicense?: string;
  vehicleRegistrationNumber?: string;
  startDate?: string;
  endDate?: string | null;
  isActive?: boolean;
  /** What was driven in the wrong car goes with the driver. */
  moves?: boolean;
};

async function changeDriver(
  office: Office,
  name: string,
  { startDate, endDate, ...change }: DriverChange,
  more: object,
) {
  const stored = await office.driver(name);
  const body = {
    driverAuthorityLicense: stored.driverAuthorityLicense,
    bookedHireServiceLicense: stored.bookedHireServiceLicense,
    vehicleRegistrationNumber: stored.vehicleRegistrationNumber,
    firstName: stored.firstName,
    lastName: stored.lastName,
    startDate: startDate ? isoDay(startDate) : stored.startDate,
    endDate: endDate === undefined ? stored.endDate : dayOrNull(endDate),
    isActive: stored.isActive,
    version: stored.version,
    ...change,
    ...more,
  };
  await office.agent.put(`/api/drivers/${stored.id}`).send(body).expect(200);
}

/** "Typing mistake": what was entered never held. */
export const corrects =
  (name: string, change: DriverChange): Act =>
  (office) =>
    changeDriver(office, name, change, {});

/** Another name, number or licence, or the driver's return, holds since a day; or the car alone, and the rest was a typing mistake. */
export const changes =
  (name: string, change: DriverChange, since: string | { vehicle: string }): Act =>
  (office) => {
    const one = typeof since === 'string';
    const days = one
      ? { changedOn: isoDay(since) }
      : { changes: { vehicle: isoDay(since.vehicle), name: null } };
    return changeDriver(office, name, change, days);
  };

/** "Amy now drives …". */
export const nowDrives =
  (
    name: string,
    vehicle: string,
    since: string,
    { movesDriven = false, formerEndsOn }: { movesDriven?: boolean; formerEndsOn?: string } = {},
  ): Act =>
  async (office) => {
    const { id, version } = await office.driver(name);
    const body = {
      vehicleId: office.idOf(vehicle),
      from: isoDay(since),
      moves: movesDriven,
      version,
      ...(formerEndsOn && { formerEndsOn: isoDay(formerEndsOn) }),
    };
    await office.agent.post(`/api/drivers/${id}/vehicle`).send(body).expect(200);
  };

export const removes =
  (name: string): Act =>
  (office) =>
    office.agent.delete(`/api/drivers/${office.idOf(name)}`).expect(204);

/** A removed driver was never gone, or is back since a day. */
export const restores =
  (name: string, { since }: { since?: string } = {}): Act =>
  ({ agent, idOf }) =>
    agent
      .post(`/api/drivers/${idOf(name)}/restore`)
      .send(since ? { from: isoDay(since) } : undefined)
      .expect(200);

/** "Undo" of the toast. */
export const undoes =
  (name: string): Act =>
  async (office) => {
    const { id, version } = await office.driver(name);
    await office.agent.post(`/api/drivers/${id}/undo`).send({ version }).expect(200);
  };

export const deletesHistory =
  (name: string, fact: string): Act =>
  async (office) => {
    const path = `/api/drivers/${office.idOf(name)}/history`;
    const { body } = await office.agent.get(path).expect(200);
    const entry = body.find(
      (one: { id: string | null; fact: string }) => one.id !== null && one.fact === fact,
    );
    await office.agent.delete(`${path}/${entry.id}`).expect(204);
  };

/** The booking entity's own authorisation has a last day. */
export const entityIsAuthorisedUntil =
  (day: string): Act =>
  ({ agent, login: { beaNumber: _, rememberMe: _remembered, ...profile } }) =>
    agent
      .put('/api/profile')
      .send({ ...profile, authorisationExpires: isoDay(day) })
      .expect(200);
