import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutraliseText, restoreText, serialText } from './rows';

describe('a text in a cell', () => {
  test.each(['=1+1', '+61 7 3000 0000', '\t=1', '\r=1', "'=1", "''-", '＝1+1', '＠SUM(A1)', "'＝1"])(
    'gets an apostrophe when it would be a formula: %j',
    (text) => {
      expect(neutraliseText(text)).toBe(`'${text}`);
      expect(restoreText(`'${text}`)).toBe(text);
    },
  );

  test.each(['Toowong', "'Tis", "O'Connor", '', '1=1'])('stays as it is otherwise: %j', (text) => {
    expect(neutraliseText(text)).toBe(text);
    expect(restoreText(text)).toBe(text);
  });

  test('is never a formula, and always restored', () => {
    const risky = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', 'a'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), risky), (text) => {
        expect(neutraliseText(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
        expect(restoreText(neutraliseText(text))).toBe(text);
      }),
    );
  });
});

test.each([
  [0.583333, '14:00:00.000'],
  [46_300.916666, '2026-10-05T22:00:00.000'],
  [46_300.25000001157, '2026-10-05T06:00:00.001'],
])('the date or time %d is %s: a fraction that was cut is the second that it means', (serial, text) => {
  expect(serialText(serial)).toBe(text);
});
