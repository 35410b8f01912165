import { endInWords, loadConfig } from '../config';
import { TIMEOUTS } from '../lib/database/db';
import { openInstallation } from '../lib/installation';
import { runMailCommand } from './mail-commands';
import { terminal } from './terminal';

const open = () => openInstallation(loadConfig(), { timeouts: TIMEOUTS.heavy });
process.once('uncaughtException', (error) => endInWords(error));
process.exit(await runMailCommand(process.argv.slice(2), open, terminal));
