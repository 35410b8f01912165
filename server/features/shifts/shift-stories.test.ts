import { randomUUID } from 'node:crypto';
import { brisbaneInstant, formatDate, formatDateTime } from '@shared/periods';
import type { ShiftCells } from '@shared/shifts/reading/row-times';
import { readShiftRow } from '@shared/shifts/reading/shift-row';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, buildVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

/**
 * What drivers and an office do with shifts, and the hours sheet of a few days as a person writes it by the rules
 * (docs/product/hours.md#hours-of-a-driver), made on 1 December 2026 at noon. Drivers drive CAR1 unless a story says otherwise.
 */
const it = createTestApp();

/** "2026-11-02 06:10" of Brisbane's clock. */
type When = string;
type Office = Awaited<ReturnType<typeof openOffice>>;
/** A line a shift, "start - end vehicle hours; remarks", and one with the sum after each driver's. */
type Story = {
  title: string;
  days?: [from: string, to: string];
  do: (office: Office) => Promise<unknown>;
  sheet: string[];
};

const NOVEMBER: [string, string] = ['2026-11-01', '2026-11-30'];
const _FROM_MIDNIGHT = 'Began before these days: counted from midnight';
const UNTIL_MIDNIGHT = 'Went on after these days: counted until midnight';
const OVERLAP = 'Overlaps another shift';
const LONG = 'Longer than 12 hours';
const SHORT = 'Less than 8 hours of rest before it';
const OPEN = 'Still open, not counted';

const stories: Story[] = [
  {
    title: 'A day: started and ended with one tap each',
    do: async (o) => {
      const shift = await o.start('Amy', '2026-11-02 06:10');
      await o.end(shift, '2026-11-02 14:30');
    },
    sheet: ['Amy 02/11/2026 06:10 - 14:30 CAR1 8:20', 'Amy 1 days 8:20'],
  },
  {
    title: 'One that is left open counts nothing',
    do: async (o) => {
      await o.shift('Amy', '2026-11-02 06:00', '2026-11-02 10:00');
      await o.start('Amy', '2026-11-30 18:00');
    },
    sheet: [
      'Amy 02/11/2026 06:00 - 10:00 CAR1 4:00',
      `Amy 30/11/2026 18:00 - open CAR1 –; ${OPEN}. ${LONG}`,
      'Amy 2 days 4:00',
    ],
  },
  {
    title: 'One that was left open is ended the next day with the time of the day before',
    do: async (o) => {
      const shift = await o.start('Amy', '2026-11-02 06:00');
      await o.end(shift, '2026-11-02 15:00', '2026-11-03 09:00');
    },
    sheet: ['Amy 02/11/2026 06:00 - 15:00 CAR1 9:00', 'Amy 1 days 9:00'],
  },
  {
    title: 'Sent three days late from a phone without network: it has the times of the phone',
    do: (o) => o.shift('Amy', '2026-11-02 06:00', '2026-11-02 14:00', { sentAt: '2026-11-05 08:00' }),
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'Sent twice because the first answer was lost: stored once',
    do: async (o) => {
      const key = randomUUID();
      await o.shift('Amy', '2026-11-02 06:00', '2026-11-02 14:00', { key });
      await o.shift('Amy', '2026-11-02 06:00', '2026-11-02 14:00', { key, sentAt: '2026-11-03 06:00' });
    },
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'Started on two phones at once: both are there, overlap, and count once',
    do: async (o) => {
      const one = await o.start('Amy', '2026-11-02 06:00');
      const other = await o.start('Amy', '2026-11-02 06:01');
      await o.end(one, '2026-11-02 14:00');
      await o.end(other, '2026-11-02 14:05');
    },
    sheet: [
      `Amy 02/11/2026 06:00 - 14:00 CAR1 8:00; ${OVERLAP}`,
      `Amy 02/11/2026 06:01 - 14:05 CAR1 8:04; ${OVERLAP}`,
      'Amy 1 days 8:05',
    ],
  },
  {
    title: 'Ended on two phones at different times: the second sees what is stored',
    do: async (o) => {
      const shift = await o.start('Amy', '2026-11-02 06:00');
      await o.end(shift, '2026-11-02 14:00');
      expect((await o.endRefused(shift, '2026-11-02 14:10')).stored).toMatchObject({
        end: o.instant('2026-11-02 14:00'),
      });
    },
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'A phone whose clock was set back ends before it starts: refused, then corrected at the desk',
    do: async (o) => {
      const shift = await o.start('Amy', '2026-11-02 06:00');
      await o.endInvalid(shift, '2026-11-02 05:40');
      await o.end(shift, '2026-11-02 13:40');
    },
    sheet: ['Amy 02/11/2026 06:00 - 13:40 CAR1 7:40', 'Amy 1 days 7:40'],
  },
  {
    title: 'A sheet of a week is keyed at the desk: pairs, a night, a break in minutes',
    do: (o) =>
      o.sheet([
        { driver: 'Amy', day: '2/11/2026', start: '6:10-14:30' },
        { driver: 'amy', day: '3/11/2026', start: '6-10, 12-16:30' },
        { driver: 'DA-BEN', day: '4/11/2026', start: '10pm', end: '6am', break: '30' },
      ]),
    sheet: [
      'Amy 02/11/2026 06:10 - 14:30 CAR1 8:20',
      'Amy 03/11/2026 06:00 - 10:00 CAR1 4:00',
      'Amy 03/11/2026 12:00 - 16:30 CAR1 4:30',
      'Amy 2 days 16:50',
      'Ben 04/11/2026 22:00 - 05/11/2026 06:00 CAR1 8:00',
      'Ben 1 days 8:00',
    ],
  },
  {
    title: 'Deleted and restored',
    do: async (o) => {
      const shift = await o.shift('Amy', '2026-11-02 06:00', '2026-11-02 14:00');
      await o.remove(shift);
      await o.restore(shift);
      await o.remove(await o.shift('Amy', '2026-11-03 06:00', '2026-11-03 14:00'));
    },
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'Another car since the 10th: each shift has that of its day, one was lent',
    do: async (o) => {
      await o.vehicle('LENT1');
      await o.driverIs(
        'Amy',
        { vehicleRegistrationNumber: 'CAR2', changedOn: '2026-11-10' },
        '2026-11-10 05:00',
      );
      await o.shift('Amy', '2026-11-09 22:00', '2026-11-10 06:00');
      await o.shift('Amy', '2026-11-11 06:00', '2026-11-11 14:00');
      await o.shift('Amy', '2026-11-12 06:00', '2026-11-12 14:00', { vehicle: 'LENT1' });
      await o.shift('Amy', '2026-11-13 06:00', '2026-11-13 14:00', { vehicle: null });
    },
    sheet: [
      'Amy 09/11/2026 22:00 - 10/11/2026 06:00 CAR1 8:00',
      'Amy 11/11/2026 06:00 - 14:00 CAR2 8:00',
      'Amy 12/11/2026 06:00 - 14:00 LENT1 8:00',
      'Amy 13/11/2026 06:00 - 14:00 – 8:00',
      'Amy 4 days 32:00',
    ],
  },
  {
    title: 'A driver is renamed on the 10th: the sheet has the name of its last day',
    days: ['2026-11-01', '2026-11-09'],
    do: async (o) => {
      await o.shift('Amy', '2026-11-02 06:00', '2026-11-02 14:00');
      await o.driverIs('Amy', { firstName: 'Amelia', changedOn: '2026-11-10' }, '2026-11-10 05:00');
    },
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'A driver who was removed with a shift open: it is ended, and stays in the sheet',
    do: async (o) => {
      const shift = await o.start('Amy', '2026-11-02 06:00');
      await o.removeDriver('Amy');
      await o.end(shift, '2026-11-02 14:00', '2026-11-03 09:00');
      await o.refused({ start: o.instant('2026-11-03 06:00') }, 'Amy');
    },
    sheet: ['Amy 02/11/2026 06:00 - 14:00 CAR1 8:00', 'Amy 1 days 8:00'],
  },
  {
    title: 'Over the edge of a quarter: whole in both, counted in each for itself',
    days: ['2026-07-01', '2026-09-30'],
    do: (o) => o.shift('Amy', '2026-09-30 21:00', '2026-10-01 05:00'),
    sheet: [`Amy 30/09/2026 21:00 - 01/10/2026 05:00 CAR1 3:00; ${UNTIL_MIDNIGHT}`, 'Amy 1 days 3:00'],
  },
  {
    title: 'Midnight exactly: an end at midnight is of the day before, a start of the day after',
    days: ['2026-11-03', '2026-11-03'],
    do: async (o) => {
      await o.shift('Amy', '2026-11-02 16:00', '2026-11-03 00:00');
      await o.shift('Amy', '2026-11-03 08:00', '2026-11-04 00:00', { name: 'Ben' });
      await o.shift('Amy', '2026-11-04 00:00', '2026-11-04 08:00');
    },
    sheet: [`Ben 03/11/2026 08:00 - 04/11/2026 00:00 CAR1 16:00; ${LONG}`, 'Ben 1 days 16:00'],
  },
  {
    title: 'Less than 8 hours of rest before the next day is pointed out',
    do: async (o) => {
      await o.shift('Amy', '2026-11-02 14:00', '2026-11-02 22:30');
      await o.shift('Amy', '2026-11-03 06:00', '2026-11-03 10:00');
      await o.shift('Amy', '2026-11-03 18:00', '2026-11-03 22:00');
      await o.shift('Amy', '2026-11-04 06:00', '2026-11-04 10:00');
    },
    sheet: [
      'Amy 02/11/2026 14:00 - 22:30 CAR1 8:30',
      `Amy 03/11/2026 06:00 - 10:00 CAR1 4:00; ${SHORT}`,
      'Amy 03/11/2026 18:00 - 22:00 CAR1 4:00',
      'Amy 04/11/2026 06:00 - 10:00 CAR1 4:00',
      'Amy 3 days 20:30',
    ],
  },
  {
    title: 'Proposed from trips, and confirmed as proposed: proposed no more',
    do: async (o) => {
      for (const time of ['06:30', '11:00', '13:45']) await o.drive('Amy', `2026-11-02 ${time}`);
      const [proposed] = await o.proposed();
      await o.post({ start: proposed.start, end: proposed.end }, 'Amy');
      expect(await o.proposed()).toEqual([]);
    },
    sheet: ['Amy 02/11/2026 06:15 - 14:00 CAR1 7:45', 'Amy 1 days 7:45'],
  },
];

test.each(stories)('$title', async ({ days = NOVEMBER, do: take, sheet }) => {
  const office = await openOffice();
  await take(office);
  await office.goTo('2026-12-01 12:00');
  expect(await office.sheetOf(days)).toEqual(sheet);
});

type Stored = {
  id: string;
  version: number;
  driverId: string;
  start: string;
  end: string | null;
  note: string | null;
};

async function openOffice() {
  const at = (when: When) => {
    const [day = '', time] = when.split(' ');
    return brisbaneInstant(day, time);
  };
  const instant = (when: When) => at(when).toISOString();
  it.setNow(at('2026-07-01 05:00'));
  const { agent, login } = await it.signIn();
  const drivers = new Map<string, { id: string; input: ReturnType<typeof buildDriver> }>();
  const vehicles = new Map<string, string>();

  async function goTo(when: When) {
    it.setNow(at(when));
    // a session does not last for the whole story
    await agent.post('/api/auth/login').send(login).expect(200);
  }
  for (const firstName of ['Amy', 'Ben']) {
    const input = buildDriver({
      firstName,
      lastName: null,
      driverAuthorityLicense: `DA-${firstName.toUpperCase()}`,
      vehicleRegistrationNumber: 'CAR1',
    });
    drivers.set(firstName, { id: (await agent.post('/api/drivers').send(input).expect(201)).body.id, input });
  }
  const driverOf = (name: string) => {
    const driver = drivers.get(name);
    if (!driver) throw new Error(`${name} is no driver`);
    return driver;
  };

  const send = (body: object, name: string, key: string = randomUUID()) =>
    agent
      .post('/api/shifts')
      .set('Idempotency-Key', key)
      .send({ driverId: driverOf(name).id, ...body });
  const post = async (body: object, name: string, key?: string): Promise<Stored> =>
    (await send(body, name, key).expect(201)).body;
  const put = ({ id, version, driverId, start, end, note }: Stored, change: object) =>
    agent.put(`/api/shifts/${id}`).send({ driverId, start, end, note, version, ...change });

  return {
    goTo,
    instant,
    post,
    async start(name: string, when: When) {
      await goTo(when);
      return post({ start: instant(when) }, name);
    },
    /** @param sentAt when it is ended, if not at its end */
    async end(shift: Stored, when: When, sentAt = when) {
      await goTo(sentAt);
      await put(shift, { end: instant(when) }).expect(200);
    },
    endRefused: async (shift: Stored, when: When) =>
      (await put(shift, { end: instant(when) }).expect(409)).body,
    endInvalid: (shift: Stored, when: When) => put(shift, { end: instant(when) }).expect(400),
    async shift(
      name: string,
      start: When,
      end: When,
      more: { sentAt?: When; key?: string; vehicle?: string | null; name?: string } = {},
    ) {
      await goTo(more.sentAt ?? end);
      const { vehicle } = more;
      const vehicleId = typeof vehicle === 'string' ? vehicles.get(vehicle) : vehicle;
      return post({ start: instant(start), end: instant(end), vehicleId }, more.name ?? name, more.key);
    },
    async change(shift: Stored, change: object, when: When) {
      await goTo(when);
      await put(shift, change).expect(200);
    },
    refused: (body: object, name: string) => send(body, name).expect(404),
    async sheet(rows: ShiftCells[]): Promise<string[]> {
      await goTo('2026-11-09 09:00');
      const known = {
        drivers: (await agent.get('/api/drivers').expect(200)).body,
        vehicles: (await agent.get('/api/vehicles').expect(200)).body,
        now: at('2026-11-09 09:00'),
      };
      const read = rows.map((row) => readShiftRow(row, known));
      expect(read.flatMap(({ faults }) => faults)).toEqual([]);
      const shifts = read.flatMap((row) => row.shifts);
      const stored = agent.post('/api/shifts/typed').set('Idempotency-Key', randomUUID()).send({ shifts });
      return (await stored.expect(201)).body.ids;
    },
    remove: ({ id }: Stored) => agent.delete(`/api/shifts/${id}`).expect(204),
    removeAll: (ids: string[]) => agent.post('/api/shifts/delete').send({ ids }).expect(200),
    restore: ({ id }: Stored) => agent.post(`/api/shifts/${id}/restore`).expect(200),
    async vehicle(registration: string) {
      const { body } = await agent.post('/api/vehicles').send(buildVehicle({ registration })).expect(201);
      vehicles.set(registration, body.id);
    },
    async driverIs(name: string, change: object, when: When) {
      await goTo(when);
      const { id, input } = driverOf(name);
      await agent
        .put(`/api/drivers/${id}`)
        .send({ ...input, ...change })
        .expect(200);
    },
    removeDriver: (name: string) => agent.delete(`/api/drivers/${driverOf(name).id}`).expect(204),
    async drive(name: string, when: When) {
      await goTo(when);
      const { id, input } = driverOf(name);
      const { driverAuthorityLicense } = input;
      const trip = buildTrip({ id, driverAuthorityLicense }, { datetime: instant(when) });
      await agent.post('/api/trips').send(trip).expect(201);
    },
    async proposed() {
      await goTo('2026-11-09 09:00');
      const query = { from: '2026-11-01', to: '2026-11-30' };
      return (await agent.get('/api/shifts/proposed').query(query).expect(200)).body;
    },
    async sheetOf([from, to]: [string, string]): Promise<string[]> {
      const { body } = await agent.get('/api/reports/hours').query({ from, to }).expect(200);
      return body.drivers.flatMap((driver: SheetDriver) => [
        ...driver.shifts.map(lineOf(driver)),
        `${driver.driverName} ${driver.days} days ${driver.hours}`,
      ]);
    },
  };
}

type SheetShift = {
  start: string;
  end: string | null;
  vehicleRegistration: string | null;
  hours: string | null;
  remarks: string[];
};
type SheetDriver = { driverName: string; days: number; hours: string; shifts: SheetShift[] };

const lineOf =
  ({ driverName }: SheetDriver) =>
  ({ start, end, vehicleRegistration, hours, remarks }: SheetShift) => {
    const [from, to] = [new Date(start), end && new Date(end)];
    const sameDay = to && formatDate(from) === formatDate(to);
    const until = to ? formatDateTime(to).slice(sameDay ? 11 : 0) : 'open';
    const times = `${driverName} ${formatDateTime(from)} - ${until} ${vehicleRegistration ?? '–'} ${hours ?? '–'}`;
    return remarks.length > 0 ? `${times}; ${remarks.join('. ')}` : times;
  };
