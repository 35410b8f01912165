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
  '9999-12-31',
  '2026-02-30',
  '0001-01-01T00:00:00+14:00',
  '2026-11-20T23:59:60Z',
  '2099-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00.000Z',
];
const periods = ['Q0-2026', 'Q1-1999', 'Q4-2099', 'Q1-2026\n', '2026-2026'];
const numbers = ['NaN', '-1', '1.5', '1e309', '٣', '99999999999999999999'];
const words = [
  '',
  'a\0b',
  '\ud800',
  '\u202e\u0007\u007f\u0085',
  'a\r\nX-Injected: 1',
  "'; drop table trips; --",
  '%_\\',
  '=1+1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '__proto__',
  'null',
  '{"date":99,"suburb":-1}',
  '"a b"@example.com',
  'http://127.0.0.1/files/uploads/x/y',
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
