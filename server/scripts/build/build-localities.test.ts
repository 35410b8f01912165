import { readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLocalities, encodeLocalities, type Locality } from '../../../shared/places/localities';
import { STATES } from '../../../shared/places/suburbs';
import { localitiesFile, readLocalities, writeLocalities } from './build-localities';

let localities: Awaited<ReturnType<typeof readLocalities>>;
beforeAll(async () => {
  localities = await readLocalities();
});

const postcodesOf = (name: string, state: string) =>
  localities
    .filter((locality) => locality.name === name && locality.state === state)
    .map(({ postcode }) => postcode)
    .sort();

describe('where localities are', () => {
  it.each([
    ['Toowong', 152.98, -27.48],
    ['Mount Isa', 139.49, -20.73],
    ['Lilywood', 152.9, -27.1],
    ['Galloways Hill', 142.42, -10.78],
  ])('knows %s', (name, longitude, latitude) => {
    const [found] = localities.filter((locality) => locality.name === name && locality.state === 'QLD');
    expect(found?.at?.[0]).toBeCloseTo(longitude, 1);
    expect(found?.at?.[1]).toBeCloseTo(latitude, 1);
  });

  it('knows of all but two', () => {
    expect(localities.filter(({ at }) => !at).map(({ name }) => name)).toEqual([
      'St Helier',
      'Royal Australian Navy Warships',
    ]);
  });
});

describe('the locality table', () => {
  it.each([
    ['Fortitude Valley', 'QLD', '4006'],
    ['Toowong', 'QLD', '4066'],
    ['Surfers Paradise', 'QLD', '4217'],
    ['St Lucia', 'QLD', '4067'],
    ['Brisbane City', 'QLD', '4000'],
    ['South Brisbane', 'QLD', '4101'],
    ['Brisbane Airport', 'QLD', '4008'],
    ['Indooroopilly', 'QLD', '4068'],
    ['McDowall', 'QLD', '4053'],
    ['Mount Coot-tha', 'QLD', '4066'],
    ['Noosa Heads', 'QLD', '4567'],
    ["D'Aguilar", 'QLD', '4514'],
    ["K'gari", 'QLD', '4581'],
    ['Blackbutt', 'QLD', '4314'],
    ['Richmond', 'VIC', '3121'],
    ['Melbourne', 'VIC', '3000'],
    ['Sydney', 'NSW', '2000'],
    ["O'Connor", 'ACT', '2602'],
    ['Adelaide', 'SA', '5000'],
    ['Fremantle', 'WA', '6160'],
    ['Hobart', 'TAS', '7000'],
    ['Alice Springs', 'NT', '0870'],
  ])('has %s in %s at %s', (name, state, postcode) => {
    expect(postcodesOf(name, state)).toContain(postcode);
  });

  it('covers the country', () => {
    expect(localities.length).toBeGreaterThan(17_000);
    expect(new Set(localities.map(({ state }) => state))).toEqual(new Set(STATES));
    expect(localities.filter(({ postcode }) => !/^\d{4}$/.test(postcode))).toEqual([]);
    expect(localities.filter(({ name }) => !/^[A-Z][A-Za-z0-9 '()-]*$/.test(name))).toEqual([]);
  });

  it('leaves out the postcodes of post office boxes where a locality has streets', () => {
    expect(postcodesOf('Brisbane', 'QLD')).toEqual(['4000']);
    expect(postcodesOf('Spring Hill', 'QLD')).toEqual(['4000']);
    expect(postcodesOf('Leederville', 'WA')).toEqual(['6007']);
    expect(postcodesOf('Law Courts', 'VIC')).toEqual(['8010']);
  });

  it('leaves out mail centres and repeated spellings', () => {
    expect(localities.filter(({ name }) => /\b(Dc|Bc|Mc|Po)$/i.test(name))).toEqual([]);
    expect(
      localities.filter(({ name, postcode }) => postcode === '2602' && /^O.?Connor$/i.test(name)),
    ).toHaveLength(1);
  });

  it('is small enough for a phone: at most 130 kB compressed', () => {
    expect(gzipSync(encodeLocalities(localities)).length).toBeLessThanOrEqual(130_000);
  });

  it('is the same after encoding and decoding', () => {
    const order = ({ name, state, postcode }: Locality) => `${name}, ${state} ${postcode}`;
    const decoded = decodeLocalities(encodeLocalities(localities));
    expect(decoded.map(order).sort()).toEqual(localities.map(order).sort());
    fc.assert(
      fc.property(fc.shuffledSubarray(localities, { maxLength: 50, minLength: 1 }), (some) => {
        expect(decodeLocalities(encodeLocalities(some)).map(order).sort()).toEqual(some.map(order).sort());
      }),
    );
  });

  it('is written once, and left alone while it is up to date', async () => {
    await writeLocalities();
    const before = await stat(localitiesFile);
    await writeLocalities();
    expect((await stat(localitiesFile)).mtimeMs).toBe(before.mtimeMs);
    expect(await readFile(localitiesFile, 'utf8')).toBe(encodeLocalities(localities));
  });
});
