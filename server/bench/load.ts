import autocannon from 'autocannon';

const CONNECTIONS = 50;
const ROUND_SECONDS = 5;
/** Requests that are not counted. */
const WARM_UP = 10;

export type Target = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

/** How many requests per second a target answers to 50 connections. @throws Error for any answer but a 2xx */
export async function requestsPerSecond(target: Target, seconds = ROUND_SECONDS): Promise<number> {
  const result = await autocannon({ connections: CONNECTIONS, duration: seconds, ...target });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0 || result['2xx'] === 0)
    throw new Error(`${target.url}: ${bad} requests failed, ${result['2xx']} did not`);
  return result['2xx'] / result.duration;
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Compares two targets, measured in turns so that both see the same machine: the median of the ratios. */
export async function compareLoad(ours: Target, bare: Target, rounds = 3) {
  await requestsPerSecond(ours, 2);
  await requestsPerSecond(bare, 2);
  const results: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push({ bare: await requestsPerSecond(bare), ours: await requestsPerSecond(ours) });
  }
  return {
    ratio: median(results.map((result) => result.ours / result.bare)),
    ours: median(results.map((result) => result.ours)),
    bare: median(results.map((result) => result.bare)),
  };
}

/**
 * The median times of two answers in milliseconds. Requests are sent one after the other, in turns, so that both see the same machine.
 */
export async function compareLatency(
  ours: Pick<Target, 'url' | 'headers'>,
  other: Pick<Target, 'url' | 'headers'>,
  times = 60,
) {
  const timeOf = async ({ url, headers = {} }: Pick<Target, 'url' | 'headers'>) => {
    const start = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return performance.now() - start;
  };
  const latencies: { ours: number; other: number }[] = [];
  for (let i = 0; i < times + WARM_UP; i += 1)
    latencies.push({ ours: await timeOf(ours), other: await timeOf(other) });
  const counted = latencies.slice(WARM_UP);
  return { ours: median(counted.map((one) => one.ours)), other: median(counted.map((one) => one.other)) };
}
