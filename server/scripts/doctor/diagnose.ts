import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../../config';
import { systemClock } from '../../lib/clock';
import { openDatabase } from '../../lib/database/open-database';
import { isEmbeddedPostgresMade } from '../../lib/embedded-postgres/embedded-postgres';
import { reasonOf } from '../../lib/errors';
import { checkClock, checkMigrations, checkRole, checkServer, connect, describeHold } from './check-database';
import { checkBackup, checkBuild, checkDisk, checkMail, checkNode, checkStorage } from './check-machine';

/** A mail server or a bucket that is silent is given up after this time. */
const PATIENCE_MS = 30_000;

/** Finds out about one thing: says what it found, or throws what is wrong and what to do about it. */
type Check = () => string | Promise<string>;

async function inTime(check: Check): Promise<string> {
  const tooLong = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`There was no answer within ${PATIENCE_MS / 1000} seconds.`);
  });
  return Promise.race([check(), tooLong]);
}

/**
 * Checks what an installation needs, and says one line about each thing: "ok" and what was found, or "wrong", why, and what to do.
 * Changes nothing, and may run next to the server. No line has a password or a secret. @returns the exit code
 */
export async function diagnose(
  load: () => Config,
  say: (line: string) => void,
  { now = systemClock, nodeVersion = process.version } = {},
): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0;
  let config: Config | undefined;
  let open: { client: pg.Client; url: string } | undefined;
  let release = async () => {};

  const line = (state: string, name: string, words: string) =>
    say(`${state.padEnd(5)}  ${name.padEnd(10)}  ${withoutSecrets(words, longSecretsOf(config))}`);
  const report = async (name: string, check: Check) => {
    try {
      line('ok', name, await check());
    } catch (error) {
      exitCode = 1;
      line('wrong', name, reasonOf(error));
    }
  };
  const reportOn = (name: string, check: (client: pg.Client, url: string) => Promise<string>) =>
    report(name, () => {
      if (!open) throw new Error('Not checked, because the database could not be asked.');
      return check(open.client, open.url);
    });

  await report('config', () => {
    config = load();
    const codes = config.signInCodes ? 'asks for sign-in codes' : 'asks for no sign-in codes';
    const serves = `serves ${new URL(config.publicUrl).origin} on port ${config.port} of ${config.host}, ${codes}`;
    return [serves, ...config.warnings].join('. ');
  });
  if (config) {
    const settings: Config = config;
    try {
      await report('database', async () => {
        if (!settings.databaseUrl && !isEmbeddedPostgresMade(settings.dataDir)) {
          const none = `There is none in ${settings.dataDir}/postgres yet.`;
          throw new Error(`${none} \`npm start\` makes it; or set DATABASE_URL or DATA_DIR.`);
        }
        const database = await openDatabase(settings);
        release = database.release;
        const client = await connect(database.url, 'DATABASE_URL');
        open = { client, url: database.url };
        return checkServer(client, database.url);
      });
      await reportOn('role', (client, url) => checkRole(client, url, settings));
      await reportOn('migrations', checkMigrations);
      await report('storage', () => inTime(() => checkStorage(settings)));
      await report('mail', async () => {
        const mail = await inTime(() => checkMail(settings));
        return open ? mail + (await describeHold(open.client)) : mail;
      });
      await reportOn('clock', (client) => checkClock(client, now));
      await report('disk', () => checkDisk(settings.dataDir));
      await report('backup', () => checkBackup(settings.nightlyBackup, now));
    } finally {
      await open?.client.end().catch(() => {});
      await release();
    }
  }
  await report('node', () => checkNode(nodeVersion));
  await report('build', checkBuild);
  return exitCode;
}

/** The long secrets of the configuration, as written and as meant. A gap in place of a short one would give it away. */
function longSecretsOf(config: Config | undefined): string[] {
  const urls = [config?.databaseUrl, config?.migrationsDatabaseUrl, config?.smtpUrl]
    .filter((url) => url !== undefined && URL.canParse(url))
    .map((url) => new URL(url ?? ''));
  const written = urls.flatMap((url) => [url.password, url.searchParams.get('password') ?? '']);
  const meant = written.map((password) => {
    try {
      return decodeURIComponent(password);
    } catch {
      return password;
    }
  });
  return [...written, ...meant, ...(config?.sessionSecrets ?? [])].filter(({ length }) => length >= 24);
}

/** Removes the user and password of every address from a text, and masks long secrets. */
function withoutSecrets(text: string, longSecrets: string[]): string {
  const masked = text.replace(/(:\/\/)[^\s"']*@/g, '$1***@').replace(/([?&]password=)[^&\s]*/g, '$1***');
  // the longest first: one may be part of another
  return longSecrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, secret) => words.replaceAll(secret, '***'), masked);
}
