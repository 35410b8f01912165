import { auditEvents } from '@shared/tables/holders';
import { reportPreferences } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../test/http/create-test-app';

const it = createTestApp();

const DEFAULTS = { sendQuarterly: true, sendAnnual: true, detailedBreakdown: false };

const eventsOf = (holderId: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, 'preferences'), eq(auditEvents.beaHolderId, holderId)));

test('a holder who never saved any has the defaults', async () => {
  const { agent } = await it.signIn();
  const { body } = await agent.get('/api/report-preferences').expect(200);
  expect(body).toEqual(DEFAULTS);
});

test("saved preferences are the holder's own, and the audit shows what changed", async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const saved = { sendQuarterly: false, sendAnnual: true, detailedBreakdown: true };
  await mine.agent.put('/api/report-preferences').send(saved).expect(200, saved);
  await mine.agent.put('/api/report-preferences').send(saved).expect(200, saved);
  expect((await mine.agent.get('/api/report-preferences')).body).toEqual(saved);
  expect((await other.agent.get('/api/report-preferences')).body).toEqual(DEFAULTS);
  expect(await eventsOf(mine.holderId)).toMatchObject([
    {
      action: 'updated',
      changes: { sendQuarterly: { from: true, to: false }, detailedBreakdown: { from: false, to: true } },
    },
  ]);
});

test.each([[{}], [{ ...DEFAULTS, sendAnnual: 'no' }], [{ ...DEFAULTS, sendMonthly: true }]])(
  '%j is refused',
  async (preferences) => {
    const { agent, holderId } = await it.signIn();
    await agent.put('/api/report-preferences').send(preferences).expect(400);
    expect(await it.db.$count(reportPreferences, eq(reportPreferences.beaHolderId, holderId))).toBe(0);
  },
);
