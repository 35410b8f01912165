import { recipientSchema } from '@shared/deliveries/recipients';
import { auditEvents } from '@shared/tables/holders';
import { emailSettings } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/http/create-test-app';

const it = createTestApp();

const eventsOf = (entityId: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, 'recipient'), eq(auditEvents.entityId, entityId)))
    .orderBy(auditEvents.at);

const storedOf = ({ holderId }: SignedIn) =>
  it.db.select().from(emailSettings).where(eq(emailSettings.beaHolderId, holderId));

async function add({ agent }: SignedIn, email = 'Boss@example.com') {
  const { body } = await agent.post('/api/email-settings').send({ email }).expect(201);
  return recipientSchema.parse(body);
}

describe('POST /api/email-settings', () => {
  test('stores a recipient with the defaults, and the audit names who added it', async () => {
    const mine = await it.signIn();
    const recipient = await add(mine);
    expect(recipient).toMatchObject({
      beaHolderId: mine.holderId,
      email: 'Boss@example.com',
      quarterlyReports: true,
      annualReports: true,
      detailedBreakdown: false,
      isActive: true,
    });
    expect(await eventsOf(recipient.id)).toMatchObject([
      { action: 'created', changes: { email: { to: 'Boss@example.com' } } },
    ]);
  });

  test.each([
    '',
    'boss',
    'boss@',
    'a@b.c\r\nBcc: x@y.z',
    'a@example.com>',
    'Boss <boss@example.com>',
    null,
    5,
  ])('the address %j is refused', async (email) => {
    const mine = await it.signIn();
    const { body } = await mine.agent.post('/api/email-settings').send({ email }).expect(400);
    expect(body.details).toContainEqual({ path: 'email', message: 'Invalid email address' });
    expect(await storedOf(mine)).toEqual([]);
  });

  test('an address is a recipient once per holder, in any case', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    await add(mine);
    const { body } = await mine.agent
      .post('/api/email-settings')
      .send({ email: 'BOSS@EXAMPLE.COM' })
      .expect(409);
    expect(body.message).toBe('This email address is already a recipient');
    await add(other);
    expect(await storedOf(mine)).toHaveLength(1);
  });
});

test("GET /api/email-settings lists the holder's own recipients by address", async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  await add(mine, 'zoe@example.com');
  await add(mine, 'Amy@example.com');
  await add(other, 'eve@example.com');
  const { body } = await mine.agent.get('/api/email-settings').expect(200);
  expect(body.map((row: unknown) => recipientSchema.parse(row).email)).toEqual([
    'Amy@example.com',
    'zoe@example.com',
  ]);
});

describe('a holder with as many recipients as it can have', () => {
  const few = createTestApp({ maxRecipients: 3 });

  test('is refused another, however many are added at once', async () => {
    const { agent, holderId } = await few.signIn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        agent.post('/api/email-settings').send({ email: `boss${index}@example.com` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      message:
        'This account has 3 email recipients, the most it can have. Remove those you no longer need, or ask the operator of this service for more.',
      code: 'limit-reached',
    });
    expect(await few.db.$count(emailSettings, eq(emailSettings.beaHolderId, holderId))).toBe(3);
  });
});

describe('PUT /api/email-settings/{id}', () => {
  test('changes one flag and leaves the others, and the audit shows it', async () => {
    const mine = await it.signIn();
    const { id } = await add(mine);
    const { body } = await mine.agent
      .put(`/api/email-settings/${id}`)
      .send({ annualReports: false })
      .expect(200);
    expect(body).toMatchObject({ quarterlyReports: true, annualReports: false });
    expect((await eventsOf(id))[1]).toMatchObject({
      action: 'updated',
      changes: { annualReports: { from: true, to: false } },
    });
  });

  test.each([[{}], [{ email: 'other@example.com' }], [{ annualReports: 'no' }], [{ bounces: 0 }]])(
    '%j is refused',
    async (changes) => {
      const mine = await it.signIn();
      const { id } = await add(mine);
      const before = await storedOf(mine);
      await mine.agent.put(`/api/email-settings/${id}`).send(changes).expect(400);
      expect(await storedOf(mine)).toEqual(before);
    },
  );
});

test('DELETE /api/email-settings/{id} removes the recipient and keeps what it was', async () => {
  const mine = await it.signIn();
  const { id } = await add(mine);
  await mine.agent.delete(`/api/email-settings/${id}`).expect(204);
  expect(await storedOf(mine)).toEqual([]);
  expect((await eventsOf(id))[1]).toMatchObject({
    action: 'deleted',
    changes: { email: { from: 'Boss@example.com' } },
  });
  await mine.agent.delete(`/api/email-settings/${id}`).expect(404);
});

test('a removed recipient is taken back as it was, once, by its holder alone', async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const { id } = await add(mine);
  await mine.agent.put(`/api/email-settings/${id}`).send({ annualReports: false }).expect(200);
  const before = await storedOf(mine);
  await mine.agent.delete(`/api/email-settings/${id}`).expect(204);

  await other.agent.post(`/api/email-settings/${id}/restore`).expect(404);
  await mine.agent.post(`/api/email-settings/${id}/restore`).expect(200);
  expect(await storedOf(mine)).toEqual(before);
  expect((await eventsOf(id)).map(({ action }) => action)).toContain('restored');
  await mine.agent.post(`/api/email-settings/${id}/restore`).expect(404);

  await mine.agent.delete(`/api/email-settings/${id}`).expect(204);
  await add(mine, 'boss@example.com');
  await mine.agent.post(`/api/email-settings/${id}/restore`).expect(409);
});
