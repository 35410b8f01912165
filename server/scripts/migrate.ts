import { endInWords, loadConfig } from '../config';
import { openMigratedDatabase } from '../lib/database/open-database';
import { createLogger, flushLog } from '../lib/logger';

/** `npm run migrate`: docs/operations.md#another-version. */
process.once('uncaughtException', (error) => endInWords(error));
const config = loadConfig();
const log = createLogger(config.logLevel);
const { release } = await openMigratedDatabase(config, log);
await release();
await flushLog(log);
console.log('The database is as this version needs it.');
