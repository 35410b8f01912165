import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    selfRegistration: 'on',
    signInCodes: false,
    trustProxy: 0,
    logLevel: 'info',
    webConcurrency: 1,
  });
  expect(readConfig({ PORT: '' }).port).toBe(3000);
  const blank = {
    HOST: ' ',
    DATABASE_URL: ' ',
    DATA_DIR: '\t',
    S3_BUCKET: ' ',
    SMTP_URL: ' ',
    METRICS_PORT: ' ',
  };
  expect({ ...readConfig(blank), warnings: [] }).toEqual(readConfig({}));
});

test('bad values are named, every one of them', () => {
  const bad = {
    PORT: 'http',
    SESSION_SECRET: 'short',
    LOG_LEVEL: 'loud',
    HOST: '0.0.0.0',
    DATABASE_URL: 'mysql://x',
    MIGRATIONS_DATABASE_URL: 'owner@db',
    WEB_CONCURRENCY: '0',
    MAIL_FROM: 'Trip Log',
  };
  expect(() => readConfig(bad)).toThrow(ConfigError);
  for (const variable of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(`${variable}:`);
});

/** What the message of a bad configuration says of it, a line each. */
function sentencesOf(env: Parameters<typeof readConfig>[0]): string[] {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

test.each([
  ['PORT', ['70000', 'http', '3e3', '0x10', '1.5', '-1'], 'must be a whole number from 0 to 65535'],
  ['METRICS_PORT', ['0'], 'must be a whole number from 1 to 65535'],
  ['TRUST_PROXY', ['yes', '-1'], 'must be a whole number from 0 to 10'],
  ['MAIL_PER_HOUR', ['0', '1,000', '9'.repeat(400)], 'must be a whole number of 1 or more'],
  ['SIGN_IN_CODES', ['yes', 'ON'], 'must be on or off'],
  ['SELF_REGISTRATION', ['no'], 'must be on, approval or off'],
  ['DEMO', ['on'], 'must be yes'],
  ['LOG_LEVEL', ['loud'], 'must be fatal, error, warn, info, debug, trace or silent'],
  [
    'SMTP_URL',
    ['mail.example.com', 'smtp://', 'smtp://:25', 'smtps://user:secret@', 'smtp:mail.example.com'],
    'must be an address such as smtps://user:password@mail.example.com:465',
  ],
  ['S3_ENDPOINT', ['s3'], 'must be an address such as https://s3.example.com'],
  [
    'PUBLIC_URL',
    [
      'http://mary:secret@127.0.0.1',
      'http://localhost@127.0.0.1',
      'http://127.0.0.1/trips',
      'http://127.0.0.1/?',
      'http://127.0.0.1#a',
      'http://127.0.0.1:70000',
      'http:\\\\127.0.0.1\\trips',
      'ftp://127.0.0.1',
      '127.0.0.1',
    ],
    'must be such as https://trips.example.com, without user, password, path or query',
  ],
])(
  'a bad %s, such as %j, is told in words that say what is right, and never repeated',
  (name, values, words) => {
    for (const value of values) expect(sentencesOf({ [name]: value }), value).toEqual([`${name}: ${words}`]);
  },
);

test('the address that people type may end with a slash, and numbers with a space', () => {
  expect(sentencesOf({ PUBLIC_URL: 'http://127.0.0.1:8080/' })).toEqual([]);
  expect(readConfig({ PORT: ' 8080 ' }).port).toBe(8080);
});

/** The variables that the message of a bad configuration names as at fault. */
function faultsOf(env: Parameters<typeof readConfig>[0]): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError)
      return [...error.message.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name);
    throw error;
  }
  return [];
}

describe('without sign-in codes', () => {
  test.each([
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1' }, ['HOST']],
    [{ HOST: '::', PUBLIC_URL: 'http://127.0.0.1' }, ['HOST']],
    [{ TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost' }, ['TRUST_PROXY']],
    [{ PUBLIC_URL: 'http://trips.example.com' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.com' }, ['PUBLIC_URL']],
    [
      { HOST: '10.0.0.1', TRUST_PROXY: '2', PUBLIC_URL: 'https://trips.example.com' },
      ['HOST', 'TRUST_PROXY', 'PUBLIC_URL'],
    ],
  ])('%j needs the operator to confirm each of them', (env, names) => {
    expect(faultsOf(env)).toEqual(names);
    expect(() => readConfig(env)).toThrow('ALLOW_UNVERIFIED_SIGN_IN=yes');
    expect(faultsOf({ ...env, ALLOW_UNVERIFIED_SIGN_IN: 'yes' })).toEqual([]);
  });

  test.each([
    {},
    { HOST: '::1' },
    { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' },
    { HOST: '127.0.0.2' },
    { TRUST_PROXY: '0', PUBLIC_URL: 'http://[::1]:3000' },
  ])('%j is for this machine only, and needs no confirmation', (env) => {
    expect(faultsOf(env)).toEqual([]);
    expect(URL.canParse(readConfig(env).publicUrl)).toBe(true);
  });

  test('an address of version 6 may be written as in a URL', () => {
    expect(readConfig({ HOST: '[::1]', METRICS_HOST: '[::]' })).toEqual(
      readConfig({ HOST: '::1', METRICS_HOST: '::' }),
    );
    expect(faultsOf({ HOST: '[::]', PUBLIC_URL: 'http://127.0.0.1' })).toEqual(['HOST']);
  });
});

test('who makes the server reachable says at which address, and https needs a proxy', () => {
  const confirmed = { ALLOW_UNVERIFIED_SIGN_IN: 'yes' };
  expect(faultsOf({ ...confirmed, HOST: '0.0.0.0' })).toEqual(['PUBLIC_URL']);
  expect(faultsOf({ ...confirmed, TRUST_PROXY: '1' })).toEqual(['PUBLIC_URL']);
  expect(faultsOf({ ...confirmed, PUBLIC_URL: 'https://trips.example.com' })).toEqual(['TRUST_PROXY']);
});

test('SESSION_SECRET takes several, each long enough', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(readConfig({ SESSION_SECRET: `${first}, ${second}` }).sessionSecrets).toEqual([first, second]);
  for (const bad of [`${first},`, `${first},short`, 'a,'.repeat(20)])
    expect(() => readConfig({ SESSION_SECRET: bad })).toThrow('SESSION_SECRET: each must have at least 32');
});

test('a role for migrations needs another one for the service', () => {
  expect(() => readConfig({ MIGRATIONS_DATABASE_URL: 'postgres://owner@db/x' })).toThrow(
    'MIGRATIONS_DATABASE_URL: set DATABASE_URL too',
  );
});

test('the figures need their own port', () => {
  expect(faultsOf({ METRICS_PORT: '3000' })).toEqual(['METRICS_PORT']);
  expect(faultsOf({ PORT: '9464', METRICS_PORT: '9464' })).toEqual(['METRICS_PORT']);
  expect(faultsOf({ PORT: '9464', METRICS_PORT: '9465' })).toEqual([]);
});

const warningsOf = (...names: string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).warnings;

test('an empty variable is warned of where a default takes its place', () => {
  const empty = {
    PORT: ' ',
    MAX_DRIVERS: '',
    MAIL_FROM: '',
    DATABASE_URL: '',
    SESSION_SECRET: '',
    SMTP_URL: '',
    DEMO: '',
  };
  expect(readConfig(empty).warnings).toEqual([
    'PORT is empty, so its default holds: 3000.',
    'MAIL_FROM is empty, so its default holds: Trip Log <trip-log@localhost>.',
    'MAX_DRIVERS is empty, so its default holds: 2000.',
  ]);
});

describe('a variable that is not ours', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['SESION_SECRETS', 'SESSION_SECRET'],
    ['SELF_REGISTERATION', 'SELF_REGISTRATION'],
    ['WEB_CONCURENCY', 'WEB_CONCURRENCY'],
  ])('is warned of where it looks like a misspelling: %s for %s', (name, meant) => {
    expect(warningsOf(name)).toEqual([
      `${name} is not a variable of Trip Log and has no effect. Is ${meant} meant?`,
    ]);
  });

  test('is not warned of where others are known to use it', () => {
    const others = `PATH HOME USER SHELL TERM LANG MAIL TZ PWD HOSTNAME HOSTTYPE LOGNAME EDITOR PAGER DISPLAY TMPDIR NODE_ENV
      NODE_OPTIONS NODE_PATH NPM_TOKEN http_proxy https_proxy HTTP_PROXY NO_PROXY CI DEBUG PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD
      POSTGRES_URL POSTGRES_HOST POSTGRES_PORT DATABASE_NAME DATABASE_USER DATABASE_HOST DATABASE_PORT DATABASE_SSL DB_URL DB_HOST
      REDIS_URL SMTP_HOST SMTP_PORT SMTP_USER SMTP_FROM MAIL_TO MAIL_HOST MAIL_USER BASE_URL APP_URL SERVER_URL SITE_URL
      AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_DEFAULT_REGION AWS_PROFILE S3_KEY
      LOG_FILE LOG_FORMAT LOG_DIR CACHE_DIR XDG_DATA_DIRS XDG_DATA_HOME METRICS_PATH BACKUP_DIR WEB_PORT WEB_HOST
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS`;
    expect(warningsOf(...others.split(/\s+/))).toEqual([]);
  });
});
