import { randomUUID } from 'node:crypto';
import { auditEvents } from '@shared/tables/holders';
import { trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';

const testApp = createTestApp();

test('a misspelt suburb is named once, and corrected in all its rows', async () => {
  const { agent, holderId } = await testApp.signIn();
  await insertDriver(testApp.db, holderId, { driverAuthorityLicense: 'DA-1' });
  const lines = ['Indooropily', 'Indooropily', ' INDOOROPILY ', 'Ascot'].map(
    (suburb, hour) => `31/10/2026 1${hour}:05,DA-1,${suburb},${suburb === 'Ascot' ? 4007 : 4068},5`,
  );
  const file = Buffer.from(
    ['Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)', ...lines].join('\r\n'),
  );
  const send = (path: string, query: object) =>
    agent
      .post(path)
      .query(query)
      .set('Content-Type', 'text/csv')
      .set('Idempotency-Key', randomUUID())
      .send(file);

  const first = (await send('/api/imports/preview', {}).expect(200)).body;
  expect(first.suburbs).toEqual({
    misspelt: [{ typed: 'Indooropily', rows: 3, offered: expect.arrayContaining(['Indooroopilly 4068']) }],
    corrected: {},
  });
  const corrected = { Indooropily: 'Indooroopilly 4068' };
  const suburbs = JSON.stringify(corrected);
  const { columns, counts, ...second } = (await send('/api/imports/preview', { suburbs }).expect(200)).body;
  expect(second.suburbs).toEqual({ misspelt: [], corrected });
  const query = { fileName: 'a.csv', columns: JSON.stringify(columns), tripCount: counts.ready, suburbs };
  const { id } = (await send('/api/imports', query).expect(201)).body;
  const stored = await testApp.db.select().from(trips).where(eq(trips.beaHolderId, holderId));
  expect(stored.map(({ suburb, postcode }) => `${suburb} ${postcode}`.toLowerCase()).toSorted()).toEqual([
    'ascot 4007',
    'indooroopilly 4068',
    'indooroopilly 4068',
    'indooroopilly 4068',
  ]);
  const [event] = await testApp.db.select().from(auditEvents).where(eq(auditEvents.entityId, id));
  expect(event?.changes).toMatchObject({ suburbsCorrected: { to: 'Indooropily: Indooroopilly 4068' } });
});
