import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config';
import { BackupError } from '../lib/backup/manifest';
import { openDatabase } from '../lib/database/open-database';
import { codeOf } from '../lib/errors';
import { type Installation, openInstallation } from '../lib/installation';

/** Why the folder cannot be written or read. */
const FOLDER_FAULTS = ['EACCES', 'EEXIST', 'ENOSPC', 'ENOTDIR', 'EROFS'];

/**
 * Runs `npm run backup` or `npm run restore`.
 * @param option names the folder
 * @param run is handed the installation, whose database is as it is found, and the folder
 * @returns the exit code
 */
export async function runBackupCommand(
  option: 'to' | 'from',
  usage: string,
  run: (installation: Installation, folder: string) => Promise<void>,
): Promise<number> {
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } });
    const folder = values[option];
    if (typeof folder !== 'string' || !folder) throw new BackupError(`--${option} is missing\n\n${usage}`);
    const installation = await openInstallation(loadConfig(), { open: openDatabase });
    try {
      await run(installation, resolve(folder));
    } finally {
      await installation.close();
    }
    return 0;
  } catch (error) {
    const isTheirs =
      error instanceof BackupError || error instanceof ConfigError || FOLDER_FAULTS.includes(codeOf(error));
    if (isTheirs) console.error((error as Error).message);
    else if (codeOf(error).startsWith('ERR_PARSE_ARGS'))
      console.error(`${(error as Error).message}\n\n${usage}`);
    else throw error;
    return 1;
  }
}
