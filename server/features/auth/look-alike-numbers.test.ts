import { beaHolders, claims } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();
const login = (body: object) => supertest(it.server).post('/api/auth/login').send(body);

const REFUSAL = 'BEA Number can have only the letters A to Z, digits, spaces and signs such as - and /';

/** The number in the full-width forms of its characters. */
const fullWidth = (number: string) =>
  number.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

describe('a number that looks like a stored one', () => {
  test.each([
    ['full-width', fullWidth],
    ['with full-width digits', (number: string) => number.replace(/\d/g, fullWidth)],
    ['with a long s', (number: string) => number.replaceAll('S', 'ſ')],
    [
      'with the Kelvin sign and an ideographic space',
      (number: string) => `\u3000${number.replace('K', '\u212a')}`,
    ],
    ['in mathematical letters', (number: string) => number.replace('BEA', '𝐁𝐄𝐀')],
  ])('is that one: %s', async (_, look) => {
    const stored = await it.signIn({ beaNumber: `BEA-SK ${crypto.randomUUID().slice(0, 8)}` });
    const beaNumber = look(stored.login.beaNumber);
    expect(beaNumber).not.toBe(stored.login.beaNumber);
    const { body } = await login({ ...stored.login, beaNumber }).expect(200);
    expect(body.beaHolder.id).toBe(stored.holderId);
    await login(buildLogin({ beaNumber })).expect(401);
  });

  test('is stored in plain characters where it registers', async () => {
    const details = buildLogin();
    const { body } = await login({ ...details, beaNumber: ` ${fullWidth(details.beaNumber)} ` }).expect(200);
    expect(body.beaHolder.beaNumber).toBe(details.beaNumber);
    expect((await login(details).expect(200)).body.beaHolder.id).toBe(body.beaHolder.id);
  });
});

describe.each(['on', 'approval'] as const)('with SELF_REGISTRATION=%s', (selfRegistration) => {
  const own = createTestApp({ selfRegistration });

  test.each([
    ['Cyrillic letters', 'ВЕА-1'],
    ['Greek letters', 'ΒΕΑ-1'],
    ['Arabic digits', 'BEA-١'],
    ['a hyphen that does not break', 'BEA\u20111'],
    ['an en dash', 'BEA–1'],
    ['a combining accent', 'BEA-1\u0301'],
    ['an accent', 'BÉA-1'],
    ['more than 50 characters once it is plain', `BEA-${'㎈'.repeat(40)}`, 'Must be 50 characters or fewer'],
  ])('a new number with %s is refused and not stored', async (_, beaNumber, message = REFUSAL) => {
    const details = buildLogin({ beaNumber });
    const { body } = await supertest(own.server).post('/api/auth/login').send(details).expect(400);
    expect(body).toMatchObject({ code: 'validation', details: [{ path: 'beaNumber', message }] });
    expect(await own.db.$count(beaHolders, eq(beaHolders.contactEmail, details.contactEmail))).toBe(0);
    expect(await own.db.$count(claims, eq(claims.email, details.contactEmail))).toBe(0);
  });
});
