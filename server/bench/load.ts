import autocannon from 'autocannon';

const CONNECTIONS = 50;
const ROUND_SECONDS = 5;

export type Target = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

/** How many requests per second a target answers to 50 connections. @throws Error for any answer but a 2xx */
async function requestsPerSecond(target: Target, seconds = ROUND_SECONDS): Promise<number> {
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

/** The median time of an answer in milliseconds; requests are sent one after the other. */
export async function medianLatency(
  url: string,
  headers: Record<string, string>,
  times = 60,
): Promise<number> {
  const latencies: number[] = [];
  for (let i = 0; i < times + 10; i += 1) {
    const start = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    if (i >= 10) latencies.push(performance.now() - start);
  }
  return median(latencies);
}
