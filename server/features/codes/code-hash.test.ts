import { expect, test } from 'vitest';
import { hashCode, isCodeOf, newCode } from './codes.service';

test('a code has 8 digits, zeros at its front too, and no two are alike', () => {
  const codes = Array.from({ length: 2000 }, newCode);
  for (const code of codes) expect(code).toMatch(/^\d{8}$/);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1990);
});

test('a code is stored as a hash with its own salt, which only it matches', async () => {
  const [first, second] = await Promise.all([hashCode('01234567'), hashCode('01234567')]);
  expect(first).not.toContain('01234567');
  expect(first).not.toBe(second);
  const [salt = ''] = first.split('.');
  expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
  expect(await isCodeOf(first, '01234567')).toBe(true);
  expect(await isCodeOf(first, '1234567')).toBe(false);
  expect(await isCodeOf(first, '01234568')).toBe(false);
  expect(await isCodeOf('', '01234567')).toBe(false);
});
