import fc from 'fast-check';
import type { IdKind } from '../full-holder';

/** A placeholder for an id, replaced once the holders of a request exist. */
export const ID = /⟦(own|other) (\w+)⟧/g;
const ID_KINDS = [
  'holder',
  'beaNumber',
  'user',
  'driver',
  'removedDriver',
  'licence',
  'trip',
  'importedTrip',
  'deletedTrip',
  'import',
  'idempotencyKey',
  'lodgement',
  'recipient',
  'delivery',
  'event',
  'upload',
  'logo',
  'profilePicture',
] as const satisfies IdKind[];

const id = fc
  .record({
    whose: fc.constantFrom('own', 'other', 'other'),
    kind: fc.constantFrom(...ID_KINDS),
    bent: fc.constantFrom('', '', '', ' ', '\0', '%00', '/', '/..', '.', "'", 'x'),
  })
  .map(({ whose, kind, bent }) => `⟦${whose} ${kind}⟧${bent}`);

const instants = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '9999-12-31',
  '10000-01-01',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '2000-01-01T00:00:00+23:59',
  '2026-11-20T23:59:60Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:59:59.999999999Z',
  '2099-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59-23:59',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '275760-09-13',
];
const periods = [
  'Q0-2026',
  'Q1-0000',
  'Q1-1999',
  'Q4-2099',
  'Q1-9999',
  'Q1-2026\n',
  '0000-0001',
  '1999-2000',
  '2000-2001',
  '2099-2100',
  '9999-10000',
  '2026-2026',
];
const numbers = [
  'NaN',
  'Infinity',
  '-1',
  '-0',
  '0',
  '1.5',
  '1e9',
  '1e309',
  '0x10',
  '1_000',
  '٣',
  '1000000',
  '99999999999999999999',
];
const words = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u0007\u007f\u0085',
  '\ufeff',
  '\ufffd',
  'a\r\nX-Injected: 1',
  "'; drop table trips; --",
  '%_\\',
  '$1 {{x}} %s',
  '=1+1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'null',
  'true',
  '[]',
  '{}',
  '{"date":0,"__proto__":1}',
  '{"date":99,"suburb":-1}',
  'Zqxfor',
  'a@b.co',
  '"a b"@example.com',
  'http://127.0.0.1/files/uploads/x/y',
  'file:///etc/passwd',
  '//example.com/files/logos/x/y',
];
/** Texts at and beyond every length limit, in characters whose length changes with case or normalisation. */
const long = fc
  .record({
    unit: fc.constantFrom('x', '0', ' ', 'ﬃ', 'ß', 'İ', 'ΐ', 'e\u0301', '\u0958', '😀', '\u0300', 'ﷺ', '\t'),
    length: fc.constantFrom(1, 4, 10, 20, 21, 50, 64, 65, 100, 101, 255, 256, 500, 2000, 2001, 20_000),
  })
  .map(({ unit, length }) => unit.repeat(length));

const codeUnits = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 20 });

export const text = fc.oneof(
  { weight: 3, arbitrary: id },
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.constantFrom(...instants) },
  { weight: 2, arbitrary: fc.constantFrom(...periods) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: long },
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  codeUnits,
);

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom(
    null,
    true,
    false,
    [],
    {},
    [[]],
    -1,
    -0,
    1.5,
    10_080,
    10_081,
    2 ** 31,
    2 ** 53,
    1e308,
    5e-324,
  ),
  fc.constantFrom({ toString: 1, valueOf: 1 }, { length: 1 }, deep(50), Array(501).fill('x')),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);
