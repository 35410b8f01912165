import type { AnonymousCall } from '../lib/call';
import { asService } from '../lib/database/isolation';
import type { Installation } from '../lib/installation';
import { explain, type Terminal } from './terminal';

/** What a command has to work on. */
export type Operating<Opened> = Opened & Terminal & { call: AnonymousCall };

/**
 * Makes a program of commands that an operator types. @param read throws UsageError for what no command takes, and answers what runs
 * and tells what is said when it is done @returns a function that opens the installation when the arguments are good, and answers the exit code
 */
export const operatorCommand =
  <Opened extends Pick<Installation, 'deps' | 'close'>>(
    usage: string,
    read: (args: string[]) => (on: Operating<Opened>) => Promise<string>,
  ) =>
  async (args: string[], open: () => Promise<Opened>, terminal: Terminal): Promise<0 | 1> => {
    try {
      const run = read(args);
      const installation = await open();
      try {
        const call = { db: asService(installation.deps.db), now: installation.deps.clock() };
        terminal.say(await run({ ...installation, ...terminal, call }));
      } finally {
        await installation.close();
      }
      return 0;
    } catch (error) {
      const explained = explain(error, usage);
      if (explained === undefined) throw error;
      terminal.complain(explained);
      return 1;
    }
  };
