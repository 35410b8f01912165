import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config';
import { withAdvice } from '../../lib/errors';
import { createMailer } from '../../lib/mail/mailer';
import { openObjectStore } from '../../lib/storage/open-object-store';

/** What is left here by a check that was killed is swept by night, as an upload that was never saved. */
const FOLDER = 'uploads/doctor';

/** That an object can be written, read and removed. */
export async function checkStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<string> {
  const { s3, dataDir } = config;
  try {
    if (!s3)
      return await withFolder(dataDir, () =>
        tryStorage(config, `objects are files in ${join(dataDir, 'objects')}`),
      );
    return await tryStorage(
      config,
      `bucket ${s3.bucket}${s3.endpoint ? ` at ${new URL(s3.endpoint).host}` : ` in ${s3.region}`}`,
    );
  } catch (error) {
    throw withAdvice(
      error,
      s3
        ? 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the AWS variables; the bucket must let them put, get and delete objects.'
        : `Let the account that runs Trip Log write to ${join(dataDir, 'objects')}.`,
    );
  }
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

/** Has a folder for the try; a folder that was not there before goes with it, because this account may not be the server's. */
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

/** That the mail server lets Trip Log in; no mail is sent. */
export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<string> {
  const mailer = createMailer({ smtpUrl, mailFrom, dataDir });
  try {
    await mailer.verify();
  } catch (error) {
    throw withAdvice(
      error,
      'Check SMTP_URL: its host, port, user and password, and smtps:// for TLS from the start.',
    );
  } finally {
    mailer.close();
  }
  if (!smtpUrl) return `no SMTP_URL: mails are written to ${join(dataDir, 'outbox')}, and no one gets them`;
  return `${new URL(smtpUrl).host} lets Trip Log in; no mail was sent`;
}
