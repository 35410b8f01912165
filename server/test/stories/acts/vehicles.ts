import { dayOrNull, isoDay, type Office } from '../office';
import type { Act } from '../story';

/** "B1 5 Jan to 31 Aug", or "T1 5 Jan taxi". */
function readLicence(text: string) {
  const [, number = '', from = '', expires, kind = 'booked-hire'] =
    /^(\S+) (\d+ \w{3}(?: \d\d)?)(?: to (\d+ \w{3}(?: \d\d)?))?(?: (taxi|limousine))?$/.exec(text) ?? [];
  return { kind, number, from: isoDay(from), expires: dayOrNull(expires) };
}

/** "5 Jan to 20 Aug". */
function readSpan(text: string) {
  const [from = '', to] = text.split(' to ');
  return { from: isoDay(from), to: dayOrNull(to) };
}

type Car = {
  since: string;
  until?: string;
  licences?: string[];
  called?: string;
  isSubstituteTaxi?: boolean;
};

/** A car is entered by itself. */
export const car =
  (
    registration: string,
    { since, until, licences = [], called, ...more }: Car & { isSubcontracted?: boolean },
  ): Act =>
  async (office) => {
    const input = {
      availableFrom: isoDay(since),
      availableTo: dayOrNull(until),
      licences: licences.map(readLicence),
    };
    const body = { registration, ...input, ...more };
    office.isCalled(
      called ?? registration,
      (await office.agent.post('/api/vehicles').send(body).expect(201)).body.id,
    );
  };

async function changeCar(office: Office, name: string, change: object) {
  const stored = await office.vehicle(name);
  const { registration, description, isSubcontracted, isSubstituteTaxi, licences, notes, availability } =
    stored;
  const body = {
    registration,
    description,
    isSubcontracted,
    isSubstituteTaxi,
    licences,
    notes,
    availability,
    ...change,
  };
  await office.agent.put(`/api/vehicles/${stored.id}`).send(body).expect(200);
}

export const correctsCar =
  (name: string, { registration, availability }: { registration?: string; availability?: string[] }): Act =>
  (office) =>
    changeCar(office, name, {
      ...(registration && { registration }),
      ...(availability && { availability: availability.map(readSpan) }),
    });

export const replates =
  (name: string, registration: string, since: string): Act =>
  (office) =>
    changeCar(office, name, { registration, changedOn: isoDay(since) });

export const renews =
  (name: string, licence: string): Act =>
  async (office) => {
    const { id } = await office.vehicle(name);
    await office.agent.post(`/api/vehicles/${id}/licences`).send(readLicence(licence)).expect(200);
  };

export const removesCar =
  (name: string): Act =>
  (office) =>
    office.agent.delete(`/api/vehicles/${office.idOf(name)}`).expect(204);

/** All that was assumed is confirmed in one step. */
export const confirmsAssumed = (): Act => (office) =>
  office.agent.post('/api/vehicles/assumed').send({}).expect(200);
