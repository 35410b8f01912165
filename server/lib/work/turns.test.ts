import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError } from '../errors';
import { createTurns } from './turns';

const PATIENT = { atOnce: 1, waiting: 10, patienceMs: 10_000 };

/** Turns by a clock that tests move, and the order in which holders got them. */
function testTurns(limits: Partial<Parameters<typeof createTurns<'long' | 'short'>>[0]> = {}) {
  let now = 0;
  const order: string[] = [];
  const turns = createTurns<'long' | 'short'>({ ...PATIENT, ...limits }, () => now);
  const take = async (holder: string, kind: 'long' | 'short' = 'short', signal?: AbortSignal) => {
    const end = await turns.take(holder, kind, signal);
    order.push(holder);
    return end;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { turns, order, take, pass };
}

test('the next turn goes to the holder who used the least time lately', async () => {
  const { order, take, pass } = testTurns();
  for (const holder of ['greedy', 'greedy', 'modest']) {
    const end = await take(holder);
    pass(holder === 'greedy' ? 500 : 10);
    end();
  }
  const end = await take('other');
  const waiting = [take('greedy'), take('greedy'), take('modest'), take('new')];
  end();
  for (const turn of [waiting[3], waiting[2], waiting[0], waiting[1]]) (await turn)?.();
  expect(order.slice(4)).toEqual(['new', 'modest', 'greedy', 'greedy']);
});

test('what was used is forgotten, half of it each minute', async () => {
  const { turns, take, pass } = testTurns();
  const end = await take('holder');
  pass(800);
  end();
  expect(turns.usedBy('holder')).toBe(800);
  pass(120_000);
  expect(turns.usedBy('holder')).toBeCloseTo(200);
});

test('of time in which several run, each has used its share', async () => {
  const { turns, take, pass } = testTurns({ atOnce: 2 });
  const a = await take('a');
  pass(100);
  const b = await take('b');
  pass(200);
  b();
  pass(50);
  a();
  expect([turns.usedBy('a'), turns.usedBy('b')].map(Math.round)).toEqual([250, 100]);
});

test('no more run than may, of one holder and of one kind', async () => {
  const { order, take } = testTurns({ atOnce: 3, perHolder: 2, ofKind: { long: 1 } });
  const a = await take('a', 'long');
  const b = await take('a');
  void take('a');
  void take('b', 'long');
  await take('c');
  expect(order).toEqual(['a', 'a', 'c']);
  a();
  a();
  await sleep(0);
  expect(order).toEqual(['a', 'a', 'c', 'a']);
  b();
  await sleep(0);
  expect(order).toEqual(['a', 'a', 'c', 'a', 'b']);
});

test('it knows how many of a kind run and wait', async () => {
  const { turns, take } = testTurns({ atOnce: 2, ofKind: { long: 1 } });
  const end = await take('a', 'long');
  await take('a');
  const waiting = [take('b', 'long'), take('c', 'long')];
  expect([turns.load('long'), turns.load('short')]).toEqual([
    { running: 1, waiting: 2 },
    { running: 1, waiting: 0 },
  ]);
  end();
  expect(turns.load('long')).toEqual({ running: 1, waiting: 1 });
  // one who is left waiting would be refused while other tests run
  for (const turn of waiting) (await turn)();
});

test('who waits knows how many come before', async () => {
  const { turns, take } = testTurns();
  const end = await take('a');
  const waiting = [take('b'), take('c')];
  expect([turns.ahead('a'), turns.ahead('b'), turns.ahead('c')]).toEqual([undefined, 0, 1]);
  end();
  for (const turn of waiting) (await turn)();
});

test('no one waits in a queue that is full, or for ever', async () => {
  const { take } = testTurns({ waiting: 1, patienceMs: 20 });
  const end = await take('a');
  const waiting = take('b');
  await expect(take('c')).rejects.toThrow(BusyError);
  await expect(waiting).rejects.toThrow(BusyError);
  end();
  // those who left the queue hold no turn
  (await take('d'))();
});

test('a client who has gone leaves the queue', async () => {
  const { take, turns } = testTurns();
  const end = await take('a');
  const gone = new AbortController();
  const waiting = take('b', 'short', gone.signal);
  gone.abort();
  await expect(waiting).rejects.toThrow('gone');
  await expect(take('b', 'short', gone.signal)).rejects.toThrow('gone');
  expect(turns.ahead('b')).toBeUndefined();
  end();
});

test('who used less takes the place of one who used more, when too many wait', async () => {
  const { order, take, pass } = testTurns({ waiting: 2 });
  const used = await take('greedy');
  pass(500);
  used();
  const end = await take('other');
  const first = take('greedy');
  const second = take('greedy');
  const modest = take('modest');
  await expect(first).rejects.toThrow(BusyError);
  await expect(take('greedy')).rejects.toThrow(BusyError);
  end();
  (await modest)();
  (await second)();
  expect(order).toEqual(['greedy', 'other', 'modest', 'greedy']);
});
