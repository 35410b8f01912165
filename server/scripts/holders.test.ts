/** @module-tag partitions */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { auditEvents, beaHolders, claims, signInCodes, users } from '@shared/tables/holders';
import { trips } from '@shared/tables/trips';
import { desc, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../lib/logger';
import { buildLogin, insertDriver, insertTrip } from '../test/builders';
import { unzip } from '../test/documents/zip';
import { FOREIGN_MARK, insertFullHolder, KEPT_DOCUMENT } from '../test/full-holder';
import { createTestApp, TEST_NOW } from '../test/http/create-test-app';
import { readStoredRows } from '../test/postgres/stored-rows';
import { bundleProgram } from '../test/program';
import { runHolderCommand } from './holder-commands';

const program = bundleProgram('server/scripts/holders.ts');
const it = createTestApp({ selfRegistration: 'approval' });

/** Runs `npm run holders` as an operator does, who types `typed` where it asks. */
async function holders(args: string[], { typed = '', ownerUrl = it.urls.ownerUrl } = {}) {
  const said: string[] = [];
  const errors: string[] = [];
  const asked: string[] = [];
  const logged: string[] = [];
  const log = createLogger('info', { write: (line: string) => void logged.push(line) });
  const open = async () => ({ deps: { ...it.deps, log }, ownerUrl, close: async () => {} });
  const code = await runHolderCommand(args, open, {
    say: (text) => void said.push(text),
    complain: (text) => void errors.push(text),
    ask: async (question) => {
      asked.push(question);
      return typed;
    },
  });
  const events = logged.map((line) => JSON.parse(line));
  return { code, said: said.join('\n'), errors: errors.join('\n'), asked, events };
}

/** The same in a separate process. */
async function runProgram(args: string[], input = '') {
  const child = spawn(process.execPath, [program(), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: it.urls.url,
      MIGRATIONS_DATABASE_URL: it.urls.ownerUrl,
      DATA_DIR: it.dataDir,
      LOG_LEVEL: 'silent',
    },
  });
  child.stdin.end(input);
  const [said, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { said, errors, code };
}

/** What the mails in the outbox say, with the addressee of each. */
const mails = () =>
  readdirSync(join(it.dataDir, 'outbox')).map((file) =>
    readFileSync(join(it.dataDir, 'outbox', file), 'utf8'),
  );
beforeEach(() => rm(join(it.dataDir, 'outbox'), { recursive: true, force: true }));

const signIn = (login: object) => supertest.agent(it.server).post('/api/auth/login').send(login);
const holderOf = async (beaNumber: string) =>
  (await it.db.select().from(beaHolders).where(eq(beaHolders.beaNumber, beaNumber)))[0];
const lastEvent = async (holderId: string) =>
  (
    await it.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.beaHolderId, holderId))
      .orderBy(desc(auditEvents.at))
      .limit(1)
  )[0];

/** A holder that the operator has registered, and how it signs in. */
async function register() {
  const login = buildLogin();
  const { code, errors } = await holders([
    ...[
      'create',
      '--bea-number',
      login.beaNumber,
      '--name',
      login.holderName,
      '--company',
      login.companyName,
    ],
    ...['--email', login.contactEmail, '--phone', login.contactPhone, '--trading-name', 'Smith & Sons'],
  ]);
  expect(code, errors).toBe(0);
  const holder = await holderOf(login.beaNumber);
  if (!holder) throw new Error('It was not registered');
  return { login, holder };
}

/** What someone types who wants a number, which waits for the operator. */
async function claim(overrides: Parameters<typeof buildLogin>[0] = {}) {
  const login = buildLogin({ tradingName: 'Claimed Cars', ...overrides });
  await signIn(login).expect(403);
  return login;
}

describe('npm run holders', () => {
  test.each([
    [[], 'Say what to do'],
    [['remove'], 'There is no command "remove"'],
    [['constructor'], 'There is no command "constructor"'],
    [['list', 'BEA-1'], '"list" takes no number'],
    [['deactivate'], 'Say the number of one holder after "deactivate"'],
    [['deactivate', 'BEA-1', 'BEA-2'], 'Say the number of one holder after "deactivate"'],
    [['deactivate', 'BEA-1', '--yes'], "Unknown option '--yes'"],
    [['forget', 'BEA-1', '--yes'], '--export is missing'],
    [['transfer', 'BEA-1'], '--email is missing'],
    [['create', '--bea-number', '1'], 'Full Name is required'],
  ])('%j is refused with the usage', async (args, message) => {
    const { code, errors, said } = await holders(args);
    expect(code).toBe(1);
    expect(said).toBe('');
    expect(errors).toContain(message);
    expect(errors).toContain('npm run holders -- list');
  });

  test.each([
    [['deactivate', 'BEA-0'], 'No holder has the number BEA-0'],
    [['reactivate', 'BEA-0'], 'No holder has the number BEA-0'],
    [['approve', 'BEA-0'], 'No one waits for the number BEA-0'],
    [['transfer', 'BEA-0', '--email', 'a@example.com'], 'No holder has the number BEA-0'],
    [['forget', 'BEA-0', '--export', 'no.zip', '--yes'], 'No holder has the number BEA-0'],
  ])('%j says that there is none', async (args, message) => {
    const { code, errors } = await holders(args);
    expect([code, errors]).toEqual([1, message]);
    expect(existsSync('no.zip')).toBe(false);
  });
});

test('create registers a holder, who signs in', async () => {
  const { login, holder } = await register();
  expect(holder.tradingName).toBe('Smith & Sons');
  expect(await lastEvent(holder.id)).toMatchObject({ entity: 'holder', action: 'created', userId: null });
  // the contact is one of the people before anyone signed in
  const people = await it.db.select().from(users).where(eq(users.beaHolderId, holder.id));
  expect(people).toMatchObject([{ email: login.contactEmail.toLowerCase(), removedAt: null }]);
  await signIn(login).expect(200);
  const again = await holders([
    ...[
      'create',
      '--bea-number',
      login.beaNumber,
      '--name',
      'A',
      '--company',
      'B',
      '--email',
      'c@example.com',
    ],
    ...['--phone', '1'],
  ]);
  expect([again.code, again.errors]).toEqual([1, 'This BEA Number is already registered']);
});

test('list shows who is registered, their last trip that counts, and who waits', async () => {
  const { login, holder } = await register();
  const driver = await insertDriver(it.db, holder.id);
  await insertTrip(it.db, driver, { datetime: '2026-08-01T02:00:00Z' });
  const deleted = await insertTrip(it.db, driver, { datetime: '2026-09-01T02:00:00Z' });
  await it.db.update(trips).set({ deletedAt: TEST_NOW }).where(eq(trips.id, deleted.id));
  const waiting = await claim();
  const disputed = await claim({ beaNumber: login.beaNumber });
  const { code, said } = await holders(['list']);
  expect(code).toBe(0);
  const row = (start: string, end: RegExp) =>
    said.split('\n').find((line) => line.startsWith(start) && end.test(line)) ?? '';
  expect(row(login.beaNumber, /yes/)).toMatch(
    new RegExp(
      `^${login.beaNumber} +Smith Cars Pty Ltd +${login.contactEmail} +yes +\\d\\d/\\d\\d/2026 +01/08/2026$`,
    ),
  );
  expect(row(waiting.beaNumber, /no one has it: approve/)).toContain(waiting.contactEmail);
  expect(row(disputed.beaNumber, /someone else has it: transfer/)).toContain(disputed.contactEmail);
});

describe('a number in two spellings', () => {
  const twoOf = async (digits: string) => {
    const numbers = [`BEA ${digits}`, `BEA-${digits}`];
    for (const [index, beaNumber] of numbers.entries()) {
      const { rememberMe: _, ...details } = buildLogin({ beaNumber });
      await it.db.insert(beaHolders).values({ ...details, ownSpelling: index ? beaNumber : '' });
    }
    return numbers;
  };

  test('is shown by list; a command asks for one of the spellings', async () => {
    const [first = '', second = ''] = await twoOf('81001');
    expect((await holders(['list'])).said).toContain(`${first}, ${second}`);
    const file = join(it.dataDir, '81001.zip');
    for (const args of [['deactivate'], ['forget', '--export', file, '--yes']]) {
      const { code, errors } = await holders([...args.slice(0, 1), '81001', ...args.slice(1)]);
      expect([code, errors]).toEqual([1, expect.stringContaining(`"${first}", "${second}"`)]);
    }
    expect((await holders(['deactivate', second])).code).toBe(0);
    expect(await holderOf(first)).toMatchObject({ isActive: true });
    expect(await holderOf(second)).toMatchObject({ isActive: false });
  });

  test('is one number again once one is forgotten, whichever it is', async () => {
    for (const [index, digits] of ['81002', '81003'].entries()) {
      const numbers = await twoOf(digits);
      const file = join(it.dataDir, `${digits}.zip`);
      const { errors } = await holders(['forget', numbers[index] ?? '', '--export', file, '--yes']);
      expect(errors).toBe('');
      expect((await holders(['deactivate', digits])).code).toBe(0);
      expect(await holderOf(numbers[1 - index] ?? '')).toMatchObject({ isActive: false });
    }
  });

  test('is taken for create, and one claim for approve', async () => {
    const { login } = await register();
    const digits = '81004';
    const create = (beaNumber: string) => [
      ...['create', '--bea-number', beaNumber, '--name', 'A', '--company', 'B'],
      ...['--email', login.contactEmail, '--phone', '1'],
    ];
    expect((await holders(create(`BEA ${digits}`))).code).toBe(0);
    const again = await holders(create(`bea-${digits}`));
    expect([again.code, again.errors]).toEqual([1, 'This BEA Number is already registered']);
    const disputed = await claim({ beaNumber: digits });
    expect((await holders(['list'])).said).toMatch(
      new RegExp(`^${digits} .*${disputed.contactEmail}.*someone else has it`, 'm'),
    );
    const waiting = await claim({ beaNumber: '81005' });
    await signIn({ ...waiting, beaNumber: 'BEA 81005' }).expect(403);
    expect((await holders(['approve', 'BEA-81005'])).code).toBe(0);
    await signIn({ ...waiting, beaNumber: 'BEA 81005' }).expect(200);
  });
});

describe('approve', () => {
  test('registers who waits, tells them, and they sign in', async () => {
    const login = await claim({ companyName: 'Waiting Cars' });
    const { code, said, events } = await holders(['approve', login.beaNumber]);
    expect([code, said]).toEqual([0, `Registered ${login.beaNumber} for ${login.contactEmail}.`]);
    const holder = await holderOf(login.beaNumber);
    expect(holder).toMatchObject({
      companyName: 'Waiting Cars',
      tradingName: 'Claimed Cars',
      contactEmail: login.contactEmail,
    });
    expect(events).toMatchObject([{ event: 'operator', command: 'approve', holder: holder?.id }]);
    expect(await lastEvent(holder?.id ?? '')).toMatchObject({ action: 'created', userId: null });
    expect(await it.db.$count(claims, eq(claims.beaNumber, login.beaNumber))).toBe(0);
    expect(mails()).toEqual([expect.stringContaining(`To: ${login.contactEmail}`)]);
    expect(mails()[0]).toContain('Your registration was approved');
    await signIn(login).expect(200);
  });

  test('mails nobody while mails are held, and says so', async () => {
    await it.asOwner('insert into mail_hold default values');
    const login = await claim();
    const { code, errors } = await holders(['approve', login.beaNumber]);
    await it.asOwner('delete from mail_hold');
    expect(code).toBe(0);
    expect(errors).toBe(
      `Mails are held (npm run mails). None was sent to ${login.contactEmail}: tell them yourself.`,
    );
    expect(existsSync(join(it.dataDir, 'outbox'))).toBe(false);
    await signIn(login).expect(200);
  });

  test('asks whom, where several wait, and leaves the others waiting', async () => {
    const first = await claim();
    const second = await claim({ beaNumber: first.beaNumber });
    const unsure = await holders(['approve', first.beaNumber]);
    expect(unsure.code).toBe(1);
    const emails = [first, second].map(({ contactEmail }) => contactEmail).sort();
    expect(unsure.errors).toContain(`Say which, with --email: ${emails.join(', ')}`);
    const number = first.beaNumber.toLowerCase();
    await holders(['approve', number, '--email', second.contactEmail.toUpperCase()]);
    await signIn(second).expect(200);
    expect(await it.db.$count(claims, eq(claims.email, first.contactEmail))).toBe(1);
  });

  test('gives no one a number that someone has', async () => {
    const { login } = await register();
    await claim({ beaNumber: login.beaNumber });
    const { code, errors } = await holders(['approve', login.beaNumber]);
    expect(code).toBe(1);
    expect(errors).toBe('This BEA Number is already registered');
  });
});

test('deactivate ends what a holder can do, at once, and reactivate lets them sign in again', async () => {
  const { login, holder } = await register();
  const agent = supertest.agent(it.server);
  await agent.post('/api/auth/login').send(login).expect(200);

  const off = await holders(['deactivate', login.beaNumber]);
  expect([off.code, off.said]).toEqual([0, `${login.beaNumber} is inactive now.`]);
  expect(off.events).toMatchObject([{ event: 'operator', command: 'deactivate', holder: holder.id }]);
  expect(await lastEvent(holder.id)).toMatchObject({ changes: { isActive: { from: true, to: false } } });
  await agent.get('/api/drivers').expect(403);
  await signIn(login).expect(403);
  expect((await holders(['deactivate', login.beaNumber])).errors).toContain('is inactive already');

  expect((await holders(['reactivate', login.beaNumber])).code).toBe(0);
  await agent.get('/api/drivers').expect(401);
  await signIn(login).expect(200);
});

describe('transfer', () => {
  test('gives the number to the claimant without records, and the old holder keeps theirs under another', async () => {
    const { login, holder } = await register();
    const driver = await insertDriver(it.db, holder.id);
    await insertTrip(it.db, driver, { suburb: 'Old Suburb' });
    const claimant = await claim({ beaNumber: login.beaNumber, companyName: 'Right Cars' });
    const { code, said, events } = await holders([
      ...['transfer', login.beaNumber, '--email', claimant.contactEmail],
    ]);
    expect(code).toBe(0);
    const kept = await it.db.select().from(beaHolders).where(eq(beaHolders.id, holder.id));
    const former = kept[0]?.beaNumber ?? '';
    expect(former).toMatch(new RegExp(`^${login.beaNumber} \\(until \\d\\d/\\d\\d/\\d{4}\\)$`));
    expect(said).toContain(`keeps the records under "${former}"`);

    const fresh = supertest.agent(it.server);
    const { body } = await fresh.post('/api/auth/login').send(claimant).expect(200);
    expect(body.beaHolder).toMatchObject({ beaNumber: login.beaNumber, companyName: 'Right Cars' });
    expect((await fresh.get('/api/trips').expect(200)).body.total).toBe(0);
    expect(events).toMatchObject([{ command: 'transfer', holder: holder.id, to: body.beaHolder.id }]);
    expect(await lastEvent(holder.id)).toMatchObject({
      changes: { beaNumber: { from: login.beaNumber, to: former } },
    });

    const own = supertest.agent(it.server);
    await own
      .post('/api/auth/login')
      .send({ ...login, beaNumber: former })
      .expect(200);
    expect((await own.get('/api/trips').expect(200)).body.total).toBe(1);
    await signIn(login).expect(403);
    expect(await it.db.$count(claims, eq(claims.email, claimant.contactEmail))).toBe(0);
  });

  test('tells both, and neither of the other', async () => {
    const { login } = await register();
    const claimant = await claim({ beaNumber: login.beaNumber });
    await holders(['transfer', login.beaNumber, '--email', claimant.contactEmail]);
    const [theirs, own] = [claimant, login].map(({ contactEmail }) =>
      mails().find((mail) => mail.includes(`To: ${contactEmail}`)),
    );
    expect(theirs).toContain('Your BEA Number is yours now');
    expect(theirs).not.toContain(login.contactEmail);
    expect(own).toContain('Your BEA Number was given to someone else');
    expect(own).not.toContain(claimant.contactEmail);
  });

  test('takes what the claim does not say from the options, and twice a day ends in two former numbers', async () => {
    const { login } = await register();
    const details = ['--name', 'Ann Lee', '--company', 'Lee Cars', '--phone', '07 3111 0000'];
    const missing = await holders(['transfer', login.beaNumber, '--email', 'ann@example.com']);
    expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining('Full Name is required')]);
    for (const email of ['ann@example.com', 'ben@example.com'])
      expect((await holders(['transfer', login.beaNumber, '--email', email, ...details])).code).toBe(0);
    const numbers = (await it.db.select().from(beaHolders)).map(({ beaNumber }) => beaNumber);
    const former = numbers.filter((number) => number.startsWith(`${login.beaNumber} (until`));
    expect(former.map((number) => number.replace(/\d\d\/\d\d\/\d{4}/, 'today')).sort()).toEqual([
      `${login.beaNumber} (until today)`,
      `${login.beaNumber} (until today, 2)`,
    ]);
    const same = await holders(['transfer', login.beaNumber, '--email', 'BEN@example.com', ...details]);
    expect([same.code, same.errors]).toEqual([
      1,
      expect.stringContaining('registered to BEN@example.com already'),
    ]);
  });
});

describe('forget', () => {
  const objectsOf = async (holderId: string) => {
    const keys: string[] = [];
    for (const folder of ['uploads', 'logos', 'profile-pictures', 'lodged'])
      for await (const { key } of it.storage.list(`${folder}/${holderId}/`)) keys.push(key);
    return keys;
  };
  const fullHolder = (mark: string) => insertFullHolder(it.deps, { mark, postcode: '4066' });

  test('writes everything to a file and erases every row and object, but not those of another', async () => {
    const [{ ids, email }, other] = [await fullHolder(FOREIGN_MARK), await fullHolder('Other')];
    const rowsOf = await readStoredRows(it.db);
    const others = [await rowsOf(other.ids), await objectsOf(other.ids.holder)];
    const asked = { accountHash: 'x', browserHash: 'x', codeHash: 'x', expiresAt: TEST_NOW };
    const colleague = { email: `colleague.${email}`, purpose: 'sign-in' as const };
    await it.db.insert(signInCodes).values({ ...asked, ...colleague });
    expect((await objectsOf(ids.holder)).length).toBeGreaterThan(0);
    const file = join(it.dataDir, 'forgotten.zip');
    const { code, said, errors, events } = await holders([
      'forget',
      ids.beaNumber,
      '--export',
      file,
      '--yes',
    ]);
    expect([code, errors]).toEqual([0, '']);
    expect(said).toBe(`${ids.beaNumber} is erased. What was stored of it is in ${file}.`);
    expect(events).toMatchObject([{ event: 'operator', command: 'forget', holder: ids.holder }]);

    const files = unzip(readFileSync(file));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['profile.json', 'trips.csv', 'activity.csv']));
    expect(files['trips.csv']).toContain(FOREIGN_MARK);
    expect(files[`lodged/Q1-2026-2-amends-1/${KEPT_DOCUMENT}`]).toBe(FOREIGN_MARK);
    expect(statSync(file).mode & 0o077).toBe(0);

    expect(await rowsOf(ids)).toEqual([]);
    expect(await objectsOf(ids.holder)).toEqual([]);
    const { rows: tables } = await it.db.$client.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await it.db.$client.query(`select to_jsonb(t)::text as row from "${name}" t`);
      const left = rows.filter(({ row }) =>
        [FOREIGN_MARK.toLowerCase(), email, ids.user].some((part) => row.toLowerCase().includes(part)),
      );
      expect(left, name).toEqual([]);
    }
    expect([await rowsOf(other.ids), await objectsOf(other.ids.holder)]).toEqual(others);
  });

  test('the audit trail keeps that it happened, and nothing about whom', async () => {
    const { login, holder } = await register();
    await holders(['forget', login.beaNumber, '--export', join(it.dataDir, `${holder.id}.zip`), '--yes']);
    const [event] = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, holder.id));
    expect(event).toMatchObject({ entity: 'holder', action: 'deleted', userId: null, changes: {} });
    const [stone] = await it.db
      .select()
      .from(beaHolders)
      .where(eq(beaHolders.id, event?.beaHolderId ?? ''));
    expect(stone).toMatchObject({ beaNumber: `forgotten ${holder.id}`, isActive: false, logoUrl: null });
    expect(Object.values(stone ?? {})).not.toContain(login.contactEmail);
    await expect(it.asOwner(`delete from audit_events where id = '${event?.id}'`)).rejects.toThrow(
      'append-only',
    );
    // the number is free again
    await signIn(login).expect(403);
    expect((await holders(['approve', login.beaNumber])).code).toBe(0);
  });

  test('asks for the number, and erases nothing when another is typed', async () => {
    const { login, holder } = await register();
    const file = join(it.dataDir, `${holder.id}.zip`);
    for (const typed of ['', 'yes', 'BEA-0']) {
      const { code, errors, asked } = await holders(['forget', login.beaNumber, '--export', file], { typed });
      expect(asked).toEqual([`This erases ${login.beaNumber} for good. Type its number again: `]);
      expect([code, errors]).toEqual([1, 'Nothing was erased: the number was another.']);
    }
    expect(existsSync(file)).toBe(false);
    await signIn(login).expect(200);
    const { code } = await holders(['forget', login.beaNumber, '--export', file], {
      typed: `${login.beaNumber} `,
    });
    expect(code).toBe(0);
    expect(await holderOf(login.beaNumber)).toBeUndefined();
  });

  test('leaves the holder as it was where the file cannot be written, and overwrites none', async () => {
    const { login, holder } = await register();
    const other = join(it.dataDir, `${holder.id}.zip`);
    await writeFile(other, 'something else');
    for (const [file, message] of [
      [join(it.dataDir, 'no/such/folder.zip'), /cannot be written: ENOENT$/],
      [it.dataDir, /^There is .* already$/],
      [other, /^There is .* already$/],
    ] as const) {
      const { code, errors } = await holders(['forget', login.beaNumber, '--export', file, '--yes']);
      expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
    }
    expect(readFileSync(other, 'utf8')).toBe('something else');
    expect(await holderOf(login.beaNumber)).toMatchObject({ id: holder.id, isActive: true });
    await signIn(login).expect(200);
  });

  test('leaves the holder as it was, and no file, where a table has rows that it does not know', async () => {
    const { login, holder } = await register();
    await it.asOwner(
      `create table left_over (bea_holder_id text references bea_holders(id)); insert into left_over values ('${holder.id}')`,
    );
    const file = join(it.dataDir, `${holder.id}.zip`);
    await expect(holders(['forget', login.beaNumber, '--export', file, '--yes'])).rejects.toThrow();
    await it.asOwner('drop table left_over');
    expect(existsSync(file)).toBe(false);
    expect(await holderOf(login.beaNumber)).toMatchObject({ isActive: true });
    await signIn(login).expect(200);
  });

  test('needs the role that owns the tables', async () => {
    const { login } = await register();
    const file = join(it.dataDir, 'role.zip');
    const args = ['forget', login.beaNumber, '--export', file, '--yes'];
    const { code, errors } = await holders(args, { ownerUrl: it.urls.url });
    expect([code, errors]).toEqual([1, expect.stringContaining('MIGRATIONS_DATABASE_URL')]);
    expect(existsSync(file)).toBe(false);
  });
});

test('as a program it says what it needs, and asks before it erases', { tags: 'long' }, async () => {
  const usage = await runProgram([]);
  expect([usage.code, usage.said, usage.errors]).toEqual([1, '', expect.stringContaining('holders -- list')]);
  const { login } = await register();
  const listed = await runProgram(['list']);
  expect([listed.code, listed.errors]).toEqual([0, '']);
  expect(listed.said).toContain(login.contactEmail);
  const file = join(it.dataDir, 'program.zip');
  const args = ['forget', login.beaNumber, '--export', file];
  const unanswered = await runProgram(args);
  expect([unanswered.code, unanswered.said]).toEqual([1, '']);
  expect(unanswered.errors).toContain('Nothing was erased');
  const { id } = (await holderOf(login.beaNumber)) ?? { id: '' };
  const objects = join(it.dataDir, 'objects');
  for (const folder of [
    `uploads/${id}`,
    `logos/${id}`,
    `profile-pictures/${id}`,
    `lodged/${id}/1`,
    'logos/other',
  ]) {
    await mkdir(join(objects, folder), { recursive: true });
    await writeFile(join(objects, folder, 'a-header.webp'), '');
  }
  const forgotten = await runProgram(args, `${login.beaNumber}\n`);
  expect([forgotten.code, forgotten.said]).toEqual([0, expect.stringContaining('is erased')]);
  expect(readdirSync(objects, { recursive: true }).filter((name) => String(name).includes(id))).toEqual([]);
  expect(readdirSync(join(objects, 'logos/other')), 'another holder keeps theirs').toEqual(['a-header.webp']);
  expect(await holderOf(login.beaNumber)).toBeUndefined();
});
