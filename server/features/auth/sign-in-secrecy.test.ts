import { beaHolders, claims } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { MailError } from '../../lib/mail/mailer';
import { buildLogin } from '../../test/builders';
import { ask, insertKnown, mailsTo, settled, verify, wrong } from '../../test/http/asked-codes';
import { createTestApp, type TestApp } from '../../test/http/create-test-app';

/** What a stranger can learn about a BEA number from answers, mails and times; see docs/product/sign-in.md#sign-in-codes. */

const options = { signInCodes: true, trustProxy: 1 } as const;
const apps = {
  on: createTestApp(options),
  approval: createTestApp({ ...options, selfRegistration: 'approval' }),
  off: createTestApp({ ...options, selfRegistration: 'off' }),
};
const MODES = ['on', 'approval', 'off'] as const;
const withoutCodes = createTestApp();

beforeEach(() => Promise.all(Object.values(apps).map((it) => it.endWindows())));

const browser = (it: TestApp) => supertest.agent(it.server);

/** Four kinds of number and email, all as long as each other. */
async function everyKind(it: TestApp) {
  const [known, mistyped, inactive] = [await insertKnown(it), await insertKnown(it), await insertKnown(it)];
  await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, inactive.holderId));
  return {
    known: known.details,
    unknown: buildLogin(),
    'with a wrong email': { ...mistyped.details, contactEmail: buildLogin().contactEmail },
    inactive: inactive.details,
  };
}

describe.each(MODES)('with SELF_REGISTRATION=%s', (mode) => {
  const it = apps[mode];

  test('a number is answered the same, whatever it is, until the right code', async () => {
    const seen = new Set<string>();
    for (const details of Object.values(await everyKind(it))) {
      const agent = browser(it);
      const asked = await agent.post('/api/auth/login').send(details);
      const { id, ...rest } = asked.body.verification;
      const again = await agent.post('/api/auth/verify/resend').send({ id });
      const tried = await verify(agent, { id, code: '00000000' });
      const silent = await browser(it)
        .post('/api/auth/login')
        .send({ ...details, silent: true });
      const answers = [asked, again, tried, silent].map(({ status, text, headers }) => {
        const { date: _, etag: _e, 'x-request-id': _r, 'set-cookie': cookies, ...others } = headers;
        const set = [cookies ?? []].flat().map((line) => line.replace(/=[^;]*/, '='));
        return [status, text.replaceAll(id, 'ID').replaceAll(details.contactEmail, 'EMAIL'), others, set];
      });
      expect(rest).toEqual({ sentTo: details.contactEmail, expiresInSeconds: 600 });
      expect(answers.map(([status]) => status)).toEqual([202, 202, 401, 401]);
      seen.add(JSON.stringify(answers).replace(/Expires=[^;]*/g, ''));
    }
    expect([...seen]).toHaveLength(1);
  });

  test('who gets a mail', async () => {
    const kinds = await everyKind(it);
    const got: string[] = [];
    for (const [kind, details] of Object.entries(kinds))
      if ((await ask(it, browser(it), details)).code) got.push(kind);
    expect(got).toEqual(mode === 'off' ? ['known', 'inactive'] : Object.keys(kinds));
    if (mode === 'off') return;
    // one mail is like the other
    const texts = await Promise.all(
      Object.values(kinds).map(async ({ contactEmail }) => {
        const [mail] = await mailsTo(it, contactEmail);
        return mail?.text?.replace(/\d{8}/, 'CODE').replaceAll(contactEmail, 'EMAIL');
      }),
    );
    expect(new Set(texts).size).toBe(1);
  });
});

test('where registrations wait for approval, a number that is taken is answered like one that is not, after the code too', async () => {
  const it = apps.approval;
  const { known, unknown, 'with a wrong email': taken } = await everyKind(it);
  const bodies = [];
  for (const details of [unknown, taken]) {
    const agent = browser(it);
    const asked = await ask(it, agent, details);
    await verify(agent, wrong(asked)).expect(401);
    const of = eq(claims.beaNumber, details.beaNumber);
    expect(await it.db.$count(claims, of)).toBe(0);
    const { body } = await verify(agent, asked).expect(403);
    bodies.push(body);
    expect(await it.db.$count(claims, of)).toBe(1);
  }
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0].message).toMatch(/^Your registration is waiting for approval/);
  const agent = browser(it);
  await verify(agent, await ask(it, agent, known)).expect(200);
});

test('without codes only a silent sign-in needs a trusted device', async () => {
  const { login, agent } = await withoutCodes.signIn({ rememberMe: true });
  const silent = { ...login, silent: true };
  await agent.post('/api/auth/login').send(silent).expect(200);
  await browser(withoutCodes).post('/api/auth/login').send(silent).expect(401);
  await browser(withoutCodes).post('/api/auth/login').send(login).expect(200);
  await agent
    .post('/api/auth/login')
    .send({ ...login, rememberMe: false })
    .expect(200);
  await agent.post('/api/auth/login').send(silent).expect(401);
});

describe('the mail', () => {
  const it = apps.on;

  test('says who asked and what to do, has the code in one piece and nothing that was typed', async () => {
    const { details } = await insertKnown(it, { companyName: 'Win a prize at https://evil.example' });
    const asked = await ask(it, browser(it), details, {
      'X-Forwarded-For': '203.0.113.7',
      'User-Agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/140 Call 0400 000 000',
    });
    const [mail] = await mailsTo(it, details.contactEmail);
    expect(mail?.subject).toBe('Your Trip Log sign-in code');
    for (const said of [
      'Chrome on Android, at the network address 203.0.113.7,',
      'Use it once, within 10 minutes.',
      'Do not pass the code on',
      'If you did not ask for it, do nothing',
    ])
      for (const body of [mail?.text, mail?.html]) expect(body).toContain(said);
    const seen = mail?.html?.replace(/<[^>]+>/g, '');
    expect(mail?.text?.match(/^\d{8}$/gm)).toEqual([asked.code]);
    expect(seen).toContain(asked.code);
    // what a locked phone shows
    expect(seen?.slice(0, seen.indexOf(asked.code)).length).toBeGreaterThan(200);
    for (const typed of ['evil', 'prize', details.beaNumber, details.holderName, '0400 000'])
      expect(`${mail?.text}${mail?.html}`).not.toContain(typed);
    expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false);
  });

  test('is sent after the answer, and a stop waits for it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mailer = { ...it.deps.mailer, send: () => held };
    const app = createApp({ ...it.deps, mailer });
    const { details } = await insertKnown(it);
    await supertest(app).post('/api/auth/login').send(details).expect(202);
    await expect.poll(() => it.deps.lifecycle.underWay.size).toBe(1);
    release();
    await settled(it);
  });

  test('that cannot be sent is logged without its address, and the answer is the same', async () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    const { details } = await insertKnown(it);
    const send = () => Promise.reject(new MailError(`550 ${details.contactEmail}`, 'recipient'));
    const app = createApp({ ...it.deps, log, mailer: { ...it.deps.mailer, send } });
    await supertest(app).post('/api/auth/login').send(details).expect(202);
    await settled(it);
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
    expect(events).toMatchObject([{ event: 'code-failed', purpose: 'sign-in', fault: 'recipient' }]);
    for (const typed of [details.contactEmail, details.beaNumber, details.companyName])
      expect(lines.join('')).not.toContain(typed);
  });
});
