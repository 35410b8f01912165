import { beaHolderSchema } from '@shared/holders';
import { auditEvents, beaHolders } from '@shared/tables/holders';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();

const profile = {
  holderName: 'Mary Ngāti',
  companyName: 'Smith & Daughters',
  tradingName: 'River Cars',
  contactPerson: 'Łukasz',
  contactEmail: 'office@example.com',
  contactPhone: '+61 7 3000 0001',
};

const storedHolder = async (holderId: string) =>
  (await it.db.select().from(beaHolders).where(eq(beaHolders.id, holderId)))[0];

test('GET /api/profile answers the signed-in holder', async () => {
  const { agent, holderId, login } = await it.signIn();
  const { body } = await agent.get('/api/profile').expect(200);
  expect(beaHolderSchema.parse(body)).toMatchObject({ id: holderId, beaNumber: login.beaNumber });
});

describe('PUT /api/profile', () => {
  test('stores all six fields, and the audit shows what changed', async () => {
    const { agent, holderId } = await it.signIn();
    const { body } = await agent.put('/api/profile').send(profile).expect(200);
    expect(beaHolderSchema.parse(body)).toMatchObject(profile);
    expect(await storedHolder(holderId)).toMatchObject(profile);
    expect((await agent.get('/api/auth/me')).body).toMatchObject(profile);
    const [event] = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entityId, holderId), eq(auditEvents.action, 'updated')));
    expect(event?.changes).toMatchObject({
      holderName: { from: 'Mary Jane Smith', to: 'Mary Ngāti' },
      tradingName: { from: null, to: 'River Cars' },
    });
  });

  test('the optional fields stay when they are not named, and go when they are empty', async () => {
    const { agent } = await it.signIn();
    await agent.put('/api/profile').send(profile).expect(200);
    const { tradingName: _, contactPerson: __, ...required } = profile;
    const kept = await agent.put('/api/profile').send(required).expect(200);
    expect(kept.body).toMatchObject({ tradingName: 'River Cars', contactPerson: 'Łukasz' });
    const cleared = await agent
      .put('/api/profile')
      .send({ ...required, tradingName: ' ', contactPerson: null });
    expect(cleared.body).toMatchObject({ tradingName: null, contactPerson: null });
  });

  test('the last day of the authorisation is stored, stays when it is not named, and is removed by null', async () => {
    const { agent, login } = await it.signIn();
    const { beaNumber: _b, rememberMe: _r, ...profile } = login;
    const put = async (change: object) =>
      (
        await agent
          .put('/api/profile')
          .send({ ...profile, ...change })
          .expect(200)
      ).body.authorisationExpires;
    expect(await put({ authorisationExpires: '2030-06-30' })).toBe('2030-06-30');
    expect(await put({})).toBe('2030-06-30');
    expect(await put({ authorisationExpires: null })).toBeNull();
    await agent
      .put('/api/profile')
      .send({ ...profile, authorisationExpires: 'soon' })
      .expect(400);
  });

  test.each([
    [{ holderName: '' }, 'Full Name is required'],
    [{ holderName: undefined }, 'Full Name is required'],
    [{ companyName: ' ' }, 'Company Name is required'],
    [{ contactEmail: '' }, 'Contact Email is required'],
    [{ contactEmail: 'office' }, 'Valid email is required'],
    [{ contactPhone: null }, 'Contact Phone is required'],
    [{ tradingName: 'x'.repeat(256) }, 'Must be 255 characters or fewer'],
    [{ beaNumber: 'BEA-1' }, 'Unknown field: beaNumber'],
    [{ isActive: false }, 'Unknown field: isActive'],
    [{ logoUrl: 'https://example.com/logo.png' }, 'Unknown field: logoUrl'],
    [{ profilePictureUrl: null }, /^Unknown field: holderName/],
  ])('%j is refused: %s', async (bad, message) => {
    const { agent, holderId } = await it.signIn();
    const before = await storedHolder(holderId);
    const { body } = await agent
      .put('/api/profile')
      .send({ ...profile, ...bad })
      .expect(400);
    expect(body.message).toMatch(message);
    expect(await storedHolder(holderId)).toEqual(before);
  });

  test("touches no other holder, and takes none's place", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const before = await storedHolder(other.holderId);
    await mine.agent
      .put('/api/profile')
      .send({ ...profile, beaHolderId: other.holderId })
      .expect(404);
    await mine.agent.put('/api/profile').send(profile).expect(200);
    expect(await storedHolder(other.holderId)).toEqual(before);
  });
});

describe.each(['/api/profile/logo', '/api/bea-holders/logo'])('PUT %s', (path) => {
  test.each([
    [{}, 'Name the logo by logoUrl'],
    [{ logoUrl: null, logoURL: null }, 'Name the logo by logoUrl'],
    [{ logoUrl: 5 }, 'Must be an upload address or null'],
    [{ logoURL: 'https://example.com/logo.png' }, 'Only a picture that was uploaded here can be saved'],
  ])('%j is refused: %s', async (body, message) => {
    const { agent } = await it.signIn();
    const answer = await agent.put(path).send(body).expect(400);
    expect(answer.body.message).toBe(message);
  });

  test.each(['logoUrl', 'logoURL'])('takes the logo by %s', async (name) => {
    const { agent } = await it.signIn();
    const { body } = await agent
      .put(path)
      .send({ [name]: null })
      .expect(200);
    expect(beaHolderSchema.parse(body).logoUrl).toBeNull();
  });
});
