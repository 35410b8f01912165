import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { expect, inject, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { askAsBefore } from '../../test/migrations/ask-as-before';
import { runSql } from '../../test/postgres/run-sql';
import { MIGRATIONS, migrateDatabase } from './migrate';

const FILES = 'server/test/migrations';
/** The last migration before vehicles. */
const LAST = '0031_booking_reference';

/** A folder with the migrations of the version before vehicles. */
async function migrationsBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'));
  const last = journal.entries.findIndex(({ tag }: { tag: string }) => tag === LAST);
  const entries = journal.entries.slice(0, last + 1);
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}

/** A database that the version before vehicles made and filled, migrated by this one. */
async function migratedDatabase() {
  const template = inject('template');
  const name = `before_vehicles_${randomUUID().replaceAll('-', '')}`;
  const asAdmin = (sql: string) =>
    runSql(Object.assign(new URL(template.ownerUrl), { pathname: '/postgres' }).href, sql);
  await asAdmin(`create database ${name}`);
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const urls = { url: at(template.url), ownerUrl: at(template.ownerUrl) };
  const folder = await migrationsBefore();
  await migrateDatabase(urls, { folder });
  await runSql(urls.ownerUrl, await readFile(join(FILES, 'before-vehicles.sql'), 'utf8'));
  await migrateDatabase(urls);
  await rm(folder, { recursive: true });
  return { ...urls, drop: () => asAdmin(`drop database ${name} with (force)`) };
}

const it = createTestApp({}, undefined, migratedDatabase);

type Part = { id: string; columns: { label: string }[]; rows: unknown[][] };
type Answer = { asked: string; status: number; body: { parts?: Part[] } };

/** The portal's tables apart from that of vehicles, which has its lines by other rules since. */
const otherParts = ({ body: { parts = [] } }: Answer) =>
  parts.filter(({ id }) => id !== 'vehicles').map(({ id, rows }) => [id, rows] as const);
/** The lines of vehicles that only one of two answers has, as "registration licence start end". */
function otherVehicles(was: Answer, is: Answer) {
  const [before, after] = [was, is].map(({ body: { parts = [] } }) =>
    (parts.find(({ id }) => id === 'vehicles')?.rows ?? []).map((row) =>
      row.map((cell) => cell ?? '-').join(' '),
    ),
  ) as [string[], string[]];
  return {
    before: before.filter((line) => !after.includes(line)),
    after: after.filter((line) => !before.includes(line)),
  };
}

/**
 * The answers were recorded with the last commit before vehicles (7f24d99), on a database that `before-vehicles.sql` filled; what reports say
 * of past quarters must stay, and clients of before must get what they got.
 */
test('a database of the version before vehicles says the same after its migration, and old calls get the same answers', async () => {
  const agent = supertest.agent(it.server);
  const login = buildLogin({ beaNumber: '123456', contactEmail: 'mary@example.com' });
  await agent.post('/api/auth/login').send(login).expect(200);
  const { body: vehicles } = await agent.get('/api/vehicles').expect(200);
  const before: Answer[] = JSON.parse(await readFile(join(FILES, 'answers-before-vehicles.json'), 'utf8'));
  const now = (await askAsBefore(agent)) as Answer[];

  expect(now.map(({ asked, status }) => [asked, status])).toEqual(
    before.map(({ asked, status }) => [asked, status]),
  );
  const differences: Record<string, ReturnType<typeof otherVehicles>> = {};
  for (const [index, answer] of before.entries()) {
    const same = now[index] as Answer;
    if (!answer.body.parts) {
      // what is new are fields
      expect(same, answer.asked).toMatchObject(answer);
      continue;
    }
    expect(Object.fromEntries(otherParts(same)), answer.asked).toMatchObject(
      Object.fromEntries(otherParts(answer)),
    );
    const others = otherVehicles(answer, same);
    if (others.before.length > 0) differences[answer.asked.slice(-7)] = others;
  }

  // a car with two licence texts is one line, from its first driver's start, with the text that began last until the holder says which is right;
  // one whose driver was off at the end of a quarter was available again from the day that the driver was on again
  const oneOfTwo = '333CCC BH-4 2025-10-01 -';
  const again = { before: '444DDD BH-5 2025-07-01 -', after: '444DDD BH-5 2026-04-20 -' };
  expect(differences).toEqual({
    'Q3-2026': { before: ['333CCC BH-3 2025-10-01 -', '333CCC BH-4 2026-02-01 -'], after: [oneOfTwo] },
    'Q4-2026': {
      before: ['333CCC BH-3 2025-10-01 -', '333CCC BH-4 2026-02-01 2026-05-15', again.before],
      after: [oneOfTwo, again.after],
    },
    'Q1-2026': { before: ['333CCC BH-3 2025-10-01 -', again.before], after: [oneOfTwo, again.after] },
  });

  const lines = vehicles.map(
    ({
      registration,
      availability,
      licences,
    }: Record<string, { from: string; to: string; number: string }[]>) =>
      [
        registration,
        licences?.map(({ number }) => number).join('+'),
        ...(availability ?? []).map(({ from, to }) => `${from}–${to ?? ''}`),
      ].join(' '),
  );
  expect(lines).toEqual([
    '111AAA BH-1 2025-07-01–',
    '222BBB BH-2 2025-07-01–',
    '333CCC BH-3+BH-4 2025-10-01–',
    '444DDD BH-5 2025-07-01–2026-02-10 2026-04-20–',
    '555EEE BH-6 2025-07-01–2026-08-05',
    '666FFF BH-7 2025-07-01–2026-03-05',
    '777GGG BH-8 2025-07-01–2025-08-05',
  ]);
});
