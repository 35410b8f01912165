import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endInWords, loadConfig } from '../config';
import { BackupError } from '../lib/backup/manifest';
import { openKnownDatabase } from '../lib/database/open-database';
import { type Installation, openInstallation } from '../lib/installation';

/** Runs `npm run backup` or `restore` on the installation as it is found. @param option names the folder */
export async function runBackupCommand(
  option: 'to' | 'from',
  usage: string,
  run: (installation: Installation, folder: string) => Promise<void>,
): Promise<void> {
  process.once('uncaughtException', (error) => endInWords(error, usage));
  const { values } = parseArgs({ options: { [option]: { type: 'string' } } });
  const folder = values[option];
  if (typeof folder !== 'string' || !folder) throw new BackupError(`--${option} is missing\n\n${usage}`);
  const installation = await openInstallation(loadConfig(), { open: openKnownDatabase });
  try {
    await run(installation, resolve(folder));
  } finally {
    await installation.close();
  }
}
