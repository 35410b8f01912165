import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config';
import { DATA_FOLDER_MODE } from '../data-folder';

/** The secrets that keys are derived from, newest first: SESSION_SECRET, else one that is made once and stored in DATA_DIR. */
export async function readSessionSecrets({
  sessionSecrets,
  dataDir,
}: Pick<Config, 'sessionSecrets' | 'dataDir'>): Promise<[string, ...string[]]> {
  const [newest, ...older] = sessionSecrets ?? [];
  if (newest) return [newest, ...older];
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true, mode: DATA_FOLDER_MODE });
  const made = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return makeSecret(file);
    throw error;
  });
  return [made];
}

/** Of processes that start together one makes the secret and all read it. A process that is killed leaves no partial file. */
async function makeSecret(file: string): Promise<string> {
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
