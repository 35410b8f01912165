import { addDays } from '@shared/periods';
import { buildVehicle } from '../builders';
import type { Teller } from './teller';
import {
  type Car,
  changed,
  corrected,
  forgotten,
  lastOf,
  type Person,
  type Spells,
  sinceEver,
} from './truth';

const FIRST_NAMES = ['Amy', 'Ben', 'Chi', 'Dan'];
const LAST_NAMES = ['Young', 'Old', 'Wu', 'Li', 'Hart', 'Day'];

/** What is told of drivers and vehicles. */
export function fleetActions(teller: Teller) {
  const { agent, truth, random, below, pick, next, told, someone, someCar } = teller;
  const isDriven = (one: Person | Car) =>
    [...truth.trips, ...truth.shifts].some(({ person, car }) => person === one || car === one);

  async function put(path: string, stored: object, change: object, changedOn?: string) {
    await agent
      .put(path)
      .send({ ...stored, ...change, ...(changedOn && { changedOn }) })
      .expect(200);
  }
  async function changePerson({ id }: Person, change: object, changedOn?: string) {
    const { body } = await agent.get('/api/drivers').expect(200);
    const { firstName, lastName, startDate, endDate, isActive, ...of } = body.find(
      (one: { id: string }) => one.id === id,
    );
    const stored = {
      ...{ firstName, lastName, startDate, endDate, isActive },
      driverAuthorityLicense: of.driverAuthorityLicense,
      bookedHireServiceLicense: of.bookedHireServiceLicense,
      vehicleRegistrationNumber: of.vehicleRegistrationNumber,
    };
    await put(`/api/drivers/${id}`, stored, change, changedOn);
  }
  const changeCar = ({ id, plate, spans, licences }: Car, change: object, changedOn?: string) =>
    put(
      `/api/vehicles/${id}`,
      { registration: lastOf(plate).value, availability: spans, licences: licences.map(asLicence) },
      change,
      changedOn,
    );
  const asLicence = (licence: Car['licences'][number]) => ({ kind: 'booked-hire' as const, ...licence });

  /** Tells another value as a typing mistake, or from a day on that no later change follows. */
  async function tell<Value>(
    spells: Spells<Value>,
    value: Value,
    send: (changedOn?: string) => Promise<unknown>,
  ): Promise<string | undefined> {
    const day = random() < 0.35 ? undefined : told();
    if (day && day <= lastOf(spells).from) return undefined;
    await send(day);
    if (day) changed(spells, day, value);
    else corrected(spells, value);
    return day ? `from ${day}` : 'as a typing mistake';
  }

  async function addCar() {
    const registration = next('CAR');
    const from = addDays(teller.today, -below(120));
    const expires = random() < 0.3 ? addDays(teller.today, below(90) - 20) : null;
    const licence = { number: next('BH-'), from: addDays(from, -below(30)), expires };
    const licences = random() < 0.15 || (expires && expires < licence.from) ? [] : [licence];
    const input = { registration, availableFrom: from, licences: licences.map(asLicence) };
    const { body } = await agent.post('/api/vehicles').send(buildVehicle(input)).expect(201);
    const spans = [{ from, to: null }];
    const car = { id: body.id, plate: sinceEver(registration), spans, licences, removed: null };
    truth.cars.push({ ...car, isErased: false });
    return registration;
  }

  const licenceToday = ({ licences }: Car) => lastOf(licences)?.number ?? 'Substitute taxi';
  const textsOf = (car: Car) => ({
    vehicleRegistrationNumber: lastOf(car.plate).value,
    bookedHireServiceLicense: licenceToday(car),
  });

  async function addPerson() {
    const car = someCar();
    if (!car) return undefined;
    const [firstName, lastName] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
    const number = next('DA-');
    const from = addDays(teller.today, -below(100));
    const input = { firstName, lastName, driverAuthorityLicense: number, startDate: from, ...textsOf(car) };
    const { body } = await agent.post('/api/drivers').send(input).expect(201);
    truth.people.push({
      id: body.id,
      name: sinceEver(`${firstName} ${lastName}`),
      number: sinceEver(number),
      car: sinceEver(car),
      spans: [{ from, to: null }],
      ...{ offs: [], removed: null, isErased: false },
    });
    return `${firstName} ${lastName} ${number}`;
  }

  async function rename() {
    const person = someone();
    if (!person) return undefined;
    const [firstName] = lastOf(person.name).value.split(' ');
    const lastName = next('Name');
    const how = await tell(person.name, `${firstName} ${lastName}`, (day) =>
      changePerson(person, { lastName }, day),
    );
    return how && `${person.id} ${lastName} ${how}`;
  }

  async function renumber() {
    const person = someone();
    if (!person) return undefined;
    const number = next('DA-');
    const how = await tell(person.number, number, (day) =>
      changePerson(person, { driverAuthorityLicense: number }, day),
    );
    return how && `${person.id} ${number} ${how}`;
  }

  async function swapCar() {
    const [person, car] = [someone(), someCar()];
    if (!person || !car || lastOf(person.car).value === car) return undefined;
    const how = await tell(person.car, car, (day) => changePerson(person, textsOf(car), day));
    return how && `${person.id} drives ${lastOf(car.plate).value} ${how}`;
  }

  async function registerAgain() {
    const car = someCar();
    if (!car) return undefined;
    // sometimes a plate that another car had before
    const former = truth.cars.flatMap(({ plate }) => plate.slice(0, -1).map(({ value }) => value));
    const taken = truth.cars.map(({ plate }) => lastOf(plate).value);
    const free = former.filter((plate) => !taken.includes(plate));
    const registration = (random() < 0.2 && pick(free)) || next('CAR');
    const how = await tell(car.plate, registration, (day) => changeCar(car, { registration }, day));
    return how && `${car.id} is ${registration} ${how}`;
  }

  async function renewLicence() {
    const car = someCar();
    if (!car) return undefined;
    const last = car.licences.at(-1);
    const licence = { number: next('BH-'), from: told(), expires: null };
    if (last && last.from >= licence.from) return undefined;
    await agent.post(`/api/vehicles/${car.id}/licences`).send(asLicence(licence)).expect(200);
    if (last && (last.expires === null || last.expires >= licence.from))
      last.expires = addDays(licence.from, -1);
    car.licences.push(licence);
    return `${car.id} ${licence.number} from ${licence.from}`;
  }

  async function correctLicence() {
    const car = someCar();
    const licence = car && pick(car.licences);
    if (!car || !licence) return undefined;
    licence.number = next('BH-');
    await changeCar(car, {});
    return `${car.id} ${licence.number}`;
  }

  async function endOrComeBack() {
    const person = someone();
    if (!person) return undefined;
    const span = lastOf(person.spans);
    if (span.to === null) {
      const to = told();
      if (to < span.from) return undefined;
      await changePerson(person, { endDate: to });
      span.to = to;
      return `${person.id} left on ${to}`;
    }
    const from = addDays(span.to, 2 + below(20));
    const isLater = [person.name, person.number, person.car].some(
      (spells) => lastOf<{ from: string }>(spells).from >= from,
    );
    if (from > teller.today || isLater) return undefined;
    await changePerson(person, { startDate: from, endDate: null }, from);
    person.spans.push({ from, to: null });
    return `${person.id} came back on ${from}`;
  }

  async function switchOffOrOn() {
    const person = someone();
    if (!person) return undefined;
    const off = person.offs.find(({ to }) => to === null);
    await changePerson(person, { isActive: off !== undefined });
    if (off) off.to = teller.today;
    else person.offs.push({ from: teller.today, to: null });
    return `${person.id} ${off ? 'on' : 'off'}`;
  }

  async function removeOrRestorePerson() {
    const gone = truth.people.find(({ removed }) => removed !== null && addDays(removed, 25) > teller.today);
    if (gone) {
      await agent.post(`/api/drivers/${gone.id}/restore`).expect(200);
      Object.assign(gone, { removed: null, isErased: false });
      return `${gone.id} restored`;
    }
    const person = someone();
    if (!person) return undefined;
    await agent.delete(`/api/drivers/${person.id}`).expect(204);
    Object.assign(person, { removed: teller.today, isErased: !isDriven(person) });
    return `${person.id} removed`;
  }

  async function removeOrRestoreCar() {
    const gone = truth.cars.find(({ removed }) => removed !== null && addDays(removed, 25) > teller.today);
    if (gone) {
      await agent.post(`/api/vehicles/${gone.id}/restore`).expect(200);
      Object.assign(gone, { removed: null, isErased: false });
      return `${gone.id} restored`;
    }
    const car = someCar();
    if (!car) return undefined;
    const isUsual = truth.people.some((one) => !one.isErased && one.car.some(({ value }) => value === car));
    await agent.delete(`/api/vehicles/${car.id}`).expect(204);
    Object.assign(car, { removed: teller.today, isErased: !isUsual && !isDriven(car) });
    return `${car.id} removed`;
  }

  async function endCarOrAgain() {
    const car = someCar();
    if (!car) return undefined;
    const span = lastOf(car.spans);
    const spans =
      span.to === null
        ? [...car.spans.slice(0, -1), { from: span.from, to: addDays(span.from, below(100)) }]
        : [...car.spans, { from: addDays(span.to, 1 + below(20)), to: null }];
    await changeCar(car, { availability: spans });
    car.spans = spans;
    return `${car.id} ${JSON.stringify(spans)}`;
  }

  async function forget() {
    const person = someone();
    if (!person) return undefined;
    const fact = pick(['name', 'number'] as const) ?? 'name';
    const spells = person[fact];
    if (spells.length < 2) return undefined;
    const { body } = await agent.get(`/api/drivers/${person.id}/history`).expect(200);
    const entries = body.filter((one: { fact: string; id: string | null }) => one.fact === fact && one.id);
    const index = below(entries.length);
    await agent.delete(`/api/drivers/${person.id}/history/${entries[index].id}`).expect(204);
    // the history begins with the latest
    forgotten(spells, entries.length - 1 - index);
    return `${person.id} ${fact} ${entries.length - 1 - index}`;
  }

  return {
    addCar,
    addPerson,
    rename,
    renumber,
    swapCar,
    registerAgain,
    renewLicence,
    correctLicence,
    endOrComeBack,
    switchOffOrOn,
    removeOrRestorePerson,
    removeOrRestoreCar,
    endCarOrAgain,
    forget,
  };
}
