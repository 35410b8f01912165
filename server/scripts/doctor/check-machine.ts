import { randomUUID } from 'node:crypto';
import { constants, existsSync, readFileSync } from 'node:fs';
import { access, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOUR_MS } from '@shared/durations';
import { formatDateTime } from '@shared/periods';
import type { Config } from '../../config';
import { type NightlyBackup, newestBackup } from '../../lib/backup/backup';
import type { Clock } from '../../lib/clock';
import { freeBytes, LOW_BYTES } from '../../lib/disk-space';
import { codeOf, withAdvice } from '../../lib/errors';
import { createMailer } from '../../lib/mail/mailer';
import { openObjectStore } from '../../lib/storage/open-object-store';
import { BUILT_FROM, fingerprintOfSources } from '../build/built-from';

const gigabytes = (bytes: number) =>
  `${(bytes / 1024 ** 3).toLocaleString('en-AU', { maximumFractionDigits: 1 })} GB`;

export async function checkDisk(dataDir: string): Promise<string> {
  const remedy = 'Set DATA_DIR to a folder of the account that runs Trip Log.';
  const free = await freeBytes(dataDir).catch((error) => {
    if (codeOf(error) === 'ENOENT')
      throw new Error(`There is no folder ${dataDir}. \`npm start\` makes it; or set DATA_DIR.`);
    throw withAdvice(error, remedy);
  });
  if (free < LOW_BYTES)
    throw new Error(
      `${gigabytes(free)} are free in ${dataDir}, less than ${gigabytes(LOW_BYTES)}. Make room, or move DATA_DIR to a larger disk while Trip Log does not run.`,
    );
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) => {
    throw withAdvice(error, remedy);
  });
  return `${gigabytes(free)} are free in ${dataDir}`;
}

/** A night's backup is as old as a day when the next one begins. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS;
const HOW = 'docs/operations.md#every-night';

export async function checkBackup(nightly: NightlyBackup | undefined, now: Clock): Promise<string> {
  if (!nightly) return `none is made by night, because BACKUP_TO is not set: ${HOW}`;
  const { folder, keep } = nightly;
  const newest = await newestBackup(folder);
  if (!newest)
    throw new Error(
      `There is none in ${folder} that this account can read. \`npm run backup -- --to ${folder}/first\` makes one now.`,
    );
  const last = `the last backup in ${folder} was made on ${formatDateTime(newest)}`;
  if (now().getTime() - newest.getTime() > MAX_BACKUP_AGE_MS)
    throw new Error(`${last}. The log has a line "backup-failed" that says why: ${HOW}`);
  return `${last}; the newest ${keep} are kept`;
}

const numbersOf = (version: string) => version.replace(/^\D+/, '').split('.').map(Number);

/** Whether a version is in a range such as "^20.19.0 || >=22.12.0", of which only these two forms are known. */
function isInRange(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  return range.split('||').some((part) => {
    const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = numbersOf(part);
    if (major !== wantedMajor) return !part.includes('^') && major > wantedMajor;
    return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
  });
}

export function checkNode(version: string): string {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (!isInRange(version, engines.node))
    throw new Error(`This is Node ${version}, and Trip Log needs ${engines.node}. Install Node 22 or 24.`);
  return version;
}

const BUILT = ['dist/server/index.js', 'dist/client/index.html', BUILT_FROM];

export function checkBuild(): string {
  const remedy =
    'Run `npm ci && npm run build` here, or bring dist and .generated along from where that was run.';
  const missing = BUILT.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing. ${remedy}`);
  const [, builtFrom] = readFileSync(BUILT_FROM, 'utf8').split(' ');
  try {
    if (builtFrom !== fingerprintOfSources())
      throw new Error(`What is in dist was built from other sources than those next to it. ${remedy}`);
    return 'built from the sources next to it';
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return 'built; its sources are not here to compare';
  }
}

/** A check that was killed leaves this behind; the nightly sweep removes it, as an upload that was never saved. */
const FOLDER = 'uploads/doctor';

export async function checkStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<string> {
  const { s3, dataDir } = config;
  const folder = join(dataDir, 'objects');
  const place = s3 && (s3.endpoint ? `at ${new URL(s3.endpoint).host}` : `in ${s3.region}`);
  const where = s3 ? `bucket ${s3.bucket} ${place}` : `objects are files in ${folder}`;
  const remedy = s3
    ? 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the AWS variables; the bucket must let them put, get and delete objects.'
    : `Let the account that runs Trip Log write to ${folder}.`;
  const attempt = () => tryStorage(config, where);
  return (s3 ? attempt() : withFolder(dataDir, attempt)).catch((error) => {
    throw withAdvice(error, remedy);
  });
}

async function tryStorage(config: Pick<Config, 's3' | 'dataDir'>, where: string): Promise<string> {
  // it signs nothing
  const store = await openObjectStore(config, [randomUUID()]);
  const key = `${FOLDER}/${randomUUID()}`;
  const body = Buffer.from(key);
  await store.write(key, body, 'application/octet-stream');
  try {
    const found = await store.read(key, body.length);
    if (!found?.body.equals(body)) throw new Error('What was written was not there to be read.');
  } finally {
    await store.remove(key);
  }
  if (await store.read(key, body.length)) throw new Error('What was removed was still there.');
  return `${where}; one was written, read and removed`;
}

/** Makes a folder for the try and removes it afterwards if it is new, because this account may not be the server's. */
async function withFolder(dataDir: string, work: () => Promise<string>): Promise<string> {
  if (!existsSync(dataDir)) throw new Error(`There is no folder ${dataDir}: \`npm start\` makes it.`);
  let folder = join(dataDir, 'objects', FOLDER);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work();
  } finally {
    for (; firstMade?.startsWith(dataDir) && folder.length >= firstMade.length; folder = dirname(folder))
      await rmdir(folder).catch(() => {});
  }
}

export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<string> {
  const mailer = createMailer({ smtpUrl, mailFrom, dataDir });
  try {
    await mailer.verify();
  } catch (error) {
    const remedy = 'Check SMTP_URL: its host, port, user and password, and smtps:// for TLS from the start.';
    throw withAdvice(error, remedy);
  } finally {
    mailer.close();
  }
  if (!smtpUrl) return `no SMTP_URL: mails are written to ${join(dataDir, 'outbox')}, and no one gets them`;
  return `${new URL(smtpUrl).host} lets Trip Log in; no mail was sent`;
}
