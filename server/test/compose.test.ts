import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environmentSchema, readConfig } from '../config';

type Variables = Record<string, string>;

/** What Compose makes of `${NAME:-value}` and `${NAME:+value}`, the innermost first. */
function interpolate(text: string, given: Variables): string {
  const made = text.replace(/\$\{(\w+):([-+])([^${}]*)\}/g, (_, name: string, sign: string, other: string) =>
    sign === '+' ? (given[name] ? other : '') : given[name] || other,
  );
  return made === text ? text : interpolate(made, given);
}

/** The lines below a key of compose.yaml, with the variables of its `.env`. */
function linesBelow(key: RegExp, given: Variables): string[] {
  const compose = readFileSync('compose.yaml', 'utf8').split('\n');
  const start = compose.findIndex((line) => key.test(line));
  const depth = (line = '') => line.search(/\S/);
  const lines = compose.slice(start + 1);
  const end = lines.findIndex((line) => depth(line) <= depth(compose[start]));
  return lines.slice(0, end).map((line) => interpolate(line.trim(), given));
}

const pairsIn = (text: string, pair: RegExp): Variables =>
  Object.fromEntries([...text.matchAll(pair)].map(([, name = '', value = '']) => [name, value]));

/** The variables that the server has: the image's, those of `.env`, then those that compose.yaml sets, also from a shell's. */
function environment(given: Variables, file = given): Variables {
  const image = /^ENV (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '';
  const settings = linesBelow(/^ {2}environment: &settings$/, given).join('\n');
  return {
    ...pairsIn(image, /(\w+)=(\S+)/g),
    ...file,
    ...pairsIn(settings, /^([A-Z]\w+): "?(.*?)"?$/gm),
  };
}

test('docker compose up needs no setting, and then serves this machine only', () => {
  const made = environment({});
  const ofServer = Object.keys(environmentSchema.shape);
  expect(Object.keys(made).filter((name) => !ofServer.includes(name))).toEqual([]);
  expect(readConfig(made)).toMatchObject({
    publicUrl: 'http://localhost:3000',
    dataDir: '/data',
    signInCodes: false,
    trustProxy: 0,
    nightlyBackup: undefined,
  });
  const app = linesBelow(/^ {2}app:$/, {});
  expect(app[app.indexOf('ports:') + 1]).toBe('- 127.0.0.1:3000:3000');
});

test('with PUBLIC_URL in .env compose.yaml trusts one proxy and asks for codes, so SMTP_URL must be there too', () => {
  const PUBLIC_URL = 'https://trips.example.com';
  expect(() => readConfig(environment({ PUBLIC_URL, SIGN_IN_CODES: 'off' }))).toThrow(
    'SMTP_URL: must be set',
  );
  expect(
    readConfig(environment({ PUBLIC_URL, SMTP_URL: 'smtps://mail.example.com', BACKUP_TO: '/srv/backups' })),
  ).toMatchObject({
    publicUrl: PUBLIC_URL,
    signInCodes: true,
    trustProxy: 1,
    nightlyBackup: { folder: '/backups' },
  });
});

test('DEMO=yes docker compose up reaches the server', () => {
  expect(readConfig(environment({ DEMO: 'yes' }, {})).demo).toBe(true);
  expect(readConfig(environment({})).demo).toBe(false);
});

test.each([
  ['nothing', {}, false],
  ['DEMO', { DEMO: 'yes' }, true],
  ['BACKUP_TO', { BACKUP_TO: '/srv/backups' }, true],
])(
  "with %s in .env, the server in compose.yaml has the owner's password only if it must",
  (_, given, has) => {
    const volumes = linesBelow(/^ {2}app:$/, given).filter((line) => line.startsWith('- owner-password:'));
    expect(volumes.length > 0).toBe(has);
  },
);
