import { auditEvents } from '@shared/tables/holders';
import { emailSettings, reportPreferences } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { onlyRow } from '../../../lib/database/db';
import { createTestApp, TEST_DEPS, TEST_NOW } from '../../../test/http/create-test-app';
import { type Subscription, unsubscribeUrl } from '../signed-links';

const it = createTestApp();
const anna = 'anna@example.com';

async function insertRecipient(beaHolderId: string) {
  return onlyRow(await it.db.insert(emailSettings).values({ beaHolderId, email: anna }).returning());
}
const boxes = async (id: string) => {
  const [row] = await it.db.select().from(emailSettings).where(eq(emailSettings.id, id));
  return row && { quarterly: row.quarterlyReports, annual: row.annualReports };
};
/** The path of a mail's unsubscribe link. */
const pathOf = (subscription: Subscription, now = TEST_NOW) => {
  const { pathname, search } = new URL(unsubscribeUrl(TEST_DEPS, subscription, now));
  return pathname + search;
};
const oneClick = (path: string) =>
  supertest(it.server)
    .post(path)
    .set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example.net' })
    .type('form')
    .send('List-Unsubscribe=One-Click');

describe('a recipient', () => {
  test('is asked by GET, which changes nothing', async () => {
    const { holderId } = await it.signIn({ companyName: 'Ngāti & <b>Cars</b>' });
    const { id } = await insertRecipient(holderId);
    const answer = await supertest(it.server)
      .get(pathOf({ scope: 'quarterly', id }))
      .expect(200);
    expect(answer.type).toBe('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Stop quarterly reports?');
    expect(answer.text).toContain('Ngāti &amp; &lt;b&gt;Cars&lt;/b&gt;');
    expect(await boxes(id)).toEqual({ quarterly: true, annual: true });
  });

  test('is unsubscribed by one click from any origin, and the audit shows it', async () => {
    const { holderId } = await it.signIn();
    const { id } = await insertRecipient(holderId);
    const path = pathOf({ scope: 'quarterly', id });
    for (let i = 0; i < 2; i += 1) {
      const { text } = await oneClick(path).expect(200);
      expect(text).toContain('You are off the list');
    }
    expect(await boxes(id)).toEqual({ quarterly: false, annual: true });
    const events = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entity, 'recipient'), eq(auditEvents.entityId, id)));
    expect(events).toMatchObject([
      { beaHolderId: holderId, userId: null, changes: { quarterlyReports: { from: true, to: false } } },
    ]);
  });

  test('is unsubscribed by a multipart form too, which RFC 8058 allows', async () => {
    const { holderId } = await it.signIn();
    const { id } = await insertRecipient(holderId);
    await supertest(it.server)
      .post(pathOf({ scope: 'annual', id }))
      .field('List-Unsubscribe', 'One-Click')
      .expect(200);
    expect(await boxes(id)).toEqual({ quarterly: true, annual: false });
  });

  test('can undo it on the page', async () => {
    const { holderId } = await it.signIn();
    const { id } = await insertRecipient(holderId);
    const path = pathOf({ scope: 'annual', id });
    const { text } = await supertest(it.server).post(path).type('form').send({ action: 'stop' }).expect(200);
    expect(text).toContain('name="action" value="undo"');
    const undone = await supertest(it.server).post(path).type('form').send({ action: 'undo' }).expect(200);
    expect(undone.text).toContain('You are on the list again');
    expect(await boxes(id)).toEqual({ quarterly: true, annual: true });
  });

  test('is unsubscribed from both reports by the link of the first notice', async () => {
    const { holderId } = await it.signIn();
    const { id } = await insertRecipient(holderId);
    await oneClick(pathOf({ scope: 'reports', id })).expect(200);
    expect(await boxes(id)).toEqual({ quarterly: false, annual: false });
  });

  test('who was removed is told so, and is not added again', async () => {
    const { holderId } = await it.signIn();
    const { id } = await insertRecipient(holderId);
    await it.db.delete(emailSettings).where(eq(emailSettings.id, id));
    const path = pathOf({ scope: 'quarterly', id });
    const { text } = await supertest(it.server).post(path).type('form').send({ action: 'undo' }).expect(200);
    expect(text).toContain('not on the list any more');
    expect(await boxes(id)).toBeUndefined();
  });
});

test('the contact stops the reminders, and can undo it', async () => {
  const { holderId } = await it.signIn();
  const path = pathOf({ scope: 'reminders', id: holderId });
  const reminders = async () => {
    const [row] = await it.db
      .select()
      .from(reportPreferences)
      .where(eq(reportPreferences.beaHolderId, holderId));
    return row?.sendReminders;
  };
  await oneClick(path).expect(200);
  expect(await reminders()).toBe(false);
  await supertest(it.server).post(path).type('form').send({ action: 'undo' }).expect(200);
  expect(await reminders()).toBe(true);
});

test.each([
  ['expiry-six-weeks', 'remindSixWeeks', '6 weeks'],
  ['expiry-four-weeks', 'remindFourWeeks', '4 weeks'],
  ['expiry-one-week', 'remindOneWeek', '1 week'],
] as const)('the contact stops reminders of %s alone, and can undo it', async (scope, preference, ahead) => {
  const { holderId } = await it.signIn();
  const path = pathOf({ scope, id: holderId });
  const saved = async () => {
    const [row] = await it.db
      .select()
      .from(reportPreferences)
      .where(eq(reportPreferences.beaHolderId, holderId));
    const { remindSixWeeks, remindFourWeeks, remindOneWeek, sendReminders } = row ?? {};
    return { remindSixWeeks, remindFourWeeks, remindOneWeek, sendReminders };
  };
  const all = { remindSixWeeks: true, remindFourWeeks: true, remindOneWeek: true, sendReminders: true };
  const { text } = await oneClick(path).expect(200);
  expect(text).toContain(`Reminders ${ahead} before something expires of`);
  expect(await saved()).toEqual({ ...all, [preference]: false });
  await supertest(it.server).post(path).type('form').send({ action: 'undo' }).expect(200);
  expect(await saved()).toEqual(all);
});

test('a link with a wrong signature does nothing', async () => {
  const { holderId } = await it.signIn();
  const { id } = await insertRecipient(holderId);
  const other = await insertRecipient((await it.signIn()).holderId);
  const path = pathOf({ scope: 'quarterly', id });
  const forged = [
    path.replace('quarterly', 'annual'),
    path.replace(id, other.id),
    path.slice(0, -1),
    `${path}A`,
    path.replace(/[^.]+$/, ''),
    '/unsubscribe',
    '/unsubscribe?token=',
    `${path}&token=x`,
    `/unsubscribe?token=quarterly.${id}.20000.${'A'.repeat(43)}`,
  ];
  for (const address of forged) {
    const { text } = await oneClick(address).expect(404);
    expect(text).toContain('This link is not valid');
  }
  for (const recipient of [id, other.id])
    expect(await boxes(recipient)).toEqual({ quarterly: true, annual: true });
});

test('a link works for 400 days, and no one can make it last longer', async ({ onTestFinished }) => {
  onTestFinished(() => it.setNow(TEST_NOW));
  const { holderId } = await it.signIn();
  const { id } = await insertRecipient(holderId);
  const path = pathOf({ scope: 'quarterly', id });
  const daysLater = (days: number) => new Date(TEST_NOW.getTime() + days * 24 * 60 * 60 * 1000);
  const lastDay = Math.floor(daysLater(400).getTime() / (24 * 60 * 60 * 1000));
  expect(path).toContain(`.${lastDay}.`);

  it.setNow(daysLater(401));
  for (const ended of [path, path.replace(`.${lastDay}.`, `.${lastDay + 1}.`)]) {
    const { text } = await oneClick(ended).expect(404);
    expect(text).toContain(
      'It has expired, or was cut off on its way. Every newer email has a link that works',
    );
  }
  expect(await boxes(id)).toEqual({ quarterly: true, annual: true });
  it.setNow(daysLater(400));
  await oneClick(path).expect(200);
  expect(await boxes(id)).toEqual({ quarterly: false, annual: true });
});

test('the page loads its style from a file, as the content security policy demands', async () => {
  const answer = await supertest(it.server).get('/unsubscribe?token=x').expect(404);
  expect(answer.text).not.toMatch(/<style|style=|<script/);
  expect(answer.headers['content-security-policy']).toContain("style-src 'self'");
  await supertest(it.server)
    .get('/unsubscribe/style.css')
    .expect(200)
    .expect('content-type', /text\/css/);
});
