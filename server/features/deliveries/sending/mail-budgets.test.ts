import { DELIVERY_KINDS, type DeliveryKind } from '@shared/deliveries/deliveries';
import { brisbaneInstant } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, reportDeliveries } from '@shared/tables/reports';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../lib/logger';
import { insertHolder } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { EMPTY_HOLDERS } from '../../../test/postgres/empty-holders';
import { insertDeliveries } from '../deliveries.repository';
import { sendDueReports } from './sending.service';

const it = createTestApp({ mailPerHour: 4, mailPerHolderADay: 100 });
const at = (time: string, day = '2026-10-01') => brisbaneInstant(day, time);

// the budget is everybody's
beforeEach(() => it.asOwner(EMPTY_HOLDERS));

/** A holder of last year, with so many recipients of its reports. */
async function holderWith(recipients: number): Promise<string> {
  const { id } = await insertHolder(it.db);
  await it.db
    .update(beaHolders)
    .set({ createdAt: at('08:00', '2026-01-01') })
    .where(eq(beaHolders.id, id));
  for (let i = 0; i < recipients; i += 1) {
    const email = `r${i}.${id.slice(0, 8)}@example.com`;
    await it.db
      .insert(emailSettings)
      .values({ beaHolderId: id, email, createdAt: at('08:00', '2026-01-01') });
  }
  return id;
}

/** Stores mails that are due at once. */
const enqueue = (beaHolderId: string, kind: DeliveryKind, count: number, now = at('08:00')) =>
  insertDeliveries(
    it.db,
    Array.from({ length: count }, (_, repeat) => ({
      beaHolderId,
      kind,
      period: kind === 'welcome' || kind === 'test' ? '2026-10-01' : 'Q1-2026',
      recipient: `r0.${beaHolderId.slice(0, 8)}@example.com`,
      repeat,
    })),
    it.deps.mailer.messageId,
    now,
  );

/** How many mails of each holder and kind were sent. */
async function sentOf(holderId: string, ...kinds: DeliveryKind[]): Promise<number> {
  const rows = await it.db.select().from(reportDeliveries).where(eq(reportDeliveries.beaHolderId, holderId));
  const wanted = kinds.length > 0 ? kinds : DELIVERY_KINDS;
  return rows.filter(({ state, kind }) => state === 'sent' && wanted.includes(kind)).length;
}

const run = (time: string, day?: string) => sendDueReports(it.deps, at(time, day));

describe('the budget of the installation', () => {
  test('holds mails back until the hour is over, loses none, and says so once', async () => {
    const lines: { event?: string; waiting?: number }[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const held = () => lines.filter(({ event }) => event === 'mail-budget');
    const holder = await holderWith(6);
    for (const time of ['08:00', '08:01', '08:59']) await sendDueReports({ ...it.deps, log }, at(time));
    expect(await sentOf(holder)).toBe(4);
    expect(held()).toMatchObject([{ waiting: 2 }]);
    const waiting = await it.db.select().from(reportDeliveries).where(eq(reportDeliveries.state, 'pending'));
    expect(waiting).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    await sendDueReports({ ...it.deps, log }, at('09:01'));
    expect(await sentOf(holder)).toBe(6);
    expect(held()).toHaveLength(1);
  });

  test('is shared by holders in turn, anyone who came first', async () => {
    const many = await holderWith(9);
    const few = await holderWith(2);
    await run('08:00');
    expect([await sentOf(many), await sentOf(few)]).toEqual([2, 2]);
    await run('09:01');
    expect([await sentOf(many), await sentOf(few)]).toEqual([6, 2]);
  });

  test('is for what the schedule sends first; what people asked for gets half of it at most', async () => {
    const asking = await holderWith(1);
    await enqueue(asking, 'welcome', 9, at('06:00'));
    await run('06:00');
    expect(await sentOf(asking)).toBe(2);
    const honest = await holderWith(3);
    await run('08:00', '2026-10-01');
    expect(await sentOf(honest, 'quarterly')).toBe(3);
    expect(await sentOf(asking, 'quarterly')).toBe(1);
    expect(await sentOf(asking, 'welcome')).toBe(2);
    await run('09:01');
    expect(await sentOf(asking, 'welcome')).toBe(4);
  });

  test('lets a test mail wait like any other', async () => {
    const { agent } = await it.signIn();
    const states: string[] = [];
    for (let i = 0; i < 3; i += 1)
      states.push((await agent.post('/api/deliveries/test').expect(201)).body.state);
    expect(states).toEqual(['sent', 'sent', 'pending']);
  });
});

test('a holder sends others so many mails a day, and its own contact is not among them', async () => {
  const deps = { ...it.deps, config: { ...it.deps.config, mailPerHour: 100, mailPerHolderADay: 3 } };
  const busy = await holderWith(5);
  const other = await holderWith(2);
  await enqueue(busy, 'test', 1);
  await enqueue(busy, 'welcome', 2);
  await sendDueReports(deps, at('08:00'));
  expect(await sentOf(busy, 'quarterly')).toBe(3);
  expect(await sentOf(busy, 'welcome')).toBe(0);
  expect(await sentOf(busy, 'test')).toBe(1);
  expect(await sentOf(other)).toBe(2);
  await sendDueReports(deps, at('07:59', '2026-10-02'));
  expect(await sentOf(busy)).toBe(4);
  await sendDueReports(deps, at('08:01', '2026-10-02'));
  expect(await sentOf(busy, 'quarterly', 'welcome')).toBe(6);
});
