import type { ChangeDriver, CreateDriver } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { buildDriver, buildTrip, buildVehicle } from '../builders';
import type { TestApp } from '../http/create-test-app';

/** A holder who speaks to the API: a driver's form is sent whole, with what is changed in it. */
export async function openOffice({ signIn }: Pick<TestApp, 'signIn'>) {
  const { agent } = await signIn();
  const vehicles = async (): Promise<Vehicle[]> => (await agent.get('/api/vehicles').expect(200)).body;
  const drivers = async (): Promise<Driver[]> => (await agent.get('/api/drivers').expect(200)).body;
  return {
    agent,
    vehicles,
    drivers,
    plates: async () => (await vehicles()).map(({ registration }) => registration),
    vehicle: async (registration: string) =>
      (await vehicles()).find((one) => one.registration === registration) as Vehicle,
    driver: async (id: string) => (await drivers()).find((one) => one.id === id) as Driver,
    async hire(overrides: Partial<CreateDriver>): Promise<Driver> {
      const { body } = await agent
        .post('/api/drivers')
        .send({ ...buildDriver(), ...overrides })
        .expect(201);
      return body;
    },
    async addCar(registration: string, number = `B-${registration}`): Promise<Vehicle> {
      const licences = [{ kind: 'booked-hire' as const, number, from: '2025-07-01' }];
      const { body } = await agent
        .post('/api/vehicles')
        .send(buildVehicle({ registration, licences }))
        .expect(201);
      return body;
    },
    put: (driver: Driver, changes: Partial<ChangeDriver>) => {
      const { driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber } = driver;
      const { firstName, lastName, startDate, endDate, isActive } = driver;
      const form = { firstName, lastName, startDate, endDate, isActive };
      const numbers = { driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber };
      return agent.put(`/api/drivers/${driver.id}`).send({ ...form, ...numbers, ...changes });
    },
    swap: (driver: Driver, change: object) => agent.post(`/api/drivers/${driver.id}/vehicle`).send(change),
    preview: async (driver: Driver, query: object) =>
      (await agent.get(`/api/drivers/${driver.id}/vehicle`).query(query).expect(200)).body,
    undo: ({ id, version }: Driver) => agent.post(`/api/drivers/${id}/undo`).send({ version }),
    drive: (driver: Driver, day: string, overrides: object = {}) =>
      agent
        .post('/api/trips')
        .send({ ...buildTrip(driver, { datetime: `${day}T02:00:00Z` }), vehicleId: undefined, ...overrides })
        .expect(201),
    work: (driver: Driver, day: string) =>
      agent
        .post('/api/shifts')
        .send({ driverId: driver.id, start: `${day}T00:00:00Z`, end: `${day}T06:00:00Z`, note: null })
        .expect(201),
    async driven() {
      const { trips } = (await agent.get('/api/trips').expect(200)).body;
      type Trip = { datetime: string; vehicleRegistration: string };
      return Object.fromEntries(
        (trips as Trip[]).map(({ datetime, vehicleRegistration }) => [
          datetime.slice(0, 10),
          vehicleRegistration,
        ]),
      );
    },
    async shifts() {
      const { body } = await agent.get('/api/shifts?from=2026-09-01&to=2026-11-21').expect(200);
      return (body as { vehicleRegistration: string }[]).map((shift) => shift.vehicleRegistration);
    },
    async history({ id }: Driver, fact: string) {
      const { body } = await agent.get(`/api/drivers/${id}/history`).expect(200);
      type Entry = { fact: string; value: Record<string, string>; from: string; to: string };
      return (body as Entry[])
        .filter((entry) => entry.fact === fact)
        .map(({ value, from, to }) => {
          const { vehicleRegistrationNumber, authorisationExpires, firstName } = value;
          return `${vehicleRegistrationNumber ?? authorisationExpires ?? firstName} ${from} ${to}`;
        });
    },
    lodge: (period: string) =>
      agent.post('/api/lodgements').send({ report: 'quarterly', period, lodgedOn: '2026-10-20' }).expect(201),
  };
}
