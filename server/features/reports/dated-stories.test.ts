import type { DriverInput } from '@shared/driver-input';
import { brisbaneDay, brisbaneInstant } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, buildVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { readFigures } from './figures.repository';
import { buildQuarterlyReport } from './quarterly/quarterly.view-model';

/**
 * What an office does with its vehicles and drivers over three quarters, and the lines of each quarter's report as a person writes them by the
 * rules (docs/product/vehicles.md#in-reports, drivers.md#when-a-driver-ends). Each report is made on the morning after its quarter and once more a
 * year after the last: what is recorded later as a change says the same both times, a correction is in `corrected`.
 */
const it = createTestApp();

/** July to September 2026, October to December 2026, January to March 2027. */
const QUARTERS = ['Q1-2026', 'Q2-2026', 'Q3-2027'] as const;
const A_YEAR_LATER = '2028-04-01';

type Office = Awaited<ReturnType<typeof openOffice>>;
type Step = [day: string, take: (office: Office, day: string) => Promise<unknown>];
/** Drivers as "name number vehicle start end", vehicles as "registration licence start end". */
type Lines = { drivers?: string[]; vehicles: string[] };
type Story = {
  title: string;
  steps: Step[];
  lines: [Lines, Lines, Lines];
  corrected?: [Lines, Lines, Lines];
};

const car =
  (registration: string, details: object = {}) =>
  (office: Office) =>
    office.add('vehicles', registration, buildVehicle({ registration, licences: [], ...details }));
const carIs = (registration: string, details: object) => (office: Office) =>
  office.change('vehicles', registration, details);
const driver =
  (firstName: string, details: Partial<DriverInput> = {}) =>
  (office: Office) =>
    office.add(
      'drivers',
      firstName,
      buildDriver({
        firstName,
        lastName: null,
        driverAuthorityLicense: `DA-${firstName.toUpperCase()}`,
        vehicleRegistrationNumber: 'CAR1',
        bookedHireServiceLicense: 'BH-1',
        startDate: '2026-01-05',
        ...details,
      }),
    );
const driverIs = (firstName: string, details: object) => (office: Office) =>
  office.change('drivers', firstName, details);
const renewed =
  (registration: string, number: string, from: string, expires: string | null = null) =>
  (office: Office) =>
    office.renew(registration, { kind: 'booked-hire', number, from, expires });
const goes = (what: 'drivers' | 'vehicles', name: string) => (office: Office) => office.remove(what, name);
const _returns = (what: 'drivers' | 'vehicles', name: string) => (office: Office) =>
  office.restore(what, name);
const _drives = (firstName: string) => (office: Office, day: string) => office.drive(firstName, day);

const licence = (number: string, from: string, expires: string | null = null, kind = 'booked-hire') => ({
  kind,
  number,
  from,
  expires,
});
const all = (lines: Lines): [Lines, Lines, Lines] => [lines, lines, lines];

const amy = ['2026-06-20', driver('Amy')] as Step;
const amyStays = 'Amy DA-AMY CAR1 05/01/2026 Current';
const car1 = 'CAR1 BH-1 05/01/2026 Current';

const stories: Story[] = [
  {
    title: 'A driver that is added brings its vehicle and licence, from the driver’s start',
    steps: [amy],
    lines: all({ drivers: [amyStays], vehicles: [car1] }),
  },
  {
    title: 'One driver with two cars: both are available',
    steps: [
      amy,
      ['2026-06-20', car('CAR2', { availableFrom: '2026-03-02', licences: [licence('BH-2', '2026-03-02')] })],
    ],
    lines: all({ drivers: [amyStays], vehicles: [car1, 'CAR2 BH-2 02/03/2026 Current'] }),
  },
  {
    title: 'One car with two drivers is one line, with a start of its own',
    steps: [amy, ['2026-06-21', driver('Ben', { startDate: '2025-11-03' })]],
    lines: all({ drivers: [amyStays, 'Ben DA-BEN CAR1 03/11/2025 Current'], vehicles: [car1] }),
  },
  {
    title: 'A licence that is renewed on the last day of Q1 is reported in Q1 with the new number',
    steps: [amy, ['2026-09-30', renewed('CAR1', 'BH-9', '2026-09-30', '2027-09-29')]],
    lines: all({ drivers: [amyStays], vehicles: ['CAR1 BH-9 05/01/2026 Current'] }),
  },
  {
    title: 'A renewal that is recorded a quarter late corrects the report of its quarter',
    steps: [amy, ['2027-01-20', renewed('CAR1', 'BH-9', '2026-11-02')]],
    lines: [{ vehicles: [car1] }, { vehicles: [car1] }, { vehicles: ['CAR1 BH-9 05/01/2026 Current'] }],
    corrected: [
      { vehicles: [car1] },
      { vehicles: ['CAR1 BH-9 05/01/2026 Current'] },
      { vehicles: ['CAR1 BH-9 05/01/2026 Current'] },
    ],
  },
  {
    title: 'A licence that ran out before the quarter is named with its last day',
    steps: [
      [
        '2026-06-20',
        car('CAR2', { availableFrom: '2025-07-01', licences: [licence('BH-2', '2025-07-01', '2026-06-30')] }),
      ],
    ],
    lines: all({ vehicles: ['CAR2 Expired 30/06/2026: BH-2 01/07/2025 Current'] }),
  },
  {
    title: 'A start date that was wrong is corrected, and is no second span',
    steps: [
      amy,
      ['2026-08-10', driverIs('Amy', { endDate: '2026-08-15' })],
      ['2026-11-20', driverIs('Amy', { startDate: '2026-11-23', endDate: null })],
    ],
    lines: [
      { drivers: ['Amy DA-AMY CAR1 05/01/2026 15/08/2026'], vehicles: [car1] },
      { drivers: ['Amy DA-AMY CAR1 23/11/2026 Current'], vehicles: [car1] },
      { drivers: ['Amy DA-AMY CAR1 23/11/2026 Current'], vehicles: [car1] },
    ],
    corrected: [
      { drivers: [], vehicles: [car1] },
      { drivers: ['Amy DA-AMY CAR1 23/11/2026 Current'], vehicles: [car1] },
      { drivers: ['Amy DA-AMY CAR1 23/11/2026 Current'], vehicles: [car1] },
    ],
  },
  {
    title: 'A substitute taxi for two weeks is said to be one',
    steps: [
      amy,
      [
        '2026-11-01',
        car('TAXI1', { availableFrom: '2026-11-02', availableTo: '2026-11-15', isSubstituteTaxi: true }),
      ],
    ],
    lines: [
      { vehicles: [car1] },
      { vehicles: [car1, 'TAXI1 Substitute taxi 02/11/2026 15/11/2026'] },
      { vehicles: [car1] },
    ],
  },
  {
    title: 'A vehicle that is removed without anything that names it was a mistake',
    steps: [amy, ['2026-07-10', car('CAR2')], ['2026-11-10', goes('vehicles', 'CAR2')]],
    lines: [
      { vehicles: [car1, 'CAR2 Not known 01/07/2025 Current'] },
      { vehicles: [car1] },
      { vehicles: [car1] },
    ],
    corrected: all({ vehicles: [car1] }),
  },
  {
    title: 'A vehicle that drivers use ends on the day it is removed',
    steps: [amy, ['2026-11-10', goes('vehicles', 'CAR1')]],
    lines: [
      { drivers: [amyStays], vehicles: [car1] },
      { drivers: [amyStays], vehicles: ['CAR1 BH-1 05/01/2026 10/11/2026'] },
      { drivers: [amyStays], vehicles: [] },
    ],
  },
  {
    title: 'A name changed by marriage in Q2 leaves the report of Q1 as it was',
    steps: [amy, ['2026-11-10', driverIs('Amy', { firstName: 'Amelia', changedOn: '2026-11-07' })]],
    lines: [
      { drivers: [amyStays], vehicles: [car1] },
      { drivers: ['Amelia DA-AMY CAR1 05/01/2026 Current'], vehicles: [car1] },
      { drivers: ['Amelia DA-AMY CAR1 05/01/2026 Current'], vehicles: [car1] },
    ],
  },
  {
    title: 'A registration that was wrong is corrected everywhere',
    steps: [amy, ['2026-11-10', carIs('CAR1', { registration: 'CAR7' })]],
    lines: [
      { drivers: [amyStays], vehicles: [car1] },
      { drivers: ['Amy DA-AMY CAR7 05/01/2026 Current'], vehicles: ['CAR7 BH-1 05/01/2026 Current'] },
      { drivers: ['Amy DA-AMY CAR7 05/01/2026 Current'], vehicles: ['CAR7 BH-1 05/01/2026 Current'] },
    ],
    corrected: all({
      drivers: ['Amy DA-AMY CAR7 05/01/2026 Current'],
      vehicles: ['CAR7 BH-1 05/01/2026 Current'],
    }),
  },
  {
    title: 'A plate that moves to another car: each line has the plate of its quarter',
    steps: [
      ['2026-06-20', car('AAA111', { licences: [licence('BH-1', '2025-07-01')] })],
      ['2026-11-10', carIs('AAA111', { registration: 'BBB222', changedOn: '2026-11-10' })],
      [
        '2026-11-10',
        car('AAA111', { availableFrom: '2026-11-10', licences: [licence('BH-2', '2026-11-10')] }),
      ],
    ],
    lines: [
      { vehicles: ['AAA111 BH-1 01/07/2025 Current'] },
      { vehicles: ['AAA111 BH-2 10/11/2026 Current', 'BBB222 BH-1 01/07/2025 Current'] },
      { vehicles: ['AAA111 BH-2 10/11/2026 Current', 'BBB222 BH-1 01/07/2025 Current'] },
    ],
  },
  {
    title: 'A car that is sold in Q1 and bought back in Q3 is in Q1 and Q3',
    steps: [
      ['2026-06-20', car('CAR2', { licences: [licence('BH-2', '2025-07-01')] })],
      ['2026-08-10', carIs('CAR2', { availableFrom: '2025-07-01', availableTo: '2026-08-20' })],
      [
        '2027-02-01',
        carIs('CAR2', {
          availability: [
            { from: '2025-07-01', to: '2026-08-20' },
            { from: '2027-02-01', to: null },
          ],
        }),
      ],
    ],
    lines: [
      { vehicles: ['CAR2 BH-2 01/07/2025 20/08/2026'] },
      { vehicles: [] },
      { vehicles: ['CAR2 BH-2 01/02/2027 Current'] },
    ],
  },
  {
    title: 'A gap of a day makes two lines',
    steps: [
      [
        '2026-06-20',
        car('CAR2', {
          availableFrom: undefined,
          availability: [
            { from: '2026-09-01', to: null },
            { from: '2025-07-01', to: '2026-08-30' },
          ],
        }),
      ],
    ],
    lines: [
      { vehicles: ['CAR2 Not known 01/07/2025 30/08/2026', 'CAR2 Not known 01/09/2026 Current'] },
      { vehicles: ['CAR2 Not known 01/09/2026 Current'] },
      { vehicles: ['CAR2 Not known 01/09/2026 Current'] },
    ],
  },
  {
    title: 'Vehicles without any driver are reported',
    steps: [['2026-06-20', car('CAR2', { licences: [licence('T-1', '2025-07-01', null, 'taxi')] })]],
    lines: all({ drivers: [], vehicles: ['CAR2 T-1 01/07/2025 Current'] }),
  },
  {
    title:
      'A driver who takes another car from a day in Q2: the former one stays available until it is ended',
    steps: [
      amy,
      [
        '2026-11-10',
        driverIs('Amy', {
          vehicleRegistrationNumber: 'CAR2',
          bookedHireServiceLicense: 'BH-2',
          changedOn: '2026-11-02',
        }),
      ],
      ['2026-11-10', carIs('CAR1', { availableFrom: '2026-01-05', availableTo: '2026-11-01' })],
    ],
    lines: [
      { drivers: [amyStays], vehicles: [car1] },
      {
        drivers: ['Amy DA-AMY CAR2 05/01/2026 Current'],
        vehicles: ['CAR1 BH-1 05/01/2026 01/11/2026', 'CAR2 BH-2 02/11/2026 Current'],
      },
      { drivers: ['Amy DA-AMY CAR2 05/01/2026 Current'], vehicles: ['CAR2 BH-2 02/11/2026 Current'] },
    ],
  },
];

test.each(stories)('$title', async ({ steps, lines, corrected }) => {
  const office = await openOffice();
  const ahead = [...steps];
  for (const [index, quarter] of QUARTERS.entries()) {
    const morningAfter = brisbaneDay(readPeriod(quarter).range.to);
    for (let step = ahead[0]; step && step[0] < morningAfter; step = ahead[0]) {
      await office.goTo(step[0]);
      await step[1](office, step[0]);
      ahead.shift();
    }
    await office.goTo(morningAfter);
    expect(await office.report(quarter), `${quarter} at once`).toMatchObject(lines[index] ?? {});
  }
  expect(ahead).toEqual([]);
  await office.goTo(A_YEAR_LATER);
  for (const [index, quarter] of QUARTERS.entries())
    expect(await office.report(quarter), `${quarter} a year later`).toMatchObject(
      (corrected ?? lines)[index] ?? {},
    );
});

/** A new holder whose clock, vehicles and drivers the steps move. */
async function openOffice() {
  it.setNow(brisbaneInstant('2026-06-01'));
  const { agent, login, holderId } = await it.signIn();
  const known = new Map<string, { id: string; input: object }>();
  const idOf = (what: string, name: string) => {
    const row = known.get(`${what} ${name}`);
    if (!row) throw new Error(`${name} is none of the ${what}`);
    return row;
  };

  async function goTo(day: string) {
    it.setNow(brisbaneInstant(day, '16:00'));
    // a session does not last for the whole story
    await agent.post('/api/auth/login').send(login).expect(200);
  }

  async function add(what: string, name: string, input: object) {
    const { body } = await agent.post(`/api/${what}`).send(input).expect(201);
    known.set(`${what} ${name}`, { id: body.id, input });
  }

  /** Sends a vehicle back as it is stored, with the change, as the dialog does. */
  async function change(what: string, name: string, details: object) {
    const { id, input } = await rowOf(what, name);
    await agent
      .put(`/api/${what}/${id}`)
      .send({ ...input, ...details })
      .expect(200);
    const { changedOn: _, ...kept } = details as { changedOn?: string };
    known.set(`${what} ${name}`, { id, input: { ...input, ...kept } });
  }

  async function rowOf(what: string, name: string) {
    if (what === 'drivers') return idOf(what, name);
    const { body } = await agent.get('/api/vehicles').expect(200);
    const id = known.get(`vehicles ${name}`)?.id;
    const stored = body.find(
      (row: { id: string; registration: string }) => row.id === id || (!id && row.registration === name),
    );
    const { registration, description, isSubcontracted, licences, notes, availability } = stored;
    return {
      id: stored.id as string,
      input: { registration, description, isSubcontracted, licences, notes, availability },
    };
  }

  return {
    goTo,
    add,
    change: async (what: string, name: string, details: object) =>
      change(what, name, 'availableFrom' in details ? { availability: undefined, ...details } : details),
    async renew(registration: string, next: object) {
      const { id } = await rowOf('vehicles', registration);
      await agent.post(`/api/vehicles/${id}/licences`).send(next).expect(200);
    },
    async remove(what: string, name: string) {
      const { id } = await rowOf(what, name);
      known.set(`${what} ${name}`, { id, input: known.get(`${what} ${name}`)?.input ?? {} });
      await agent.delete(`/api/${what}/${id}`).expect(204);
    },
    restore: (what: string, name: string) =>
      agent.post(`/api/${what}/${idOf(what, name).id}/restore`).expect(200),
    async drive(firstName: string, day: string) {
      const row = {
        id: idOf('drivers', firstName).id,
        driverAuthorityLicense: `DA-${firstName.toUpperCase()}`,
      };
      const trip = buildTrip(row, { datetime: brisbaneInstant(day, '12:00').toISOString() });
      await agent.post('/api/trips').send(trip).expect(201);
    },
    async report(period: (typeof QUARTERS)[number]) {
      const figures = await readFigures(it.db, holderId, readPeriod(period));
      const { drivers, vehicles } = buildQuarterlyReport(
        { ...figures, areas: [], apart: [], placesToConfirm: 0 },
        brisbaneInstant(A_YEAR_LATER),
      );
      const cellsOf = (section: typeof drivers) => section.rows.map(({ cells }) => cells);
      return {
        drivers: cellsOf(drivers).map((cells) => cells.join(' ')),
        vehicles: cellsOf(vehicles).map(([registration, number, _kind, from, to]) =>
          [registration, number, from, to].join(' '),
        ),
      };
    },
  };
}
