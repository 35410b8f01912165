import { createHash } from 'node:crypto';
import { brisbaneInstant } from '@shared/periods';
import { shifts } from '@shared/tables/trips';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDriver, buildVehicle, insertDriver, insertTrip } from '../../test/builders';
import { assertAccessible } from '../../test/documents/accessible-pdf';
import { asBuffer } from '../../test/documents/as-buffer';
import { readPdf } from '../../test/documents/pdf-reader';
import { unzipFiles } from '../../test/documents/zip';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { seededRandom } from '../demo/demo-data';

/**
 * Letters of TMR, each answered and recounted: the files by a parser that is not ours, what they should hold by plain SQL, and the
 * sums by Node's own SHA-256.
 */
const it = createTestApp();

let holder: SignedIn;
type Person = Awaited<ReturnType<typeof insertDriver>>;
let amy: Person;
let ben: Person;
let chi: Person;
let dan: Person;
let vehicles: string[];

const midnight = (day: string) => brisbaneInstant(day).getTime();

beforeAll(async () => {
  const [mine, other] = [await it.signIn({ companyName: 'Ngāti & Łódź Cars' }), await it.signIn()];
  for (const { agent, holderId } of [mine, other]) {
    const drivers = [
      await insertDriver(it.db, holderId, {
        firstName: 'Amy',
        lastName: 'Young',
        vehicleRegistrationNumber: 'AMY1',
      }),
      await insertDriver(it.db, holderId, {
        firstName: 'Ben',
        lastName: '=Old',
        vehicleRegistrationNumber: 'BEN1',
      }),
      await insertDriver(it.db, holderId, {
        firstName: 'Chi',
        lastName: 'Wu',
        vehicleRegistrationNumber: 'AMY1',
      }),
      await insertDriver(it.db, holderId, {
        firstName: 'Dan',
        startDate: brisbaneInstant('2025-08-01').toISOString(),
        endDate: brisbaneInstant('2026-03-31').toISOString(),
      }),
    ];
    const [own, second, third] = drivers as [Person, Person, Person];
    const random = seededRandom(26);
    const day = 86_400_000;
    for (let count = 0; count < 240; count += 1) {
      const driver = drivers[Math.floor(random() * 3)] as Person;
      const edge = midnight(random() < 0.5 ? '2026-07-01' : '2026-10-01') + ([-1, 0, 1][count % 3] ?? 0);
      const time = count % 5 === 0 ? edge : midnight('2025-07-01') + Math.floor(random() * 500 * day);
      await insertTrip(it.db, driver, {
        datetime: new Date(time).toISOString(),
        waitingTime: Math.floor(random() * 40),
        suburb: ['Toowong', "D'Aguilar", '-Ascot', 'West, End'][count % 4] ?? '',
        notes: count % 7 === 0 ? 'first line\n"second", line' : null,
        kind: count % 9 === 0 ? 'rank-or-hail' : 'booked',
      });
    }
    const driven = (driver: Person, start: string, hours: number | null, deletedAt: Date | null = null) => {
      const startsAt = new Date(start);
      const endsAt = hours === null ? null : new Date(startsAt.getTime() + hours * 3_600_000);
      const { id: driverId, vehicleId } = driver;
      return { beaHolderId: holderId, driverId, vehicleId, startsAt, endsAt, deletedAt, note: 'Airport' };
    };
    await it.db
      .insert(shifts)
      .values([
        driven(own, '2026-06-30T22:00:00+10:00', 8),
        driven(own, '2026-06-30T16:00:00+10:00', 8),
        driven(own, '2026-09-30T22:00:00+10:00', 8),
        driven(second, '2026-09-30T06:00:00+10:00', 9),
        driven(second, '2026-09-30T18:00:00+10:00', 9, new Date('2026-10-02T00:00:00Z')),
        driven(third, '2026-11-21T06:00:00+10:00', null),
      ]);
    const trips = await it.db.$client.query(
      "select id from trips where bea_holder_id = $1 and datetime >= '2026-09-01+10' and datetime < '2026-10-01+10' order by id limit 3",
      [holderId],
    );
    await agent
      .post('/api/trips/delete')
      .send({ ids: trips.rows.map(({ id }) => id) })
      .expect(200);
    const renamed = buildDriver({ ...own, startDate: own.startDate.toISOString(), endDate: null } as object);
    await agent
      .put(`/api/drivers/${own.id}`)
      .send({
        driverAuthorityLicense: 'DA-NEW',
        bookedHireServiceLicense: renamed.bookedHireServiceLicense,
        vehicleRegistrationNumber: 'AMY1',
        firstName: 'Amy',
        lastName: 'Married',
        startDate: renamed.startDate,
        changedOn: '2026-08-15',
      })
      .expect(200);
    const { body: cars } = await agent.get('/api/vehicles').expect(200);
    const car = cars.find(({ registration }: { registration: string }) => registration === 'AMY1');
    const { availability, licences } = car;
    await agent
      .put(`/api/vehicles/${car.id}`)
      .send({ registration: 'AMY2', availability, licences, changedOn: '2026-09-10' })
      .expect(200);
    await agent
      .post('/api/vehicles')
      .send(buildVehicle({ registration: 'SPARE1' }))
      .expect(201);
    const lodge = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: 'R-1' };
    const { body: lodged } = await agent.post('/api/lodgements').send(lodge).expect(201);
    // lodgements are numbered by the moment at which they were marked
    it.setNow(new Date(TEST_NOW.getTime() + 60_000));
    await agent
      .post('/api/lodgements')
      .send({ ...lodge, reference: 'R-2', amends: lodged.id, reason: 'Two trips were missing' })
      .expect(201);
    it.setNow(TEST_NOW);
    await agent.delete(`/api/drivers/${third.id}`).expect(204);
    if (agent === mine.agent) {
      [amy, ben, chi, dan] = drivers as [Person, Person, Person, Person];
      vehicles = [car.id, ben.vehicleId ?? ''];
    }
  }
  holder = mine;
});

type Letter = { firstDay: string; lastDay: string; driverIds?: string[]; vehicleIds?: string[] };
type Line = Record<string, string>;

async function answerTo(letter: Letter & { asked?: string }) {
  const { body: request } = await holder.agent
    .post('/api/tmr-requests')
    .send({ receivedOn: '2026-11-10', reference: 'TMR/2026-77', asked: 'Your records, please.', ...letter })
    .expect(201);
  const { body, headers } = await holder.agent
    .get(`/api/tmr-requests/${request.id}/answer`)
    .buffer(true)
    .parse(asBuffer)
    .expect(200);
  const files = unzipFiles(body);
  const lines = (name: string): Line[] => parse(files[name] ?? '', { columns: true, bom: true });
  return { files, lines, headers };
}

const sqlRows = async (query: string, letter: Letter): Promise<Line[]> => {
  const { driverIds = null, vehicleIds = null, firstDay, lastDay } = letter;
  const from = `${firstDay} 00:00+10`;
  const to = `${lastDay} 24:00+10`;
  return (await it.db.$client.query(query, [holder.holderId, from, to, driverIds, vehicleIds])).rows;
};

const CHOSEN =
  '($4::text[] is null or driver_id = any ($4)) and ($5::text[] is null or vehicle_id = any ($5))';
const BRISBANE = (column: string) =>
  `to_char(${column} at time zone 'Australia/Brisbane', 'YYYY-MM-DD HH24:MI')`;
const HELD = (owner: string, id: string, fact: string, day: string) => `(
  select value from dated_facts f where f.bea_holder_id = $1 and f.${owner} = ${id} and f.fact = '${fact}'
    and f.last_day >= (${day} at time zone 'Australia/Brisbane')::date order by last_day limit 1)`;

const TRIPS = `select t.id, ${BRISBANE('t.datetime')} as at, waiting_time::text as wait, t.deleted_at is not null as deleted,
    coalesce(${HELD('driver_id', 't.driver_id', 'number', 't.datetime')} ->> 'driverAuthorityLicense', d.driver_authority_license) as licence,
    coalesce(${HELD('driver_id', 't.driver_id', 'name', 't.datetime')} ->> 'lastName', d.last_name) as last_name,
    coalesce(${HELD('vehicle_id', 't.vehicle_id', 'registration', 't.datetime')} ->> 'registration', v.registration) as registration
  from (select * from trips where bea_holder_id = $1 and datetime >= $2 and datetime < $3 and ${CHOSEN}) t
    join drivers d on d.bea_holder_id = $1 and d.id = t.driver_id
    left join vehicles v on v.bea_holder_id = $1 and v.id = t.vehicle_id
  order by t.datetime, t.id`;
const SHIFTS = `select s.id, ${BRISBANE('starts_at')} as starts, coalesce(${BRISBANE('ends_at')}, '') as ends,
    coalesce(${HELD('driver_id', 's.driver_id', 'number', 's.starts_at')} ->> 'driverAuthorityLicense', d.driver_authority_license) as number
  from (select * from shifts where bea_holder_id = $1 and starts_at < $3 and coalesce(ends_at, 'infinity') > $2 and ${CHOSEN}) s
    join drivers d on d.bea_holder_id = $1 and d.id = s.driver_id
  order by s.starts_at, s.id`;
const DRIVERS = `select distinct id from drivers where bea_holder_id = $1 and case when $4::text[] is not null then id = any ($4) else
    id in (
      select driver_id from trips where bea_holder_id = $1 and datetime >= $2 and datetime < $3 and ${CHOSEN}
      union select driver_id from shifts where bea_holder_id = $1 and starts_at < $3 and coalesce(ends_at, 'infinity') > $2 and ${CHOSEN})
    or ($5::text[] is null and start_date < $3 and coalesce(least(end_date, deleted_at), 'infinity') >= $2) end`;
const VEHICLES = `select distinct id from vehicles where bea_holder_id = $1 and case when $5::text[] is not null then id = any ($5) else
    id in (
      select vehicle_id from trips where bea_holder_id = $1 and datetime >= $2 and datetime < $3 and ${CHOSEN}
      union select vehicle_id from shifts where bea_holder_id = $1 and starts_at < $3 and coalesce(ends_at, 'infinity') > $2 and ${CHOSEN})
    or ($4::text[] is null and exists (select from dated_facts f where f.bea_holder_id = $1 and f.vehicle_id = vehicles.id and fact = 'time'
      and first_day < ($3::timestamptz at time zone 'Australia/Brisbane')::date
      and coalesce(last_day, 'infinity') >= ($2::timestamptz at time zone 'Australia/Brisbane')::date)) end`;
const DOCUMENTS = `select name, sha256 from lodged_documents join lodgements on lodgements.bea_holder_id = lodged_documents.bea_holder_id
    and lodgements.id = lodgement_id where lodged_documents.bea_holder_id = $1
    and tstzrange('2026-07-01+10', '2026-10-01+10') && tstzrange($2::timestamptz, $3::timestamptz)
    and ($4::text[] is null or true) and ($5::text[] is null or true)`;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const idsOf = (lines: Line[], field = 'id') => lines.map(({ [field]: id }) => id).sort();

/** Compares a whole answer with separate counts. */
async function recount(letter: Letter) {
  const { files, lines } = await answerTo(letter);

  const trips = await sqlRows(TRIPS, letter);
  expect(
    lines('trips.csv').map((line) => ({
      id: line.id,
      at: line.datetime?.slice(0, 16),
      wait: line.waitingTime,
      deleted: line.deletedAt !== '',
      licence: line.driverAuthorityLicense,
      last_name: line.driverName?.split(' ').at(-1),
      registration: line.vehicleRegistration,
    })),
  ).toEqual(trips);
  const hours = await sqlRows(SHIFTS, letter);
  expect(
    lines('shifts.csv').map((line) => ({
      id: line.id,
      starts: line.start,
      ends: line.end,
      number: line.driverAuthorityLicense,
    })),
  ).toEqual(hours);
  const listed = (name: string, field: string) => [...new Set(idsOf(lines(name), field))];
  expect(listed('drivers.csv', 'driverId')).toEqual(idsOf(await sqlRows(DRIVERS, letter)));
  expect(listed('vehicles.csv', 'vehicleId')).toEqual(idsOf(await sqlRows(VEHICLES, letter)));
  const documents = Object.entries(files).filter(([name]) => /^lodged\/.*\//.test(name));
  expect(
    documents.map(([name, bytes]) => ({ name: name.split('/').at(-1), sha256: sha256(bytes) })).sort(byName),
  ).toEqual((await sqlRows(DOCUMENTS, letter)).sort(byName));

  const { SHA256SUMS: sums = Buffer.of(), ...summed } = files;
  expect(sums.toString()).toBe(
    Object.entries(summed)
      .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
      .join(''),
  );
  const described = lines('dictionary.csv');
  for (const name of Object.keys(files).filter(
    (one) => /^[a-z-]+\.csv$/.test(one) && one !== 'dictionary.csv',
  )) {
    const [header = []]: string[][] = parse(files[name] ?? '', { bom: true });
    const [about, ...fields] = described.filter(({ file }) => file === name);
    expect(about?.meaning).toMatch(/^[A-Z]/);
    expect(fields.map(({ field }) => field)).toEqual(header);
  }

  const pdf = files['cover-sheet.pdf'] ?? Buffer.of();
  await assertAccessible(pdf);
  const { text } = await readPdf(pdf);
  const count = {
    trips: trips.filter(({ deleted }) => !deleted).length,
    shifts: lines('shifts.csv').filter(({ deletedAt }) => deletedAt === '').length,
  };
  expect(text).toContain(`\n${count.trips} ${count.shifts} ${documents.length}\n`);
  for (const name of [
    'trips.csv',
    'shifts.csv',
    'drivers.csv',
    'vehicles.csv',
    'vehicle-licences.csv',
    'switch-offs.csv',
    'lodgements.csv',
  ])
    expect(text).toMatch(new RegExp(`${name} ${lines(name).length} `));
  expect(text).toContain('TMR/2026-77');
  expect(text).toContain('Your records, please.');
  return { files, lines, text, trips, hours };
}

const byName = (a: { name?: string; sha256?: string }, b: { name?: string; sha256?: string }) =>
  `${a.name}${a.sha256}` < `${b.name}${b.sha256}` ? -1 : 1;

const quarter = { firstDay: '2026-07-01', lastDay: '2026-09-30' };

describe('letters answered', () => {
  test('1: a whole quarter, with everyone who drove or was affiliated', async () => {
    const { trips, hours, lines } = await recount(quarter);
    expect(trips.length).toBeGreaterThan(30);
    expect(hours).toHaveLength(4);
    expect(lines('lodgements.csv')).toHaveLength(2);
    expect(JSON.stringify(lines('drivers.csv'))).not.toContain(dan.id);
  });

  test('2: one driver', async () => {
    const { trips, lines } = await recount({ ...quarter, driverIds: [ben.id] });
    expect(trips.length).toBeGreaterThan(5);
    expect(lines('drivers.csv')).toMatchObject([{ driverId: ben.id, lastName: "'=Old" }]);
  });

  test('4: one day, from midnight to midnight', async () => {
    const { lines } = await recount({ firstDay: '2026-09-30', lastDay: '2026-09-30' });
    const times = lines('trips.csv').map(({ datetime }) => datetime?.slice(0, 10));
    expect(new Set(times)).toEqual(new Set(['2026-09-30']));
    // the night shift that begins on this day, and the deleted one
    expect(lines('shifts.csv')).toHaveLength(3);
  });

  test('5: days on which there was nothing', async () => {
    const { text, lines } = await recount({ firstDay: '2024-01-01', lastDay: '2024-03-31' });
    expect(text).toContain('No trip and no shift is recorded for what was asked.');
    expect(lines('drivers.csv')).toEqual([]);
  });

  test('7: a driver who was renamed, with a car that got another registration', async () => {
    const { lines } = await recount({ ...quarter, driverIds: [amy.id] });
    expect(
      lines('drivers.csv').map((line) => [
        line.lastName,
        line.driverAuthorityLicense,
        line.usualVehicle,
        line.firstDay,
        line.lastDay,
      ]),
    ).toEqual([
      ['Young', amy.driverAuthorityLicense, 'AMY1', '2026-07-01', '2026-08-14'],
      ['Married', 'DA-NEW', 'AMY1', '2026-08-15', '2026-09-09'],
      ['Married', 'DA-NEW', 'AMY2', '2026-09-10', '2026-09-30'],
    ]);
    expect(lines('vehicles.csv').map((line) => [line.registration, line.firstDay, line.lastDay])).toEqual([
      ['AMY1', '2026-07-01', '2026-09-09'],
      ['AMY2', '2026-09-10', '2026-09-30'],
    ]);
    const names = new Set(lines('trips.csv').map(({ driverName }) => driverName));
    expect(names).toEqual(new Set(['Amy Young', 'Amy Married']));
    const ofJuly = { firstDay: '2026-07-01', lastDay: '2026-07-31' };
    const { text } = await recount({ ...ofJuly, driverIds: [amy.id], vehicleIds: vehicles.slice(0, 1) });
    expect(text).toContain(`Amy Young ${amy.driverAuthorityLicense}`);
    expect(text).toMatch(/\bAMY1\b/);
    expect(text).not.toMatch(/Married|AMY2/);
  });

  test('8: a driver who was removed', async () => {
    const { trips, lines } = await recount({
      firstDay: '2026-07-01',
      lastDay: '2026-11-21',
      driverIds: [chi.id],
    });
    expect(trips.length).toBeGreaterThan(5);
    const removed = { driverId: chi.id, affiliatedTo: '2026-11-21', isSubcontracted: 'false' };
    expect(lines('drivers.csv')).toMatchObject([
      { ...removed, usualVehicle: 'AMY1', lastDay: '2026-09-09' },
      { ...removed, usualVehicle: 'AMY2', firstDay: '2026-09-10' },
    ]);
  });

  test('9: a month in which trips were deleted', async () => {
    const { lines, text } = await recount({ firstDay: '2026-09-01', lastDay: '2026-09-30' });
    expect(lines('trips.csv').filter(({ deletedAt }) => deletedAt !== '')).toHaveLength(3);
    expect(text).toContain('3 of them deleted');
  });

  test('10: a quarter whose report was amended', async () => {
    const { files, lines } = await recount({ firstDay: '2026-08-01', lastDay: '2026-08-02' });
    expect(lines('lodgements.csv')).toMatchObject([
      { folder: 'Q1-2026-1', amends: '' },
      { folder: 'Q1-2026-2-amends-1', amends: 'Q1-2026-1', reason: 'Two trips were missing' },
    ]);
    expect(Object.keys(files)).toContain('lodged/Q1-2026-2-amends-1/quarterly-report-Q1-2026.pdf');
  });

  test('11: a driver in a vehicle, and one who had left and never drove', async () => {
    const both = { ...quarter, driverIds: [amy.id, dan.id], vehicleIds: vehicles.slice(0, 1) };
    const { lines, text } = await recount(both);
    expect(new Set(idsOf(lines('trips.csv'), 'driverId'))).toEqual(new Set([amy.id]));
    expect(lines('drivers.csv').find(({ driverId }) => driverId === dan.id)).toMatchObject({
      affiliatedFrom: '',
    });
    expect(text).toContain('Trips and shifts are those of a chosen driver in a chosen vehicle.');
  });

  test('the same records and the same moment give the same bytes of every file', async () => {
    const [one, two] = [await answerTo(quarter), await answerTo(quarter)];
    expect(one.headers['content-disposition']).toContain('trip-log-answer-2026-07-01-to-2026-09-30.zip');
    expect(two.files).toEqual(one.files);
  });
});
