/** @module-tag long */
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { ask, insertKnown, settled, verify } from '../../test/http/asked-codes';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp({ signInCodes: true, trustProxy: 1 });

const NETWORKS = [
  ...Array.from({ length: 6 }, (_, n) => (client: number) => `2001:db8:77:${n}::${client.toString(16)}`),
  ...Array.from({ length: 5 }, (_, n) => () => `203.0.113.${n}`),
];

test('code flood: 1,200 requests of strangers leave a holder its code on a new device', {
  timeout: 600_000,
}, async () => {
  const statuses: number[] = [];
  let sent = 0;
  async function flood(): Promise<void> {
    for (let n = sent++; n < 1200; n = sent++) {
      const address = NETWORKS[n % NETWORKS.length]?.(n) ?? '';
      const asking = supertest(it.server).post('/api/auth/login').set('X-Forwarded-For', address);
      statuses.push((await asking.send(buildLogin())).status);
    }
  }
  await Promise.all(Array.from({ length: 20 }, flood));
  await settled(it);
  // more than the installation mails in an hour
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(1000);

  const { details } = await insertKnown(it);
  const agent = supertest.agent(it.server);
  const asked = await ask(it, agent, details, { 'X-Forwarded-For': '198.51.100.7' });
  expect(asked.code).toMatch(/^\d{8}$/);
  await verify(agent, asked).expect(200);
  // of one /48, whatever its networks, 600 are answered
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(50);
});
