import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config';
import { inDataFolder } from '../data-folder';
import { ifExists } from '../errors';

type Settings = Pick<Config, 'sessionSecrets' | 'dataDir'>;

/** The secrets that keys are derived from, newest first: SESSION_SECRET, else one that is made once and stored in DATA_DIR. */
export async function readSessionSecrets(config: Settings): Promise<[string, ...string[]]> {
  const [newest, ...older] = config.sessionSecrets ?? [];
  if (newest) return [newest, ...older];
  const file = fileIn(config.dataDir);
  const readOrMake = async () => (await ifExists(readFile(file, 'utf8'))) ?? makeSecret(file);
  return [await inDataFolder(config.dataDir, readOrMake)];
}

/** Puts another secret in the place of the one in DATA_DIR, which is made by then. */
export async function replaceSessionSecret({ dataDir }: Pick<Config, 'dataDir'>, secret: string) {
  await rename(await writeDraft(fileIn(dataDir), secret), fileIn(dataDir));
}

const fileIn = (dataDir: string) => join(dataDir, 'session-secret');

async function writeDraft(file: string, secret: string): Promise<string> {
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  return draft;
}

/** One of the processes that start together makes the secret and all read it. A process that is killed leaves no partial file. */
async function makeSecret(file: string): Promise<string> {
  const draft = await writeDraft(file, randomBytes(32).toString('base64url'));
  await link(draft, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
