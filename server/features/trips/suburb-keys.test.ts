import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { testNotOnCluster } from '../../test/postgres/not-on-cluster';

const it = createTestApp();

/** Node.js and PostgreSQL know different versions of Unicode: only what is a character in both can be compared. */
const UNASSIGNED = /\p{Cn}/u;

/** The texts whose key in `trips.suburb_key` is not that of suburbKey(). */
async function differing(texts: readonly string[]) {
  const stored = texts.filter((text) => !UNASSIGNED.test(text) && !text.includes('\0'));
  const { rows } = await it.db.execute<{ expression: string }>(sql`
    select pg_get_expr(adbin, adrelid) as expression from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'trips'::regclass and attname = 'suburb_key'`);
  const key = sql.raw(rows[0]?.expression ?? '');
  const others = await it.db.execute(sql`
    select suburb, ${key} as key
    from unnest(${sql.param(stored)}::text[], ${sql.param(stored.map(suburbKey))}::text[]) as trip (suburb, expected)
    where unicode_assigned(suburb) and ${key} is distinct from expected`);
  return others.rows;
}

testNotOnCluster('its PostgreSQL may be older than 17')(
  'every character has the same key in PostgreSQL, between letters, at the end and before an accent',
  { tags: 'long' },
  async () => {
    for (let from = 0; from < 0x110000; from += 0x8000) {
      const characters = Array.from({ length: 0x8000 }, (_, index) => from + index)
        .filter((point) => point < 0xd800 || point > 0xdfff)
        .map((point) => String.fromCodePoint(point));
      expect(
        await differing(characters.map((character) => `A${character}\u0307 ${character}Β${character}`)),
      ).toEqual([]);
    }
  },
);

/** What is lowered, composed, trimmed or shown in its own way: dotted and dotless I, ß, sigmas, Hangul, marks, spaces. */
const oddities = fc.constantFrom(
  ...'İıIißẞſΣσςΩKŁłÅåǅᾼᾳⅠⓐＡａﬁ㎏가각각ᏙꭰᲐ𐐀𝒜',
  ...'\u0301\u0307\u0308\u0327\u0345\u0300\u0323\u3099\u{1d165}',
  ...'\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2003\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
);
const suburbs = fc.string({
  unit: fc.oneof(oddities, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  maxLength: 30,
});

testNotOnCluster('its PostgreSQL may be older than 17')(
  'random texts of all planes have the same key in PostgreSQL, composed or not',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(suburbs, { minLength: 500, maxLength: 500 }), async (texts) => {
        const forms = texts.flatMap((text) => [
          text,
          text.normalize('NFD'),
          text.toUpperCase(),
          text.toLowerCase(),
        ]);
        expect(await differing(forms)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  },
);

test('a key has the same key, and so has the suburb as it is shown', () => {
  fc.assert(
    fc.property(suburbs, (text) => {
      expect(suburbKey(suburbKey(text))).toBe(suburbKey(text));
      expect(suburbKey(text.normalize('NFD'))).toBe(suburbKey(text));
      expect(suburbKey(capitaliseSuburb(text))).toBe(suburbKey(text));
    }),
    { numRuns: 5000 },
  );
});

test('suburbs that differ by final sigma or by composition are one in the list, the figures, the suggestions and the reports', async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const spellings = ['Νέα Παλιός', 'ΝΈΑ ΠΑΛΙΌΣ', 'νέα παλιόσ', 'Νέα  Παλιός'.normalize('NFD')];
  for (const suburb of spellings)
    await agent.post('/api/trips').send(buildTrip(driver, { suburb })).expect(201);
  // typed in SQL: neither tidied nor composed
  await insertTrip(it.db, driver, { suburb: `\u3000${'ΝΈΑ\u2003παλιός'.normalize('NFD')} ` });
  await insertTrip(it.db, driver, { suburb: 'Νέα Παλιά' });

  for (const search of [...spellings, 'λιος', 'λιός', 'ΛΙΌΣ', 'παλιός'.normalize('NFD'), 'λίας']) {
    const { body } = await agent.get('/api/trips').query({ search }).expect(200);
    const found = search === 'λίας' ? 0 : 5;
    expect([search, body.total, body.trips.length]).toEqual([search, found, found]);
  }
  const top = await agent.get('/api/top-locations').expect(200);
  expect(top.body).toMatchObject([
    { suburb: 'Νέα Παλιός', tripCount: 5 },
    { suburb: 'Νέα Παλιά', tripCount: 1 },
  ]);
  expect((await agent.get('/api/trips/recent-suburbs').expect(200)).body).toHaveLength(2);
  const { suburb, datetime } = buildTrip(driver, { suburb: 'ΝΈΑ ΠΑΛΙΌΣ'.normalize('NFD') });
  const duplicates = await agent
    .get('/api/trips/duplicates')
    .query({ driverId: driver.id, suburb, datetime })
    .expect(200);
  expect(duplicates.body).toHaveLength(5);
  const { body } = await agent
    .post('/api/reports/annual-data')
    .send({ financialYear: '2026-2027', trips: false })
    .expect(200);
  expect(body.suburbBreakdown).toMatchObject([
    { suburb: 'Νέα Παλιά' },
    { suburb: 'Νέα Παλιός', tripCount: 5 },
  ]);
});
