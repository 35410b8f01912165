import { endInWords, loadConfig } from '../config';
import { TIMEOUTS } from '../lib/database/db';
import { openInstallation } from '../lib/installation';
import { runHolderCommand } from './holder-commands';
import { terminal } from './terminal';

const open = () => openInstallation(loadConfig(), { timeouts: TIMEOUTS.heavy });
process.once('uncaughtException', (error) => endInWords(error));
process.exit(await runHolderCommand(process.argv.slice(2), open, terminal));
