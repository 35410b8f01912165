import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { TestApp } from '../http/create-test-app';
import { pictureCalls } from './picture-calls';

async function* breaking() {
  yield 'half';
  throw new Error('broken off');
}

/** The behaviour that all stores share. */
export function describeObjectStore(it: TestApp) {
  const { objectsUnder } = pictureCalls(it);

  test('the store does what it says of objects', async () => {
    const key = 'logos/contract/one-header.webp';
    await it.storage.write(key, Buffer.from('first'), 'image/webp');
    await it.storage.write(key, Buffer.from('second'), 'image/webp');
    expect((await it.storage.read(key, 6))?.body.toString()).toBe('second');
    await expect(it.storage.read(key, 5)).rejects.toThrow();
    const [listed] = await objectsUnder('logos/contract/');
    expect(listed).toMatchObject({ key });
    expect(Math.abs((listed?.lastModified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await it.storage.remove(key);
    await it.storage.remove(key);
    expect(await it.storage.read(key, 6)).toBeUndefined();
    expect(await objectsUnder('logos/contract/')).toEqual([]);
  });

  test('the store removes what is below a prefix, and nothing else', async () => {
    const keys = ['logos/below/a.webp', 'logos/below/deep/b.webp', 'logos/below-not/c.webp'];
    for (const key of keys) await it.storage.write(key, Buffer.from(key), 'image/webp');
    await it.storage.removeAll('logos/below/');
    await it.storage.removeAll('logos/below/');
    expect(await objectsUnder('logos/below/')).toEqual([]);
    expect(await objectsUnder('logos/below-not/')).toHaveLength(1);
    await it.storage.removeAll('logos/below-not/');
  });

  test('the store never replaces an object that it was to create, and leaves nothing of one that breaks', async () => {
    const key = 'lodged/contract/one/drivers-Q1-2026.csv';
    await it.storage.create(key, Readable.from(['fir', 'st'], { objectMode: false }), 'text/csv');
    const again = Readable.from(['second'], { objectMode: false });
    await expect(it.storage.create(key, again, 'text/csv')).rejects.toThrow();
    const opened = await it.storage.open(key);
    expect(opened && (await text(opened))).toBe('first');
    const breaks = Readable.from(breaking(), { objectMode: false });
    await expect(it.storage.create('lodged/contract/one/broken.csv', breaks, 'text/csv')).rejects.toThrow(
      'broken off',
    );
    expect((await objectsUnder('lodged/contract/')).map((object) => object.key)).toEqual([key]);
    await it.storage.remove(key);
    expect(await it.storage.open(key)).toBeUndefined();
  });
}
