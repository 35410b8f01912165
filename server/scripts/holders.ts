import { createInterface } from 'node:readline/promises';
import { endInWords, loadConfig } from '../config';
import { TIMEOUTS } from '../lib/database/db';
import { openInstallation } from '../lib/installation';
import { runHolderCommand } from './holder-commands';

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // a question is never answered when the input ends
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer;
}

const open = () => openInstallation(loadConfig(), { timeouts: TIMEOUTS.heavy });
const terminal = { say: console.log, complain: console.error, ask };
process.once('uncaughtException', (error) => endInWords(error));
process.exit(await runHolderCommand(process.argv.slice(2), open, terminal));
