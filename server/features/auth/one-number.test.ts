import { beaNumberKey, beaNumberSpelling } from '@shared/holders';
import { beaHolders, beaNumberKeySql, claims } from '@shared/tables/holders';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();
const login = (body: object, server = it.server) => supertest(server).post('/api/auth/login').send(body);

let last = 70_600;
/** The digits of a number that no other test has. */
function freshDigits() {
  last += 1;
  return String(last);
}

const spellingsOf = (digits: string) => [
  `BEA ${digits}`,
  `BEA-${digits}`,
  `bea${digits}`,
  digits,
  `BEA No. ${digits.slice(0, 2)} ${digits.slice(2)}`,
];

describe('one number in several spellings', () => {
  test.each([0, 1, 2, 3, 4])('is one account, whichever registers it (%i)', async (first) => {
    const spellings = spellingsOf(freshDigits());
    const details = buildLogin({ beaNumber: spellings[first] });
    const { body } = await login(details).expect(200);
    for (const beaNumber of spellings) {
      const again = await login({ ...details, beaNumber }).expect(200);
      expect(again.body.beaHolder).toMatchObject({ id: body.beaHolder.id, beaNumber: details.beaNumber });
      await login(buildLogin({ beaNumber })).expect(401);
    }
  });

  test('is one account where all register at once', async () => {
    const digits = freshDigits();
    const details = buildLogin();
    const answers = await Promise.all(
      [...spellingsOf(digits), ...spellingsOf(digits)].map((beaNumber) => login({ ...details, beaNumber })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.beaHolder.id)).size).toBe(1);
    expect(await it.db.$count(beaHolders, eq(beaHolders.accountKey, digits))).toBe(1);
  });

  test('has one count of failed sign-ins', async () => {
    const digits = freshDigits();
    await login(buildLogin({ beaNumber: digits })).expect(200);
    for (let tried = 0; tried < 10; tried += 1)
      await login(buildLogin({ beaNumber: `BEA${'-'.repeat(tried)}${digits}` })).expect(401);
    await login(buildLogin({ beaNumber: digits })).expect(429);
  });

  test('is known to a remembered device', async () => {
    const digits = freshDigits();
    const agent = supertest.agent(it.server);
    const details = buildLogin({ beaNumber: `BEA ${digits}`, rememberMe: true });
    const { body } = await agent.post('/api/auth/login').send(details).expect(200);
    const silent = { ...details, beaNumber: `bea-${digits}`, silent: true };
    const again = await agent.post('/api/auth/login').send(silent).expect(200);
    expect(again.body.beaHolder.id).toBe(body.beaHolder.id);
  });

  test('stays as it was where more than digits is left', async () => {
    const details = buildLogin({ beaNumber: `BEA-${freshDigits()}X` });
    const { body } = await login(details).expect(200);
    const apart = await login({ ...details, beaNumber: details.beaNumber.replace('-', ' ') }).expect(200);
    expect(apart.body.beaHolder.id).not.toBe(body.beaHolder.id);
  });
});

describe('accounts from before one number was one account', () => {
  const MARCH = new Date('2026-03-01T00:00:00Z');

  /** As the migration leaves them: the older has the number, the other its own spelling. */
  async function twoOf(digits: string, contactEmail?: string) {
    const [older, newer] = [`BEA ${digits}`, `BEA-${digits}`].map((beaNumber) =>
      buildLogin({ beaNumber, ...(contactEmail && { contactEmail }) }),
    );
    if (!older || !newer) throw new Error('There are two');
    const { rememberMe: _, ...first } = older;
    const { rememberMe: _second, ...second } = newer;
    await it.db.insert(beaHolders).values({ ...first, createdAt: MARCH });
    await it.db.insert(beaHolders).values({ ...second, ownSpelling: second.beaNumber });
    return { older, newer };
  }

  test('are each reached by their email, in any spelling', async () => {
    const digits = freshDigits();
    const { older, newer } = await twoOf(digits);
    for (const details of [older, newer])
      for (const beaNumber of [...spellingsOf(digits), details.beaNumber]) {
        const { body } = await login({ ...details, beaNumber }).expect(200);
        expect(body.beaHolder.beaNumber).toBe(details.beaNumber);
      }
    await login(buildLogin({ beaNumber: digits })).expect(401);
    expect(await it.db.$count(beaHolders, eq(beaHolders.accountKey, digits))).toBe(2);
  });

  test('of one email are each reached by their spelling; another spelling is that of the older, if it is active', async () => {
    const digits = freshDigits();
    const { older, newer } = await twoOf(digits, buildLogin().contactEmail);
    const numberOf = async (beaNumber: string) =>
      (await login({ ...newer, beaNumber }).expect(200)).body.beaHolder.beaNumber;
    expect(await numberOf(` ${older.beaNumber.toLowerCase()}`)).toBe(older.beaNumber);
    expect(await numberOf(newer.beaNumber.toLowerCase())).toBe(newer.beaNumber);
    expect(await numberOf(digits)).toBe(older.beaNumber);
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.beaNumber, older.beaNumber));
    expect(await numberOf(digits)).toBe(newer.beaNumber);
    await login(older).expect(403);
  });
});

describe('with SELF_REGISTRATION=approval', () => {
  const own = createTestApp({ selfRegistration: 'approval' });

  test('spellings of one number are one claim', async () => {
    const digits = freshDigits();
    const details = buildLogin();
    for (const beaNumber of spellingsOf(digits))
      await login({ ...details, beaNumber }, own.server).expect(403);
    expect(await own.db.$count(claims, eq(claims.email, details.contactEmail.toLowerCase()))).toBe(1);
  });
});

test('the database computes the keys that shared/ does', async () => {
  const signs = fc.constantFrom(...'BEAbeanoNO0123456789- ./#:()_[]^`{}~\\X'.split(''));
  const spellings = fc.sample(fc.string({ unit: signs, maxLength: 14 }), { numRuns: 3000, seed: 1 });
  const prefixed = spellings.map((text) => `BEA ${text.replace(/[^0-9 ./#-]/g, '')}`);
  const numbers = [...spellings, ...prefixed, 'ＢＥＡ７', 'BEA–7', 'Ǆ 1'];
  const { rows } = await it.db.execute<{ bea_number: string; key: string; spelling: string }>(sql`
    select bea_number, ${beaNumberKeySql} as key,
      lower(regexp_replace(normalize(bea_number, NFKC), '\\s', '', 'g')) as spelling
    from unnest(${sql.param(numbers)}::text[]) as bea_number`);
  expect(rows).toHaveLength(numbers.length);
  const wrong = rows.filter(
    ({ bea_number, key, spelling }) =>
      key !== beaNumberKey(bea_number) || spelling !== beaNumberSpelling(bea_number),
  );
  expect(wrong).toEqual([]);
});
