import { expect, test } from 'vitest';
import { createSignatures, deriveKeys } from './keys';

const old = 'the secret of last year, 32 or more characters';
const fresh = 'the secret of this year, 32 or more characters';

test('every purpose has its own key, and none is the secret', () => {
  const { cookies, uploads, unsubscribe, logAddresses } = deriveKeys([old]);
  const all = [...cookies, ...uploads, ...unsubscribe, logAddresses];
  expect(new Set([...all, old]).size).toBe(5);
  for (const key of all) expect(Buffer.from(key, 'base64url')).toHaveLength(32);
});

test('the newest secret signs, and what an older one signed stays valid', () => {
  const before = deriveKeys([old]);
  const after = deriveKeys([fresh, old]);
  for (const purpose of ['cookies', 'uploads', 'unsubscribe'] as const) {
    expect(after[purpose]).toEqual([deriveKeys([fresh])[purpose][0], before[purpose][0]]);
  }
  expect(after.logAddresses).toBe(deriveKeys([fresh]).logAddresses);
});

test('what the old secret signed is ours while it is named, and nothing else is', () => {
  const signature = createSignatures(deriveKeys([old]).uploads).sign('a text');
  const rotated = deriveKeys([fresh, old]);
  expect(createSignatures(rotated.uploads).isOurs('a text', signature)).toBe(true);
  expect(createSignatures(rotated.uploads).isOurs('another text', signature)).toBe(false);
  expect(createSignatures(rotated.uploads).isOurs('a text', `${signature}A`)).toBe(false);
  expect(createSignatures(rotated.unsubscribe).isOurs('a text', signature)).toBe(false);
  expect(createSignatures(deriveKeys([fresh]).uploads).isOurs('a text', signature)).toBe(false);
});
