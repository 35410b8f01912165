import { randomUUID } from 'node:crypto';
import { addDays, brisbaneInstant } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { tripForm } from '../../builders';
import { instantOf, isoDay, type Office } from '../office';
import { type Act, QUARTERS, type QuarterName } from '../story';

type Driven = { at?: string; from?: string; wait?: number; in?: string; kind?: string };

/** A trip of ten minutes' waiting, at nine o'clock of the day from Toowong, unless it says otherwise. */
export const drives =
  (name: string, { at, from = 'Toowong 4066', wait = 10, in: vehicle, kind }: Driven = {}): Act =>
  async (office) => {
    const { id: driverId, driverAuthorityLicense } = await office.driver(name);
    const body = {
      ...{ driverId, driverAuthorityLicense, waitingTime: wait, datetime: instantOf(at ?? office.today()) },
      ...{ suburb: from.slice(0, -5), postcode: from.slice(-4) },
      ...(vehicle && { vehicleId: office.idOf(vehicle) }),
      ...(kind && { kind }),
    };
    await office.agent.post('/api/trips').send(body).expect(201);
  };

/** A shift from a time to a time, which is of the next day where it is earlier. `in: null` has no vehicle. */
export const works =
  (name: string, start: string, end: string, { day, ...car }: { day?: string; in?: null } = {}): Act =>
  async (office) => {
    const first = isoDay(day ?? office.today());
    const body = {
      driverId: office.idOf(name),
      start: brisbaneInstant(first, start).toISOString(),
      end: brisbaneInstant(end > start ? first : addDays(first, 1), end).toISOString(),
      ...('in' in car && { vehicleId: null }),
    };
    await office.agent.post('/api/shifts').set('Idempotency-Key', randomUUID()).send(body).expect(201);
  };

async function changeTrip(office: Office, at: string, change: Partial<Trip>) {
  const trip = await office.trip(at);
  await office.agent.put(`/api/trips/${trip.id}`).send(tripForm(trip, change)).expect(200);
}

export const moves =
  (at: string, to: string): Act =>
  (office) =>
    changeTrip(office, at, { datetime: instantOf(to) });

async function changeSelected(office: Office, at: string, change: object) {
  const { id, version } = await office.trip(at);
  await office.agent
    .post('/api/trips/change')
    .send({ trips: [{ id, version }], ...change })
    .expect(200);
}

/** The trip is given to another driver. */
export const gives =
  (at: string, name: string): Act =>
  (office) =>
    changeSelected(office, at, { driverId: office.idOf(name) });

export const isKind =
  (at: string, kind: string): Act =>
  (office) =>
    changeSelected(office, at, { kind });

export const deletes =
  (at: string): Act =>
  async (office) =>
    office.agent.delete(`/api/trips/${(await office.trip(at)).id}`).expect(204);

export const undeletes =
  (at: string): Act =>
  async (office) =>
    office.agent
      .post('/api/trips/restore')
      .send({ ids: [(await office.deletedTrip(at)).id] })
      .expect(200);

/** A CSV file is imported as its preview reads it, which asks nothing but what `given` answers. */
export const imports =
  (lines: string[], given: object = {}): Act =>
  async ({ agent }) => {
    const file = Buffer.from(lines.join('\r\n'));
    const { body } = await agent
      .post('/api/imports/preview')
      .query({ answers: JSON.stringify(given) })
      .set('Content-Type', 'text/csv')
      .send(file)
      .expect(200);
    const { columns, counts, answers } = body;
    const read = {
      columns: JSON.stringify(columns),
      answers: JSON.stringify(answers),
      tripCount: counts.ready,
    };
    await agent
      .post('/api/imports')
      .query({ fileName: 'trips.csv', ...read })
      .set('Content-Type', 'text/csv')
      .set('Idempotency-Key', randomUUID())
      .send(file)
      .expect(201);
  };

export const chooses =
  (place: string, area: string): Act =>
  ({ agent }) =>
    agent
      .put('/api/areas/places')
      .send([{ suburb: place.slice(0, -5), postcode: place.slice(-4), area, isConfirmed: true }])
      .expect(200);

export const lodges =
  (quarter: QuarterName): Act =>
  ({ agent, today }) =>
    agent
      .post('/api/lodgements')
      .send({ report: 'quarterly', period: QUARTERS[quarter].period, lodgedOn: isoDay(today()) })
      .expect(201);
