import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loginAnswerSchema, type Verification, verificationSchema } from '@shared/holders';
import PostalMime, { type Email } from 'postal-mime';
import supertest from 'supertest';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildLogin, insertHolder } from '../../test/builders';
import { createTestApp, TEST_NOW, type TestApp } from '../../test/http/create-test-app';

const it = createTestApp({ signInCodes: true });

type Agent = ReturnType<typeof supertest.agent>;
type Details = ReturnType<typeof buildLogin>;

/** The mails that were sent to an address, the last first. */
async function mailsTo(email: string, at: TestApp = it): Promise<Email[]> {
  const folder = join(at.dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some(({ address }) => address === email)).reverse();
}

const codeIn = (mail: Email | undefined) => /^\d{8}$/m.exec(mail?.text ?? '')?.[0] ?? '';

/** Waits for the mails that are sent after the answers. */
const settled = (at: TestApp = it) => vi.waitFor(() => expect(at.deps.lifecycle.underWay.size).toBe(0));

/** Asks for a code. @returns what the answer says, and the code of the mail, '' where there is none */
async function ask(
  agent: Agent,
  details: object,
  at: TestApp = it,
): Promise<Verification & { code: string }> {
  const before = new Set((await mailsTo(emailOf(details), at)).map(({ messageId }) => messageId));
  const { body } = await agent.post('/api/auth/login').send(details).expect(202);
  const { verification } = verificationSchema.parse(body);
  await settled(at);
  const [mail] = (await mailsTo(emailOf(details), at)).filter(({ messageId }) => !before.has(messageId));
  return { ...verification, code: codeIn(mail) };
}
const emailOf = (details: object) => ('contactEmail' in details ? String(details.contactEmail).trim() : '');

const verify = (agent: Agent, { id, code }: { id: string; code: string }) =>
  agent.post('/api/auth/verify').send({ id, code });

const browser = (at: TestApp = it) => supertest.agent(at.app);

/** A holder that is stored, and what its contact types. */
async function known(
  at: TestApp = it,
  overrides: Partial<Details> = {},
): Promise<{ holderId: string; details: Details }> {
  const { id, beaNumber, contactEmail } = await insertHolder(at.db);
  return { holderId: id, details: buildLogin({ beaNumber, contactEmail, ...overrides }) };
}

beforeEach(() => it.setNow(TEST_NOW));

test('a code from the mail signs a holder in', async () => {
  const { holderId, details } = await known();
  const agent = browser();
  const asked = await ask(agent, details);
  expect(asked).toMatchObject({ sentTo: details.contactEmail, expiresInSeconds: 600 });
  await agent.get('/api/auth/me').expect(401);

  const { body } = await verify(agent, asked).expect(200);
  expect(loginAnswerSchema.parse(body).beaHolder.id).toBe(holderId);
  await agent.get('/api/auth/me').expect(200);
});
