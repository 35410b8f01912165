import { describe, expect, test } from 'vitest';
import { beaNumberKey } from './holders';

describe('the key of a BEA number', () => {
  test.each([
    '70601',
    'BEA 70601',
    'BEA-70601',
    'bea70601',
    ' Bea  70 601 ',
    'BEA.70601',
    'BEA/70601',
    'BEA: 70601',
    'BEA#70601',
    'BEA No. 70601',
    'bea number 70601',
    'B.E.A. 706-01',
    'ＢＥＡ　７０６０１',
    '\u00a070601',
  ])('is the digits of %j', (spelling) => {
    expect(beaNumberKey(spelling)).toBe('70601');
  });

  test.each([
    ['BEA-7X', 'bea-7x'],
    ['BEA 7X', 'bea7x'],
    ['BEA-', 'bea-'],
    ['BEA70601A', 'bea70601a'],
    ['ABN 70601', 'abn70601'],
    ['BEA-BEA-1', 'bea-bea-1'],
    ['BEA-1 (until 22/11/2026)', 'bea-1(until22/11/2026)'],
    ['BEA–1', 'bea–1'],
    ['070601', '070601'],
    ['', ''],
  ])('is the whole number where more than digits is left: %j', (spelling, key) => {
    expect(beaNumberKey(spelling)).toBe(key);
  });
});
