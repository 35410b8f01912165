import { NAMED_OBJECTS } from '../features/operator/named-objects';
import { backUp } from '../lib/backup/backup';
import { runBackupCommand } from './backup-command';

const usage = `Copies the database, the pictures and kept documents, and the secret into a new folder, also while Trip Log runs
(docs/operations.md#back-it-up).

  npm run backup -- --to /backups/2026-11-22`;

await runBackupCommand('to', usage, async (installation, folder) => {
  await backUp({ ...installation, namedObjects: NAMED_OBJECTS }, folder, console.log);
  console.log(
    `The backup is in ${folder}. Anyone who reads it reads everything: keep it encrypted, and elsewhere.`,
  );
});
process.exit(0);
