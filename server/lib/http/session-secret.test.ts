import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readSessionSecrets } from './session-secret';

test('the secret is made once, whole or not at all, and only its owner can read it', async ({
  onTestFinished,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const file = join(dataDir, 'session-secret');
  const read = async () => (await readSessionSecrets({ sessionSecrets: undefined, dataDir }))[0];
  let secrets: string[] | undefined;
  const reading = Promise.all([read(), read(), read()]).then((all) => {
    secrets = all;
  });
  // what other processes would see at any moment, and find later if this one were killed then
  const seen = new Set<string>();
  while (!secrets) {
    for (const until = performance.now() + 5; performance.now() < until; ) {
      if (existsSync(file)) seen.add(readFileSync(file, 'utf8'));
    }
    await setImmediate();
  }
  await reading;
  expect(secrets[0]).toHaveLength(43);
  expect(new Set([...seen, ...secrets, await read()])).toEqual(new Set([secrets[0]]));
  expect(await readdir(dataDir)).toEqual(['session-secret']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
