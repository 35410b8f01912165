import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Verification, verificationSchema } from '@shared/holders';
import PostalMime, { type Email } from 'postal-mime';
import type supertest from 'supertest';
import { expect, vi } from 'vitest';
import { buildLogin, insertHolder } from '../builders';
import type { TestApp } from './create-test-app';

export type Agent = ReturnType<typeof supertest.agent>;
type Details = ReturnType<typeof buildLogin>;
export type AskedCode = Verification & { code: string };

/** Waits for what the app does after its answers. */
export const settled = ({ deps }: TestApp) =>
  vi.waitFor(() => expect(deps.lifecycle.underWay.size).toBe(0), 10_000);

/** The mails that were sent to an address. */
export async function mailsTo(it: TestApp, email: string): Promise<Email[]> {
  await settled(it);
  const folder = join(it.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase()));
}

const codesIn = (mails: Email[]) =>
  mails.map(({ text }) => /^\d{8}$/m.exec(text ?? '')?.[0]).filter((code) => code !== undefined);

/** Returns the answer to `asking`, and the code of the mail that it sent; '' without a mail. */
async function askedBy(it: TestApp, email: string, asking: () => PromiseLike<supertest.Response>) {
  const before = codesIn(await mailsTo(it, email));
  const answer = await asking();
  expect(answer.status, answer.text).toBe(202);
  const { verification } = verificationSchema.parse(answer.body);
  const after = codesIn(await mailsTo(it, email));
  return { ...verification, code: after.find((code) => !before.includes(code)) ?? '' };
}

/** Asks for a code as the sign-in screen does. */
export const ask = (
  it: TestApp,
  agent: Agent,
  details: Details,
  headers: Record<string, string> = {},
): Promise<AskedCode> =>
  askedBy(it, details.contactEmail, () => agent.post('/api/auth/login').set(headers).send(details));

/** Asks for a new code in place of one. */
export const askAgain = (it: TestApp, agent: Agent, { id, sentTo }: AskedCode): Promise<AskedCode> =>
  askedBy(it, sentTo, () => agent.post('/api/auth/verify/resend').send({ id }));

export const verify = (agent: Agent, { id, code }: { id: string; code: string }) =>
  agent.post('/api/auth/verify').send({ id, code });

/** A code that is not the right one. */
export const wrong = ({ id, code }: AskedCode, by = 1): { id: string; code: string } => ({
  id,
  code: String((Number(code) + by) % 100_000_000).padStart(8, '0'),
});

/** A holder that is stored, and what its contact types. */
export async function insertKnown(
  it: TestApp,
  overrides: Partial<Details> = {},
): Promise<{ holderId: string; details: Details }> {
  const { id, beaNumber, contactEmail } = await insertHolder(it.db);
  return { holderId: id, details: buildLogin({ beaNumber, contactEmail, ...overrides }) };
}
