import { ConfigError } from './config';
import { codeOf, isFolderFault } from './lib/errors';

/** Ends a program with code 1 and a sentence where the operator can help, else the whole error. @param usage of a command */
export function endInWords(error: unknown, usage = ''): never {
  if (codeOf(error).startsWith('ERR_PARSE_ARGS')) console.error(`${(error as Error).message}\n\n${usage}`);
  else console.error(error instanceof ConfigError || isFolderFault(error) ? (error as Error).message : error);
  process.exit(1);
}
