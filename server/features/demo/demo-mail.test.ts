import { reportDeliveries } from '@shared/tables/reports';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createMailer } from '../../lib/mail/mailer';
import { createTestApp } from '../../test/http/create-test-app';
import { type MailServer, startMailServer } from '../../test/mail/mail-server';
import { sendDueReports } from '../deliveries/sending/sending.service';

const it = createTestApp({ signInCodes: true });
let smtp: MailServer;
let deps: typeof it.deps;
beforeAll(async () => {
  smtp = await startMailServer();
  const mailer = createMailer({
    smtpUrl: smtp.url,
    mailFrom: 'Trip Log <reports@example.org>',
    dataDir: it.dataDir,
  });
  deps = { ...it.deps, mailer };
});
afterAll(() => smtp.stop());

test('nothing of a demo reaches a mail server, and its history says why', async () => {
  const app = createApp(deps);
  const agent = supertest.agent(app);
  const { body } = await agent.post('/api/demo').send({}).expect(200);
  const { id, beaNumber, holderName, companyName, contactPhone, contactEmail, version } = body.beaHolder;
  const email = 'victim@example.org';

  const sent = await agent.post('/api/deliveries/test').expect(201);
  expect(sent.body).toMatchObject({ state: 'cancelled', reason: 'A demo sends no emails' });
  const recipient = { email, quarterlyReports: true, annualReports: true, detailedBreakdown: true };
  await agent.post('/api/email-settings').send(recipient).expect(201);
  await agent.post('/api/people').send({ name: 'Some One', email }).expect(201);
  const token = { name: 'Dispatch', scope: 'read', expiresOn: '2027-06-30' };
  await agent.post('/api/tokens').send(token).expect(201);
  const profile = { holderName, companyName, contactPhone, version };
  await agent
    .put('/api/profile')
    .send({ ...profile, contactEmail: email })
    .expect(403);
  // the form answers alike for every number
  const login = { beaNumber, holderName, companyName, contactPhone };
  for (const address of [email, contactEmail])
    await supertest(app)
      .post('/api/auth/login')
      .send({ ...login, contactEmail: address })
      .expect(202);

  for (const at of ['2026-11-21T02:01:00Z', '2027-01-01T00:30:00Z', '2027-01-22T00:30:00Z'])
    await sendDueReports(deps, new Date(at));
  await Promise.all(deps.lifecycle.underWay);
  expect(smtp.recipients()).toEqual([]);
  const rows = await it.db.select().from(reportDeliveries).where(eq(reportDeliveries.beaHolderId, id));
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ state, attempts }) => state !== 'cancelled' || attempts > 0)).toEqual([]);
  const { deliveries } = (await agent.get('/api/deliveries').expect(200)).body;
  expect(new Set(deliveries.map(({ reason }: { reason: string }) => reason))).toEqual(
    new Set(['A demo sends no emails']),
  );
  // the mail server works
  const real = { ...login, beaNumber: '70601', contactEmail: 'mary@example.org' };
  await supertest(app).post('/api/auth/login').send(real).expect(202);
  await Promise.all(deps.lifecycle.underWay);
  expect(smtp.recipients()).toEqual(['mary@example.org']);
});
