import type { Driver } from '@shared/drivers';
import { brisbaneInstant } from '@shared/periods';
import type { DeletedTrip, Trip } from '@shared/trips/trips';
import type { Vehicle } from '@shared/vehicles/vehicles';
import type { TestApp } from '../http/create-test-app';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "5 Jan" is 2026-01-05, "5 Jan 27" is 2027-01-05. */
export function isoDay(day: string): string {
  const [date = '', month = '', year = '26'] = day.split(' ');
  const number = MONTHS.indexOf(month) + 1;
  if (number === 0) throw new Error(`${day} is no day`);
  return `20${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`;
}

export const dayOrNull = (day: string | null | undefined) => (day ? isoDay(day) : null);

/** 2026-01-05, and 05/01/2026, is "5 Jan"; any other text stays. */
export function storyDay(text: string): string {
  const iso = text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
  const [, year = '', month = '', date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  if (date === undefined) return text;
  return `${Number(date)} ${MONTHS[Number(month) - 1]}${year === '2026' ? '' : ` ${year.slice(2)}`}`;
}

/** "15 Jul 09:00" as an instant; nine o'clock without a time. */
export function instantOf(at: string): string {
  const [, day = '', time = '09:00'] = /^(.+?)(?: (\d\d:\d\d))?$/.exec(at) ?? [];
  return brisbaneInstant(isoDay(day), time).toISOString();
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A new holder, whose clock and records a story moves. Drivers go by their first name, vehicles by their first registration. */
export async function openOffice(it: TestApp) {
  it.setNow(brisbaneInstant('2026-06-01'));
  const { agent, login } = await it.signIn();
  const names = new Map<string, string>();
  let today = '1 Jun';

  const list = async <Row>(path: string): Promise<Row[]> => (await agent.get(path).expect(200)).body;
  const byName = async <Row extends { id: string }>(path: string, name: string): Promise<Row> => {
    const row = (await list<Row>(path)).find(({ id }) => id === names.get(name));
    if (!row) throw new Error(`No ${name} in ${path}`);
    return row;
  };
  const beganAt =
    (at: string) =>
    ({ datetime }: { datetime: string }) =>
      datetime === instantOf(at);
  const only = <Row>(rows: Row[], at: string): Row => {
    const [row, ...others] = rows;
    if (!row || others.length > 0) throw new Error(`${rows.length} trips at ${at}`);
    return row;
  };

  return {
    agent,
    /** What the booking entity signs in with. */
    login,
    /** The present day of the story. */
    today: () => today,
    /** Five minutes to midnight of a day: what it tells has happened. */
    async goTo(day: string) {
      today = day;
      it.setNow(brisbaneInstant(isoDay(day), '23:55'));
      // a session does not last for the whole story
      await agent.post('/api/auth/login').send(login).expect(200);
    },
    isCalled: (name: string, id: string) => names.set(name, id),
    idOf: (name: string) => names.get(name) ?? name,
    drivers: () => list<Driver>('/api/drivers'),
    vehicles: () => list<Vehicle>('/api/vehicles'),
    driver: (name: string) => byName<Driver>('/api/drivers', name),
    vehicle: (name: string) => byName<Vehicle>('/api/vehicles', name),
    async trip(at: string) {
      const { body } = await agent.get('/api/trips').query({ limit: 100 }).expect(200);
      return only((body.trips as Trip[]).filter(beganAt(at)), at);
    },
    deletedTrip: async (at: string) =>
      only((await list<DeletedTrip>('/api/trips/deleted')).filter(beganAt(at)), at),
  };
}
