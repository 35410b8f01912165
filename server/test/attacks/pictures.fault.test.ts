import { expect, type TestContext, test } from 'vitest';
import { drawing } from '../documents/pictures';
import { attackedServer } from './attacked-server';
import { type Answer, type Attacker, atOnce } from './attacker';
import { endlessPicture, hostilePictures } from './hostile-pictures';

const it = attackedServer();

/** Refused or drawn: anyone who draws a picture that takes longer is killed. */
const LONGEST_MS = 12_000;

/** Uploads a file as the app does, and saves it as the logo. */
async function saveLogo({ ask }: Attacker, picture: Buffer): Promise<Answer> {
  const { body } = await ask({ method: 'POST', path: '/api/objects/upload' });
  const { uploadURL } = JSON.parse(body.toString());
  const headers = { 'Content-Type': 'image/png' };
  const stored = await ask({ method: 'PUT', path: uploadURL.slice(it.url.length), headers, body: picture });
  expect(stored.status).toBe(200);
  return ask({ method: 'PUT', path: '/api/profile/logo', json: { logoUrl: uploadURL } });
}

const expectOutcome = ({ status, message }: Answer) => {
  expect([200, 400]).toContain(status);
  if (status === 400) expect(message).toMatch(/\w+ \w+ \w+/);
};

/** They take a second or more each. */
const LONG = /PNG of 1 by|WebP of|unpacks to 500 MB/;

async function hostileLogo([, make]: [string, () => Promise<Buffer> | Buffer], context: TestContext) {
  const holder = await it.signIn();
  const picture = await make();
  const started = performance.now();
  expectOutcome(await it.attack(context, () => saveLogo(holder, picture)));
  expect(performance.now() - started).toBeLessThan(LONGEST_MS);
}

const pictures = Object.entries(hostilePictures);
test.for(pictures.filter(([name]) => !LONG.test(name)))('%s', hostileLogo);
test.for(pictures.filter(([name]) => LONG.test(name)))('%s', { tags: 'long' }, hostileLogo);

test('four drawings without an end at once: each is killed, or told when to come again', {
  tags: 'long',
}, async (context) => {
  const holders = await atOnce(4, it.signIn);
  const answers = await it.attack(context, () =>
    Promise.all(holders.map((holder) => saveLogo(holder, endlessPicture()))),
  );
  for (const { status, message, retryAfter } of answers) {
    expect([400, 503]).toContain(status);
    expect(message).toMatch(/\w+ \w+ \w+/);
    if (status === 503) expect(retryAfter).toBeGreaterThan(0);
  }
  expect(answers.map(({ status }) => status)).toContain(400);
  expect(await saveLogo(await it.signIn(), drawing())).toMatchObject({ status: 200 });
});
