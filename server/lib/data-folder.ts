import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config';
import { codeOf, isFolderFault } from './errors';

/** Only its owner may look in; root's PostgreSQL account must walk through, unless `dataArgument` spares it that. */
export const DATA_FOLDER_MODE = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;

/** The folder of files that pass through: requests, answers, objects for S3. */
export const spoolFolderIn = (dataDir: string) => join(dataDir, 'spool');

/** Makes a folder and those above it. Node's own way to make them tries for ever below /proc. @throws Error of Node */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const make = () =>
    mkdir(folder, { mode }).catch(async (error) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    });
  await make().catch(async (error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(folder), mode);
    await make();
  });
}

const unusableDataDir = (dataDir: string, error: unknown) =>
  new ConfigError(
    `DATA_DIR: ${dataDir} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder of the account that runs Trip Log.`,
  );

/** Uses DATA_DIR, and makes it if needed. @throws ConfigError where this account may not use it, or what `use` finds in it */
export async function inDataFolder<T>(dataDir: string, use: () => Promise<T>): Promise<T> {
  await makeFolder(dataDir, DATA_FOLDER_MODE).catch((error) => {
    throw unusableDataDir(dataDir, error);
  });
  return use().catch((error) => {
    throw isFolderFault(error) ? unusableDataDir(dataDir, error) : error;
  });
}

const USED = constants.R_OK | constants.W_OK | constants.X_OK;

/** Checks the folders that a server writes to, before it opens a database. @throws ConfigError naming the variable */
export async function checkFolders({ dataDir, nightlyBackup }: Config): Promise<void> {
  await inDataFolder(dataDir, () => access(dataDir, USED));
  if (!nightlyBackup) return;
  const { folder } = nightlyBackup;
  // not made here: where a disk is not mounted, it would be made on another
  await access(`${folder}/`, USED).catch((error) => {
    throw new ConfigError(
      codeOf(error) === 'ENOENT'
        ? `BACKUP_TO: there is no folder ${folder}. Make it for the account that runs Trip Log, or mount its disk.`
        : `BACKUP_TO: ${folder} cannot be used: ${error.message}. Set BACKUP_TO to a folder that the account that runs Trip Log can write to.`,
    );
  });
}
