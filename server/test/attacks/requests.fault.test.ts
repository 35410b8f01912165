import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { attackedServer } from './attacked-server';
import { type Attacker, atOnce } from './attacker';
import { hostileRequests } from './hostile-requests';
import { openRaw, type RawConnection } from './raw-connection';

const it = attackedServer();
let attacker: Promise<Attacker> | undefined;

test.for(Object.entries(hostileRequests))('%s, 10 at once', async ([, make], context) => {
  attacker ??= it.signIn();
  const { ask } = await attacker;
  const call = make();
  const answers = await it.attack(context, () => atOnce(10, () => ask(call)));
  for (const { status } of answers) {
    // where the rest of a body is not read, the connection is closed
    expect(status, `${status}`).toBeLessThan(500);
  }
});

/** Connections that an attack leaves open: one that is tried again first closes those of the first try. */
function openConnections() {
  const open: RawConnection[] = [];
  return {
    open: async (say: string) => void open.push(await openRaw(it.url, say)),
    close() {
      for (const connection of open.splice(0)) connection.close();
    },
  };
}

test('40 uploads that are never finished', async (context) => {
  const host = new URL(it.url).host;
  const uploads = openConnections();
  await it.attack(context, async () => {
    uploads.close();
    const { ask } = await it.signIn();
    const addresses = await atOnce(40, () => ask({ method: 'POST', path: '/api/objects/upload' }));
    await Promise.all(
      addresses.map(({ body }) => {
        const { pathname, search } = new URL(JSON.parse(body.toString()).uploadURL);
        const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: image/png\r\nContent-Length: 5000000\r\n\r\n`;
        return uploads.open(`${head}begun`);
      }),
    );
    const oneMore = await ask({ method: 'POST', path: '/api/objects/upload' });
    expect([429, 503]).toContain(oneMore.status);
    await sleep(500);
  });
  uploads.close();
});

test('one trip sent 50 times at once with one key', async (context) => {
  const { ask } = await it.signIn();
  const driver = await ask({
    path: '/api/drivers',
    json: {
      driverAuthorityLicense: 'DA-1',
      bookedHireServiceLicense: 'B-1',
      vehicleRegistrationNumber: '123ABC',
      startDate: '2026-01-01',
    },
  });
  const { id } = JSON.parse(driver.body.toString());
  const headers = { 'Idempotency-Key': randomUUID() };
  const json = {
    driverId: id,
    driverAuthorityLicense: 'DA-1',
    suburb: 'Toowong',
    postcode: '4066',
    waitingTime: 5,
    datetime: '2026-01-01T00:00:00Z',
  };
  const answers = await it.attack(context, () =>
    atOnce(50, () => ask({ path: '/api/trips', headers, json })),
  );
  const ids = answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => JSON.parse(body.toString()).id);
  expect(new Set(ids).size).toBe(1);
  for (const { status } of answers) expect([201, 503]).toContain(status);
});
