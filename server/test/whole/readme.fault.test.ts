import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../backups/installations';
import { buildDriver, buildLogin } from '../builders';
import { builtCheckout } from '../checkout';
import { clockFrom } from '../clock-preload';
import { cookieHeader } from '../http/cookie-header';
import { type MailServer, startMailServer } from '../mail/mail-server';
import { ownedDatabase } from '../postgres/owned-database';
import { freePort } from '../processes';

const { checkout, folder, start, run } = builtCheckout();
const patiently = { timeout: 180_000 };

type Environment = Record<string, string>;
type Trial = () => void | Promise<void>;

/** What is undone after all trials, the last first. */
const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const each of undo.toReversed()) await each();
});

async function serve(env: Environment, asOrdinary = false) {
  const server = start('start', env, { asOrdinary });
  undo.push(server.stop);
  return { env, log: server.log, url: await server.ready };
}
type Server = Awaited<ReturnType<typeof serve>>;

/** Most settings, each with another value than its default, on a database of the server's own. */
let main: Server;
/** Another server of the same installation as `main`, behind a proxy, with another secret. */
let proxied: Server;
/** An ordinary user's, on its embedded database, at 04:15:30 in Brisbane. */
let ordinary: Server;
let mailServer: MailServer;
let owner: string;

const HOST_OF_PROXY = 'trips.example.test';
const OVER_TLS = { Host: HOST_OF_PROXY, 'X-Forwarded-Proto': 'https' };

beforeAll(async () => {
  const BACKUP_TO = await folder();
  await mkdir(join(BACKUP_TO, 'nightly-2026-11-01'));
  ordinary = await serve(
    {
      DATA_DIR: await folder(),
      HOST: '127.0.0.2',
      WEB_CONCURRENCY: '2',
      DEMO: 'yes',
      LOG_LEVEL: 'debug',
      BACKUP_TO,
      BACKUP_KEEP: '1',
      NODE_OPTIONS: await clockFrom('2026-11-21T18:16:00Z', await folder(0o755)),
    },
    true,
  );
  mailServer = await startMailServer();
  undo.push(mailServer.stop);
  const database = await ownedDatabase({ onTestFinished: (drop) => void undo.push(drop as () => unknown) });
  owner = database.ownerUrl;
  // both servers send what is due
  const shared = {
    DATABASE_URL: database.url,
    MIGRATIONS_DATABASE_URL: owner,
    SMTP_URL: mailServer.url,
    SIGN_IN_CODES: 'off',
    MAIL_FROM: 'Reports <reports@example.com>',
    MAIL_PER_HOUR: '4',
    MAIL_PER_HOLDER_A_DAY: '1',
  };
  main = await serve({
    ...shared,
    PORT: String(await freePort()),
    DATA_DIR: await folder(),
    SESSION_SECRET: 'one secret of at least 32 characters',
    MAX_DRIVERS: '1',
    MAX_RECIPIENTS: '3',
    S3_BUCKET: 'our-bucket',
    S3_REGION: 'us-west-2',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    METRICS_HOST: '127.0.0.3',
    METRICS_PORT: String(await freePort()),
    CHECK_ANSWERS: 'on',
  });
  proxied = await serve({
    ...shared,
    DATA_DIR: await folder(),
    PUBLIC_URL: `https://${HOST_OF_PROXY}`,
    TRUST_PROXY: '1',
    ALLOW_UNVERIFIED_SIGN_IN: 'yes',
    SELF_REGISTRATION: 'approval',
    SESSION_SECRET: 'another secret of at least 32 characters',
  });
}, 300_000);

/** A new holder of the main server, signed in. */
async function signIn() {
  const login = buildLogin();
  const answer = await supertest(main.url).post('/api/auth/login').send(login).expect(200);
  const Cookie = cookieHeader(answer.headers['set-cookie']);
  return {
    id: answer.body.beaHolder.id as string,
    login,
    Cookie,
    post: (path: string, body: object = {}) => supertest(main.url).post(path).set({ Cookie }).send(body),
    get: (path: string) => supertest(main.url).get(path).set({ Cookie }),
  };
}

const addRecipients = async (holder: Awaited<ReturnType<typeof signIn>>, count: number) => {
  for (let i = 0; i < count; i += 1)
    await holder.post('/api/email-settings', { email: `r${i}.${holder.id}@example.com` }).expect(201);
};
const backups = () => readdirSync(ordinary.env.BACKUP_TO ?? '');
/** That so many mails have come of those that are due, and no more: the others wait. */
async function expectMails(count: number) {
  await run('run send-due-reports', main.env);
  // the server itself may be sending one of them
  await expect.poll(() => mailServer.mails.length, { timeout: 60_000 }).toBe(count);
  expect((await run('run send-due-reports', main.env)).code).toBe(0);
  expect(mailServer.mails).toHaveLength(count);
}

let sent: Promise<void> | undefined;
/** The mails of a holder with three recipients: one, because the others are beyond its budget of a day. */
function oneHoldersMails(): Promise<void> {
  sent ??= signIn().then(async (holder) => {
    await addRecipients(holder, 3);
    await expectMails(1);
  });
  return sent;
}

const VARIABLES: Record<string, Trial> = {
  PORT: () => expect(new URL(main.url).port).toBe(main.env.PORT),
  HOST: async () => {
    const { hostname, port } = new URL(ordinary.url);
    expect(hostname).toBe('127.0.0.2');
    expect((await fetch(`${ordinary.url}/readyz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  },
  DATABASE_URL: async () => {
    const { id } = await signIn();
    expect(await query(owner, `select from bea_holders where id = '${id}'`)).toHaveLength(1);
    expect(readdirSync(main.env.DATA_DIR ?? '')).not.toContain('postgres');
  },
  MIGRATIONS_DATABASE_URL: async () => {
    const owners = await query(owner, "select tableowner from pg_tables where tablename = 'trips'");
    expect(owners).toEqual([{ tableowner: new URL(owner).username }]);
    expect(main.log.join('\n')).not.toContain('owns the tables');
  },
  DATA_DIR: () => {
    const names = readdirSync(ordinary.env.DATA_DIR ?? '');
    expect(names).toEqual(expect.arrayContaining(['postgres', 'session-secret']));
  },
  PUBLIC_URL: async () => {
    const asked = (Host: string) =>
      supertest(proxied.url)
        .get('/api/auth/me')
        .set({ ...OVER_TLS, Host });
    await asked(HOST_OF_PROXY).expect(401);
    await asked('other.example.test').expect(421);
  },
  SESSION_SECRET: async () => {
    const { Cookie, get } = await signIn();
    await get('/api/auth/me').expect(200);
    await supertest(proxied.url)
      .get('/api/auth/me')
      .set({ ...OVER_TLS, Cookie })
      .expect(401);
    expect(readdirSync(main.env.DATA_DIR ?? '')).not.toContain('session-secret');
  },
  SELF_REGISTRATION: async () => {
    const answer = await supertest(proxied.url).post('/api/auth/login').set(OVER_TLS).send(buildLogin());
    expect(answer.body).toMatchObject({ code: 'waiting-for-approval' });
  },
  ALLOW_UNVERIFIED_SIGN_IN: async () => {
    const { code, errors } = await run('start', { ...proxied.env, ALLOW_UNVERIFIED_SIGN_IN: '' });
    expect(code).toBe(1);
    expect(errors).toContain('PUBLIC_URL: without sign-in codes the server is for this machine only');
  },
  ALLOW_NEWER_DATABASE: async () => {
    const env = { ...main.env, PORT: '0', METRICS_PORT: '' };
    const migrations = 'drizzle.__drizzle_migrations';
    await query(owner, `insert into ${migrations} (hash, created_at) values ('newer', 9000000000000)`);
    try {
      expect((await run('start', env)).errors).toContain('it was used by another version');
      const allowed = await serve({ ...env, ALLOW_NEWER_DATABASE: 'yes' });
      expect((await fetch(`${allowed.url}/readyz`)).status).toBe(200);
    } finally {
      await query(owner, `delete from ${migrations} where hash = 'newer'`);
    }
  },
  DEMO: async () => {
    await supertest(ordinary.url).post('/api/demo').send({}).expect(200);
    await supertest(main.url).post('/api/demo').send({}).expect(404);
  },
  SIGN_IN_CODES: async () => {
    await signIn();
    expect(mailServer.mails.filter(({ subject }) => /code/i.test(subject ?? ''))).toEqual([]);
  },
  SMTP_URL: async () => {
    await oneHoldersMails();
    expect(mailServer.mails[0]?.user).toBe('mailer');
  },
  MAIL_FROM: async () => {
    await oneHoldersMails();
    expect(mailServer.mails[0]?.from).toEqual({ name: 'Reports', address: 'reports@example.com' });
  },
  MAIL_PER_HOLDER_A_DAY: () => oneHoldersMails(),
  MAIL_PER_HOUR: async () => {
    await oneHoldersMails();
    for (let i = 0; i < 2; i += 1) await addRecipients(await signIn(), 1);
    // half of it is for what people cause, such as these notices
    await expectMails(2);
  },
  MAX_DRIVERS: async () => {
    const { post } = await signIn();
    await post('/api/drivers', buildDriver()).expect(201);
    await post('/api/drivers', buildDriver()).expect(409);
  },
  MAX_RECIPIENTS: async () => {
    const holder = await signIn();
    await addRecipients(holder, 3);
    await holder.post('/api/email-settings', { email: 'r4@example.com' }).expect(409);
  },
  S3_BUCKET: async () => expect((await uploadUrl()).pathname).toMatch(/^\/our-bucket\/uploads\//),
  S3_REGION: async () =>
    expect((await uploadUrl()).searchParams.get('X-Amz-Credential')).toContain('/us-west-2/s3/'),
  S3_ENDPOINT: async () => expect((await uploadUrl()).origin).toBe('http://127.0.0.1:9'),
  TRUST_PROXY: async () => {
    await supertest(proxied.url).get('/api/auth/me').set(OVER_TLS).expect(401);
    await supertest(proxied.url).get('/api/auth/me').set({ Host: HOST_OF_PROXY }).expect(403);
  },
  BACKUP_TO: async () => {
    await expect.poll(backups, { timeout: 170_000 }).toContain('nightly-2026-11-22');
  },
  BACKUP_KEEP: async () => {
    await expect.poll(backups, { timeout: 170_000 }).toEqual(['nightly-2026-11-22']);
  },
  METRICS_HOST: async () => {
    const { METRICS_PORT } = main.env;
    await expect(fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).rejects.toThrow();
  },
  METRICS_PORT: async () => {
    const figures = await fetch(`http://127.0.0.3:${main.env.METRICS_PORT}/metrics`);
    expect(await figures.text()).toContain('triplog_');
  },
  WEB_CONCURRENCY: async () => {
    const ready = () => ordinary.log.filter((line) => line.includes('Trip Log is ready'));
    await expect.poll(() => ready().length, { timeout: 60_000 }).toBe(2);
  },
  CHECK_ANSWERS: async () => {
    const { id, login, get } = await signIn();
    await query(
      owner,
      `insert into audit_events (bea_holder_id, at, entity, entity_id, action, changes)
       values ('${id}', now(), 'trip', 'none', 'unheard of', '{}') returning id`,
    );
    await get('/api/activity').expect(500);
    const unchecked = (method: 'get' | 'post', path: string) =>
      supertest(proxied.url)[method](path).set(OVER_TLS);
    const answer = await unchecked('post', '/api/auth/login').send(login).expect(200);
    const Cookie = cookieHeader(answer.headers['set-cookie']);
    await unchecked('get', '/api/activity').set({ Cookie }).expect(200);
  },
  LOG_LEVEL: () => expect(ordinary.log.some((line) => line.startsWith('{"level":20,'))).toBe(true),
};

async function uploadUrl(): Promise<URL> {
  const { post } = await signIn();
  const { body } = await post('/api/objects/upload').expect(200);
  return new URL(body.uploadURL);
}

/**
 * The command's outcome as the ordinary user of the second server, which goes on meanwhile. It logs only what is wrong: a line that it
 * sent a reminder comes before or after what the command itself says.
 */
const runBeside = (command: string, DATA_DIR = ordinary.env.DATA_DIR ?? '') =>
  run(command, { DATA_DIR, LOG_LEVEL: 'warn' }, { asOrdinary: true });

const COMMANDS: Record<string, Trial | string> = {
  'npm run sbom': 'npm fetches the program from the network',
  'npm start': async () => expect((await fetch(`${main.url}/readyz`)).status).toBe(200),
  'npm run build': async () => expect(await run('run build')).toEqual({ code: 0, errors: '', said: '' }),
  'npm run demo': async () => {
    const { code, errors, said } = await runBeside('run demo -- 30');
    expect([code, errors, said]).toEqual([0, '', expect.stringMatching(/^Stored 30 trips of the last two/)]);
  },
  'npm run holders': async () => {
    const create = '--bea-number=12345 --name=Mary --company=Smith --email=m@example.com --phone=0730000000';
    expect(await runBeside(`run holders -- create ${create}`)).toMatchObject({ code: 0, errors: '' });
    expect((await runBeside('run holders -- list')).said).toMatch(/^12345 +Smith +m@example\.com +yes/m);
  },
  'npm run mails': async () => {
    const { code, said } = await runBeside('run mails');
    expect([code, said]).toEqual([0, expect.stringMatching(/^No mails are held/)]);
  },
  'npm run migrate': async () =>
    expect(await run('run migrate', main.env)).toMatchObject({ code: 0, errors: '' }),
  'npm run doctor': async () => {
    const { code, said } = await runBeside('run doctor');
    expect([code, said]).toEqual([0, expect.stringMatching(/^(ok .*\n){10}ok .*$/)]);
  },
  'npm run send-due-reports': async () => {
    const { code, errors, said } = await runBeside('run send-due-reports');
    expect([code, errors, said]).toEqual([0, '', expect.stringMatching(/^Sent what was due at /)]);
  },
  'npm run backup': async () => {
    const { code, errors, said } = await runBeside(`run backup -- --to ${await folder()}/made`);
    expect([code, errors, said]).toEqual([0, '', expect.stringMatching(/^The backup is in /m)]);
  },
  'npm run restore': async () => {
    const made = join(await folder(), 'made');
    await runBeside(`run backup -- --to ${made}`);
    const { code, errors, said } = await runBeside(`run restore -- --from ${made}`, await folder());
    expect([code, errors, said]).toEqual([0, '', expect.stringMatching(/^Restored\. Start Trip Log/m)]);
  },
  'npm run distribute': async () => {
    const { code, errors } = await run('run distribute', main.env);
    expect([code, errors]).toEqual([1, expect.stringMatching(/^This database has no Citus\./)]);
  },
  'npm run screenshots': async () => {
    const tracked = ['client/public/screenshots/phone.webp', 'docs/log-trip.png'];
    const times = () => tracked.map((name) => statSync(join(checkout(), name)).mtimeMs);
    const before = times();
    const { code, errors, said } = await run('run screenshots');
    expect([code, errors]).toEqual([0, '']);
    expect(said).toContain('The pictures are in .generated/screenshots.');
    expect(readdirSync(join(checkout(), '.generated/screenshots'))).toEqual(
      expect.arrayContaining(['desk.webp', 'log-trip-dark.png', 'log-trip.png', 'phone.webp']),
    );
    expect(times()).toEqual(before);
  },
};

const LONG_TRIALS = ['npm run screenshots'];

const guide = ['README.md', 'docs/operations.md'].map((page) => readFileSync(page, 'utf8')).join('\n');
const [forOperators = ''] = readFileSync('docs/commands.md', 'utf8').split('\n## Develop');
const rows = [...guide.matchAll(/^\| ((?:`[A-Z][A-Z0-9_]*`(?:, )?)+) \|/gm)].map(([, names = '']) => names);
const variables = [...new Set(rows.flatMap((names) => names.match(/\w+/g) ?? []))];
const commands = [...new Set(forOperators.match(/\bnpm (run )?[a-z][a-z0-9:-]*/g))];

test('every variable and command of the guides has a trial, and no other', () => {
  expect(variables.length).toBeGreaterThan(20);
  expect(variables.toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  expect(commands.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

describe('npm start with', patiently, () => {
  test.each(variables)('%s does what the guide says', async (name) => {
    await VARIABLES[name]?.();
  });
});

describe('the command', patiently, () => {
  const tried = commands.filter((name) => typeof COMMANDS[name] !== 'string');
  for (const name of tried)
    test(`${name} does what the guide says`, {
      tags: LONG_TRIALS.includes(name) ? 'long' : [],
    }, async () => {
      const trial = COMMANDS[name];
      if (typeof trial === 'function') await trial();
    });
});
