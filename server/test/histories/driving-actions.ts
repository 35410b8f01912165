import { brisbaneDay, brisbaneInstant, brisbaneTime } from '@shared/periods';
import { buildTrip } from '../builders';
import type { Teller } from './teller';
import { lastOf, on, type Person } from './truth';

const SUBURBS = [
  ['Toowong', '4066'],
  ['Ascot', '4007'],
  ['Ipswich', '4305'],
] as const;
const OTHER_KINDS = ['rank-or-hail', 'other-entity'] as const;

/** What is told of trips and shifts. */
export function drivingActions(teller: Teller) {
  const { agent, truth, random, below, pick, told, isHere, someone, someCar } = teller;

  const instant = (moment: string) => brisbaneInstant(moment.slice(0, 10), moment.slice(11)).toISOString();
  /** A minute of a day at which no other trip began. */
  function freeMinute(day: string) {
    const taken = new Set(truth.trips.map(({ at }) => at));
    for (;;) {
      const at = `${day} ${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}`;
      if (!taken.has(at)) return at;
    }
  }
  const bodyOf = (person: Person, at: string, place: readonly [string, string], more: object) =>
    buildTrip(
      { id: person.id, driverAuthorityLicense: lastOf(person.number).value },
      { datetime: instant(at), suburb: place[0], postcode: place[1], ...more },
    );

  async function logTrip() {
    const person = someone();
    const place = pick(SUBURBS);
    if (!person || !place) return undefined;
    const at = freeMinute(told());
    const other = random() < 0.2 ? someCar() : undefined;
    const wait = below(30);
    const kind = (random() < 0.2 && pick(OTHER_KINDS)) || 'booked';
    const trip = bodyOf(person, at, place, { waitingTime: wait, kind, vehicleId: other?.id ?? null });
    const { body } = await agent.post('/api/trips').send(trip).expect(201);
    const car = other ?? on(person.car, at);
    truth.trips.push({
      ...{ id: body.id, person, car, at, wait, isBooked: kind === 'booked', isDeleted: false },
      ...{ suburb: place[0], postcode: place[1] },
    });
    return `${at} ${person.id} in ${car.id}`;
  }

  async function moveTrip() {
    const trip = pick(truth.trips.filter(({ isDeleted, person }) => !isDeleted && isHere(person)));
    if (!trip) return undefined;
    const how = pick(['time', 'driver', 'car'] as const);
    const at = how === 'time' ? freeMinute(told()) : trip.at;
    const person = (how === 'driver' && someone()) || trip.person;
    const other = how === 'car' ? someCar() : undefined;
    const chosen = { waitingTime: trip.wait, kind: undefined, vehicleId: other?.id ?? null };
    const change = bodyOf(person, at, [trip.suburb, trip.postcode], chosen);
    const bulk = { trips: [{ id: trip.id }], ...(other ? { vehicleId: other.id } : { driverId: person.id }) };
    if (how !== 'time' && random() < 0.5) await agent.post('/api/trips/change').send(bulk).expect(200);
    else await agent.put(`/api/trips/${trip.id}`).send(change).expect(200);
    const car = other ?? (person === trip.person ? trip.car : on(person.car, at));
    Object.assign(trip, { at, person, car });
    return `${how} of ${trip.id}: ${at} ${person.id} in ${car.id}`;
  }

  async function deleteOrRestoreTrip() {
    const trip = pick(truth.trips);
    if (!trip) return undefined;
    if (trip.isDeleted) {
      const { body } = await agent
        .post('/api/trips/restore')
        .send({ ids: [trip.id] })
        .expect(200);
      trip.isDeleted = body.restored === 0;
    } else {
      await agent.delete(`/api/trips/${trip.id}`).expect(204);
      trip.isDeleted = true;
    }
    return `${trip.id} ${trip.isDeleted ? 'is deleted' : 'is back'}`;
  }

  function someTimes() {
    const from = freeMinute(told());
    const end = new Date(Date.parse(instant(from)) + (30 + below(600)) * 60_000);
    return { from, to: `${brisbaneDay(end)} ${brisbaneTime(end)}` };
  }

  async function logShift() {
    const person = someone();
    if (!person) return undefined;
    const { from, to } = someTimes();
    const other = random() < 0.2 ? someCar() : undefined;
    const shift = { driverId: person.id, start: instant(from), end: instant(to), vehicleId: other?.id };
    const { body } = await agent.post('/api/shifts').send(shift).expect(201);
    const car = other ?? on(person.car, from);
    truth.shifts.push({ id: body.id, person, car, from, to, isDeleted: false });
    return `shift ${from} ${person.id} in ${car.id}`;
  }

  async function moveShift() {
    const shift = pick(truth.shifts.filter(({ isDeleted }) => !isDeleted));
    if (!shift || !isHere(shift.person)) return undefined;
    const { from, to } = someTimes();
    const person = (random() < 0.5 && someone()) || shift.person;
    const change = { driverId: person.id, start: instant(from), end: instant(to) };
    await agent.put(`/api/shifts/${shift.id}`).send(change).expect(200);
    Object.assign(shift, {
      from,
      to,
      person,
      car: person === shift.person ? shift.car : on(person.car, from),
    });
    return `${shift.id} ${from} ${person.id} in ${shift.car.id}`;
  }

  async function deleteShift() {
    const shift = pick(truth.shifts.filter(({ isDeleted }) => !isDeleted));
    if (!shift) return undefined;
    await agent.delete(`/api/shifts/${shift.id}`).expect(204);
    shift.isDeleted = true;
    return shift.id;
  }

  return { logTrip, moveTrip, deleteOrRestoreTrip, logShift, moveShift, deleteShift };
}
