import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/**
 * Does some work while someone else asks for the last ten of their trips, over and over.
 * @param headers of the other's session
 * @returns what the work answers, how long it took in seconds, and the longest that the other one waited, in milliseconds
 */
export async function besideSomebody<T>(
  url: string,
  headers: Record<string, string>,
  work: () => Promise<T>,
) {
  let isDone = false;
  const started = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  // its failure is told by the end
  working.catch(() => {});
  let longestWaitMs = 0;
  while (!isDone) {
    const asked = performance.now();
    const answer = await fetch(`${url}/api/trips?page=1&limit=10`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Someone else was answered ${answer.status}`);
    longestWaitMs = Math.max(longestWaitMs, performance.now() - asked);
    await sleep(PAUSE_MS);
  }
  return { result: await working, seconds: (performance.now() - started) / 1000, longestWaitMs };
}

/** Asks for a document, and takes it whole. @returns its size in bytes */
export async function fetchDocument(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status} ${await answer.text()}`);
  return (await answer.arrayBuffer()).byteLength;
}
