/** @module-tag partitions */
import { brisbaneInstant } from '@shared/periods';
import type { LodgementList } from '@shared/reports/lodgements';
import { auditEvents } from '@shared/tables/holders';
import { lodgements } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { unzipFiles } from '../../test/documents/zip';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();
const q1 = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: 'R-1' };
const inQ1 = { datetime: brisbaneInstant('2026-08-15', '12:00').toISOString() };

/** A holder who lodged a quarter of one trip; each further lodgement is a minute later. */
async function holderWhoLodged() {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  await insertTrip(it.db, driver, inQ1);
  let minute = 0;
  onTestFinished(() => it.setNow(TEST_NOW));
  const lodge = (change: object = {}) => {
    minute += 1;
    it.setNow(new Date(TEST_NOW.getTime() + minute * 60_000));
    return agent.post('/api/lodgements').send({ ...q1, ...change });
  };
  const amend = (amends: string, reason = 'A trip was missing') =>
    lodge({ amends, reason, lodgedOn: '2026-11-20', reference: 'R-2' });
  const { body: first } = await lodge().expect(201);
  const list = async (): Promise<LodgementList> => (await agent.get('/api/lodgements').expect(200)).body;
  const changes = async () => (await agent.get('/api/lodgements/changes').expect(200)).body;
  const addTrip = () => agent.post('/api/trips').send(buildTrip(driver, inQ1)).expect(201);
  const withdraw = (id: string) => agent.delete(`/api/lodgements/${id}`);
  return { agent, holderId, first, lodge, amend, list, changes, addTrip, withdraw };
}

test('an amendment names what it amends and why, and is what later changes are compared with', async () => {
  const own = await holderWhoLodged();
  await own.addTrip();
  expect(Object.keys(await own.changes())).toEqual([own.first.id]);
  const { body } = await own.amend(own.first.id, ' A trip\nwas missing ').expect(201);
  expect(body).toMatchObject({
    period: 'Q1-2026',
    reference: 'R-2',
    amends: own.first.id,
    reason: 'A trip\nwas missing',
    amendedBy: null,
  });
  expect((await own.list()).lodgements).toEqual([body, { ...own.first, amendedBy: body.id }]);
  expect(await own.changes()).toEqual({});
  await own.addTrip();
  const changed = await own.changes();
  expect(Object.keys(changed)).toEqual([body.id]);
  expect(changed[body.id].total.trips).toBe(1);

  // a report is warned of once
  const { body: warnings } = await own.agent
    .get('/api/trips/lodged')
    .query({ search: 'Toowong' })
    .expect(200);
  expect(warnings).toEqual([{ period: 'Q1-2026', trips: 3 }]);
});

test('withdrawing an amendment makes the lodgement before it current again, and an amended one stays until then', async () => {
  const own = await holderWhoLodged();
  const second = (await own.amend(own.first.id).expect(201)).body;
  const third = (await own.amend(second.id).expect(201)).body;
  for (const id of [own.first.id, second.id]) {
    const message = 'This lodgement is amended. Withdraw its amendment first.';
    await own.withdraw(id).expect(409, { message, code: 'conflict' });
  }
  await own.withdraw(third.id).expect(204);
  const listed = (await own.list()).lodgements.map(({ id, amendedBy }) => ({ id, amendedBy }));
  expect(listed).toEqual([
    { id: second.id, amendedBy: null },
    { id: own.first.id, amendedBy: second.id },
  ]);
  await own.addTrip();
  expect(Object.keys(await own.changes())).toEqual([second.id]);
  await own.amend(second.id).expect(201);
});

test('only the current lodgement of the period is amended, and a period is lodged once without an amendment', async () => {
  const own = await holderWhoLodged();
  const other = await holderWhoLodged();
  const unknown = { message: 'Lodgement not found', code: 'not-found' };
  await own.amend(other.first.id).expect(404, unknown);
  await own.amend('nothing').expect(404, unknown);
  await own.lodge({ period: 'Q4-2026', amends: own.first.id, reason: 'Late' }).expect(404, unknown);
  await own.amend(own.first.id, '').expect(400);
  await own.lodge({ reason: 'Late' }).expect(400);
  const { body } = await own.amend(own.first.id).expect(201);
  const taken = { message: 'This lodgement is amended already', code: 'conflict' };
  await own.amend(own.first.id).expect(409, taken);
  await own.lodge().expect(409);
  await own.withdraw(body.id).expect(204);
  await own.amend(body.id).expect(404, unknown);
  expect((await other.list()).lodgements).toHaveLength(1);
});

test('of amendments and a withdrawal at once, one is done', async () => {
  const own = await holderWhoLodged();
  const { id } = own.first;
  const answers = await Promise.all([own.amend(id), own.amend(id), own.withdraw(id)]);
  const done = answers.filter(({ status }) => status < 300);
  expect(done).toHaveLength(1);
  for (const { status } of answers) expect([201, 204, 404, 409]).toContain(status);
  const stored = await it.db.select().from(lodgements).where(eq(lodgements.beaHolderId, own.holderId));
  const standing = stored.filter(({ withdrawnAt }) => !withdrawnAt).map(({ amendsId }) => amendsId);
  expect(standing).toEqual(answers[2]?.status === 204 ? [] : expect.arrayContaining([null, id]));
});

test('the records and the export have the documents of both, in folders that say what amends what', async () => {
  const own = await holderWhoLodged();
  const amendment = (await own.amend(own.first.id).expect(201)).body;
  await own.withdraw(amendment.id).expect(204);
  await own.addTrip();
  const again = (await own.amend(own.first.id, 'Two trips').expect(201)).body;
  const range = { startDate: '2026-07-01', endDate: '2026-09-30' };
  for (const asked of [own.agent.get('/api/records').query(range), own.agent.get('/api/export/everything')]) {
    const files = unzipFiles((await asked.buffer(true).parse(asBuffer).expect(200)).body);
    const folders = Object.keys(files).flatMap((name) => /^lodged\/(.*)\/quarterly/.exec(name)?.[1] ?? []);
    expect(folders.sort()).toEqual(['Q1-2026-1', 'Q1-2026-2-amends-1-withdrawn', 'Q1-2026-3-amends-1']);
    const lines = String(files['lodgements.csv']).trimEnd().split('\r\n');
    const amends = lines[0]?.split(',').indexOf('amends') ?? -1;
    expect(lines.map((line) => line.split(',')[amends])).toEqual(['amends', '', 'Q1-2026-1', 'Q1-2026-1']);
    expect(lines[2]).toContain(',A trip was missing,');
  }
  for (const { id, documents } of [own.first, again])
    await own.agent.get(`/api/lodgements/${id}/documents/${documents[0].name}`).expect(200);
});

test('the audit trail says what is amended and why', async () => {
  const own = await holderWhoLodged();
  const { body } = await own.amend(own.first.id).expect(201);
  const isOfIt = and(eq(auditEvents.beaHolderId, own.holderId), eq(auditEvents.entityId, body.id));
  const [event] = await it.db.select().from(auditEvents).where(isOfIt);
  expect(event?.changes).toMatchObject({
    amends: { to: own.first.id },
    reason: { to: 'A trip was missing' },
  });
});
