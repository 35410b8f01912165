import { brisbaneInstant } from '@shared/periods';
import type { PortalData } from '@shared/reports/reports';
import { trips } from '@shared/tables/trips';
import type { TripKind } from '@shared/trips/trip-kinds';
import { beforeAll, expect, test } from 'vitest';
import { insertDriver } from '../../test/builders';
import { readFormFields } from '../../test/documents/pdf-form';
import { readPdf } from '../../test/documents/pdf-reader';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { seededRandom } from '../demo/demo-data';

/**
 * Every figure of every document is compared with a separate count in plain SQL. The trips are generated: awkward suburbs,
 * trips at midnight, deleted trips, trips that were not booked, drivers who were affiliated for part of a quarter.
 */
const it = createTestApp();

const SUBURBS = [
  "o'connor",
  "O'CONNOR",
  "  O'Connor ",
  'Łódź',
  'łódź',
  'ŁÓDŹ',
  'West  End',
  'west end',
  'WEST END',
  'Mount Coot-tha',
  "D'Aguilar",
  'Richmond, VIC',
  'Ngāti Tū',
];
const POSTCODES = ['4000', '4101', '4066', '3121', '0800'];
/** Both sides of every period boundary, and times in between. */
const INSTANTS = ['2025-07-01', '2025-10-01', '2026-01-01', '2026-04-01', '2026-07-01'].flatMap((day) => {
  const midnight = brisbaneInstant(day).getTime();
  return [-1, 0, 1, 30 * 60_000, -30 * 60_000, 40 * 86_400_000].map((shift) => new Date(midnight + shift));
});

let holder: SignedIn;

const kindFor = (share: number): TripKind =>
  share < 0.15 ? 'rank-or-hail' : share < 0.22 ? 'other-entity' : 'booked';

beforeAll(async () => {
  it.setNow('2026-07-14T23:00:00Z');
  holder = await it.signIn();
  const other = await it.signIn();
  const random = seededRandom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (const { holderId } of [holder, other]) {
    const spans: [string, string | null][] = [
      ['2025-01-01', null],
      ['2025-08-10', '2026-02-11'],
      ['2026-02-11', '2026-03-31'],
      ['2026-06-30', null],
    ];
    // one after the other: they share the vehicle of the first
    const team: Awaited<ReturnType<typeof insertDriver>>[] = [];
    for (const [index, [start, end]] of spans.entries())
      team.push(
        await insertDriver(it.db, holderId, {
          driverAuthorityLicense: `DA-${index}`,
          firstName: 'Łukasz',
          lastName: `N${index}`,
          startDate: brisbaneInstant(start).toISOString(),
          endDate: end && brisbaneInstant(end).toISOString(),
        }),
      );
    const rows = Array.from({ length: 1_200 }, () => {
      const driver = pick(team);
      return {
        beaHolderId: holderId,
        driverId: driver.id,
        driverAuthorityLicense: driver.driverAuthorityLicense,
        suburb: pick(SUBURBS),
        postcode: pick(POSTCODES),
        waitingTime: random() < 0.1 ? null : Math.floor(random() * 40),
        datetime: pick(INSTANTS),
        kind: kindFor(random()),
        deletedAt: random() < 0.2 ? new Date('2026-07-02T00:00:00Z') : null,
      };
    });
    await it.db.insert(trips).values(rows);
  }
});

/** Counts in Brisbane's calendar, with none of the product's code. */
async function recount(
  group: string,
  from: string,
  to: string,
  kind = "'booked'",
): Promise<Map<string, { trips: number; wait: string; known: number }>> {
  const { rows } = await it.db.$client.query(
    `select ${group} as name, count(*)::int as trips, coalesce(to_char(round(avg(waiting_time), 1), 'FM990.0'), 'Not known') as wait,
       count(waiting_time)::int as known
     from trips where bea_holder_id = $1 and deleted_at is null and kind = ${kind}
       and (datetime at time zone 'Australia/Brisbane') >= $2::timestamp
       and (datetime at time zone 'Australia/Brisbane') < $3::timestamp
     group by 1`,
    [holder.holderId, from, to],
  );
  return new Map(rows.map(({ name, ...counted }) => [name, counted]));
}

const bySuburb = "regexp_replace(lower(btrim(suburb)), '\\s+', ' ', 'g')";
const year = ['2025-07-01', '2026-07-01'] as const;
const financialYear = '2025-2026';
const total = (counts: Map<string, { trips: number }>) =>
  [...counts.values()].reduce((sum, { trips }) => sum + trips, 0);
const asCounts = (counts: Map<string, { trips: number }>) =>
  Object.fromEntries([...counts].map(([name, { trips }]) => [name, trips]));
const plain = (text: string) => Number(text.replaceAll(',', ''));

/** "4000 1,234" and "West End 12" as counts by lower-case name. */
function countsIn(lines: string[], heading: string): Record<string, number> {
  const start = lines.findIndex((line) => line.includes(heading));
  const counts: Record<string, number> = {};
  for (const line of lines.slice(start + 1)) {
    const [, name, trips] = /^(.+?)\s+([\d,]+)$/.exec(line) ?? [];
    // a page's foot is "… Page 1 of 2"
    if (!name || !trips || / Page \d+ of$/.test(name)) continue;
    if (name === 'Total') return { ...counts, total: plain(trips) };
    counts[name.toLowerCase()] = plain(trips);
  }
  throw new Error(`No total under ${heading}`);
}

test('the year: PDF, text, data and form say what SQL counts', async () => {
  const postcodes = await recount('postcode', ...year);
  const suburbs = await recount(bySuburb, ...year);
  // every suburb has trips in several postcodes
  const places = await recount(`${bySuburb} || ' ' || postcode`, ...year);
  expect(total(postcodes)).toBe(total(suburbs));
  expect(total(postcodes)).toBeGreaterThan(500);
  const expected = {
    postcodes: { ...asCounts(postcodes), total: total(postcodes) },
    places: { ...asCounts(places), total: total(places) },
  };

  const pdf = await holder.agent.post('/api/reports/annual').send({ financialYear }).buffer(true).expect(200);
  const { lines } = await readPdf(pdf.body);
  expect(countsIn(lines, 'Trips by pickup postcode')).toEqual(expected.postcodes);
  expect(countsIn(lines, 'Trips by pickup suburb')).toEqual(expected.places);

  const notBooked = await recount('postcode', ...year, "'rank-or-hail'");
  const { total: others, ...byArea } = countsIn(lines, 'Rank and hail trips');
  expect(others).toBe(total(notBooked));
  expect(Object.values(byArea).reduce((sum, count) => sum + count, 0)).toBe(others);

  const text = (
    await holder.agent.get('/api/reports/tmr-annual').query({ financialYear }).expect(200)
  ).text.split('\r\n');
  expect(countsIn(text, 'Trips by pickup postcode')).toEqual(expected.postcodes);
  expect(countsIn(text, 'Trips by pickup suburb')).toEqual(expected.places);
  expect(countsIn(text, 'Rank and hail trips')).toEqual({ ...byArea, total: others });

  const { body } = await holder.agent.post('/api/reports/annual-data').send({ financialYear }).expect(200);
  expect(body.totalTrips).toBe(total(postcodes));
  expect(body.trips).toHaveLength(total(postcodes));
  const breakdown = (rows: Record<string, string | number>[], key: string) =>
    Object.fromEntries(rows.map((row) => [String(row[key]).toLowerCase(), row.tripCount]));
  expect(breakdown(body.postcodeBreakdown, 'postcode')).toEqual(asCounts(postcodes));
  expect(breakdown(body.suburbBreakdown, 'suburb')).toEqual(asCounts(suburbs));

  const form = await holder.agent
    .post('/api/reports/tmr-filled-form')
    .send({ financialYear })
    .buffer(true)
    .expect(200);
  const fields = await readFormFields(form.body);
  const rowsOf = (noun: string) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => new RegExp(`^${noun} \\d+$`).test(name))
        .map(([name, place]) => [place.toLowerCase(), plain(fields[`${name} trips`] ?? '')]),
    );
  expect(rowsOf('Postcode')).toEqual(asCounts(postcodes));
  expect(rowsOf('Suburb')).toEqual(asCounts(places));
  expect(plain(fields['Total trips by postcode'] ?? '')).toBe(total(postcodes));

  const portal: PortalData = (
    await holder.agent
      .get('/api/reports/portal-data')
      .query({ report: 'annual', period: financialYear })
      .expect(200)
  ).body;
  expect(Object.fromEntries(portal.parts[0]?.rows ?? [])).toEqual(asCounts(postcodes));
});

const quarters = [
  ['Q1', 2025, '2025-07-01', '2025-10-01', ['DA-0', 'DA-1']],
  ['Q2', 2025, '2025-10-01', '2026-01-01', ['DA-0', 'DA-1']],
  ['Q3', 2026, '2026-01-01', '2026-04-01', ['DA-0', 'DA-1', 'DA-2']],
  ['Q4', 2026, '2026-04-01', '2026-07-01', ['DA-0', 'DA-3']],
] as const;

type AreasPart = {
  rows: [region: string, area: string, trips: number, wait: number | null][];
  note?: string;
};

test.each(quarters)(
  '%s %i: the PDF and the portal data say what SQL counts',
  async (quarter, calendarYear, from, to, affiliated) => {
    const places = await recount(`postcode || ' ' || ${bySuburb}`, from, to);
    const months = await recount(
      `to_char(datetime at time zone 'Australia/Brisbane', 'FMMon YYYY')`,
      from,
      to,
    );
    const team = await recount('driver_authority_license', from, to);
    const { lines } = await readPdf(
      (
        await holder.agent
          .post('/api/reports/quarterly')
          .send({ quarter, year: calendarYear })
          .buffer(true)
          .expect(200)
      ).body,
    );
    const whole = await recount("'all'", from, to);
    const all = whole.get('all') ?? { trips: 0, wait: '', known: 0 };
    for (const [name, { trips, wait }] of [...places, ...months])
      expect(lines.map((line) => line.toLowerCase())).toContain(`${name} ${trips} ${wait}`.toLowerCase());
    for (const [licence, { trips, wait }] of team)
      expect(lines).toContain(`Łukasz N${licence.slice(3)} ${licence} ${trips} ${wait}`);
    expect(lines.join(' ')).toContain(
      `wait known for ${all.known} of ${all.trips.toLocaleString('en-AU')} trips`,
    );
    const listed = lines.flatMap((line) => /^Łukasz N\d (DA-\d) 123ABC/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(affiliated);

    const { body } = await holder.agent
      .get('/api/reports/portal-data')
      .query({ report: 'quarterly', period: `${quarter}-${calendarYear}` })
      .expect(200);
    const { rows: areas, note = '' }: AreasPart = body.parts[3];
    expect(lines).toContain(
      `${all.trips.toLocaleString('en-AU')} ${all.wait} min ${affiliated.length} 1 ${areas.length}`,
    );
    const apart = [...note.matchAll(/: ([\d,]+) trip/g)].map(([, trips = '']) =>
      Number(trips.replace(',', '')),
    );
    expect([...areas.map(([, , trips]) => trips), ...apart].reduce((sum, trips) => sum + trips, 0)).toBe(
      all.trips,
    );
    for (const [region, area, trips, wait] of areas)
      expect(lines).toContain(`${region} ${area} ${trips} ${wait?.toFixed(1) ?? 'Not known'}`);
    const postcodes = await recount('postcode', from, to);
    expect(body.parts[0].rows).toEqual(
      [...postcodes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { trips, wait }]) => [name, trips, wait === 'Not known' ? null : Number(wait)]),
    );
    expect(body.parts[1].rows.map(([licence]: string[]) => licence)).toEqual(affiliated);
  },
);

test('a nil period says so in every document', async () => {
  const quarterly = await holder.agent
    .post('/api/reports/quarterly')
    .send({ quarter: 'Q1', year: 2024 })
    .buffer(true);
  expect((await readPdf(quarterly.body)).text).toContain('Nil report');
  const nilYear = { financialYear: '2023-2024' };
  const annual = await holder.agent.post('/api/reports/annual').send(nilYear).buffer(true);
  expect((await readPdf(annual.body)).text).toContain('Nil report');
  expect((await holder.agent.get('/api/reports/tmr-annual').query(nilYear)).text).toContain('Nil report');
  const form = await holder.agent.post('/api/reports/tmr-filled-form').send(nilYear).buffer(true);
  expect((await readFormFields(form.body))['Nil statement']).toContain('Nil report');
  const { body } = await holder.agent.post('/api/reports/annual-data').send(nilYear);
  expect(body).toMatchObject({ totalTrips: 0, postcodeBreakdown: [], suburbBreakdown: [], trips: [] });
});
