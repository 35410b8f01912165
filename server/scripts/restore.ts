import { restore } from '../lib/backup/restore';
import { runBackupCommand } from './backup-command';

const usage = `Fills an empty installation from a folder that "npm run backup" wrote (docs/operations.md#back-it-up). Stop every
server of the installation first.

  npm run restore -- --from /backups/2026-11-22`;

await runBackupCommand('from', usage, async (installation, folder) => {
  await restore(installation, folder, console.log);
  console.log(
    'Restored. Start Trip Log; everybody signs in again. Mails are held until "npm run mails -- release".',
  );
});
process.exit(0);
