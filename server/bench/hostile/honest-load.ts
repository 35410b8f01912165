/** The process of the honest holder of hostile.ts, who logs a trip a second on a connection that is kept, as browsers do. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../test/attacks/attacker';
import { buildTrip } from '../../test/builders';

export type HonestLoad = {
  url: string;
  cookie: string;
  driver: { id: string; driverAuthorityLicense: string };
  minutes: number;
};
/** `times` are from the first try of a trip to its answer, in milliseconds; `refusals` count tries by their status. */
export type HonestOutcome = { sent: number; times: number[]; refusals: Record<string, number> };

const MINUTE_MS = 60_000;
const RETRY_MS = 500;

const agent = new Agent({ keepAlive: true });

/** Logs each trip until it is stored, as the app does. */
async function logTrips({ url, cookie, driver, minutes }: HonestLoad): Promise<HonestOutcome> {
  const times: number[] = [];
  const refusals: Record<string, number> = {};
  const log = async () => {
    const key = randomUUID();
    const headers = { Cookie: cookie, 'Idempotency-Key': key };
    const json = buildTrip(driver, { notes: key });
    for (const began = performance.now(); ; await sleep(RETRY_MS)) {
      const { status } = await send(url, { path: '/api/trips', headers, json, agent });
      if (status === 201) return void times.push(performance.now() - began);
      refusals[status] = (refusals[status] ?? 0) + 1;
    }
  };
  const sent: Promise<void>[] = [];
  for (const began = performance.now(); sent.length < minutes * 60; ) {
    sent.push(log());
    await sleep(began + sent.length * 1000 - performance.now());
  }
  await Promise.race([Promise.all(sent), sleep(MINUTE_MS)]);
  return { sent: sent.length, times, refusals };
}

process.once('message', async (load: HonestLoad) => {
  const outcome = await logTrips(load);
  process.send?.(outcome, () => process.exit());
});
