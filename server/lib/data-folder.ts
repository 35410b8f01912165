import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config';
import { isFolderFault } from './errors';

/** Only its owner may look in; root's PostgreSQL account must walk through, unless `dataArgument` spares it that. */
export const DATA_FOLDER_MODE = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;

/** The folder of files that pass through: requests, answers, objects for S3. */
export const spoolFolderIn = (dataDir: string) => join(dataDir, 'spool');
/** Uses DATA_DIR, and makes it if needed. @throws ConfigError where this account may not use it, or what `use` finds in it */
export async function inDataFolder<T>(dataDir: string, use: () => Promise<T>): Promise<T> {
  try {
    await mkdir(dataDir, { recursive: true, mode: DATA_FOLDER_MODE });
    return await use();
  } catch (error) {
    if (!isFolderFault(error)) throw error;
    throw new ConfigError(
      `DATA_DIR: ${dataDir} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder of the account that runs Trip Log.`,
    );
  }
}
