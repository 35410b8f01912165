import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSpool, SpoolFullError } from './spool';

async function testSpool() {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-spool-'));
  const spool = await openSpool(folder);
  onTestFinished(async () => {
    await spool.close();
    await rm(folder, { recursive: true });
  });
  return { folder, spool };
}

async function* chunks(count: number, pauseMs = 0) {
  for (let number = 0; number < count; number += 1) {
    if (pauseMs) await sleep(pauseMs);
    yield Buffer.alloc(50_000, number);
  }
}

const whole = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, number) => Buffer.alloc(50_000, number)));

test('a spool is read while it is written, to its last byte', async () => {
  const { spool } = await testSpool();
  const read = buffer(spool.read());
  await spool.fill(chunks(20, 5));
  expect(spool.bytes).toBe(1_000_000);
  expect((await read).equals(whole(20))).toBe(true);
});

test('what writes does not wait for what reads', async () => {
  const { spool } = await testSpool();
  const reader = spool.read();
  await spool.fill(chunks(200));
  expect((await buffer(reader)).equals(whole(200))).toBe(true);
});

test('a spool leaves no file behind', async () => {
  const { folder, spool } = await testSpool();
  await spool.fill(chunks(1));
  expect(await readdir(folder)).toEqual([]);
});

test('a reader fails with what writes', async () => {
  const { spool } = await testSpool();
  async function* broken() {
    yield* chunks(2);
    throw new Error('broken');
  }
  const read = buffer(spool.read());
  read.catch(() => {});
  await expect(spool.fill(broken())).rejects.toThrow('broken');
  await expect(read).rejects.toThrow('broken');
});

test('a spool takes no more than it may', async () => {
  const { spool } = await testSpool();
  await expect(spool.fill(chunks(3), 120_000)).rejects.toThrow(SpoolFullError);
  expect(spool.bytes).toBe(100_000);
});
