import { createInterface } from 'node:readline/promises';
import { core } from 'zod/mini';
import { ConfigError } from '../config';
import { AppError, codeOf, sentence } from '../lib/errors';

/** The operator, to whom texts are shown and questions are asked. */
export type Terminal = {
  say(text: string): void;
  complain(text: string): void;
  /** @returns an empty text without an answer */
  ask(question: string): Promise<string>;
};

async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // a question is never answered when the input ends
  const ended = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
  const answer = await Promise.race([asking.question(question), ended]);
  asking.close();
  return answer;
}

export const terminal: Terminal = { say: console.log, complain: console.error, ask };

/** A command that was typed wrongly. */
export class UsageError extends Error {}

/** Puts what the operator can put right into words, with the usage where the command was typed wrongly; undefined for any other error. */
export function explain(error: unknown, usage: string): string | undefined {
  if (error instanceof AppError || error instanceof ConfigError) return error.message;
  if (error instanceof core.$ZodError) return `${error.issues.map(sentence).join('\n')}\n\n${usage}`;
  if (error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS'))
    return `${(error as Error).message}\n\n${usage}`;
  return undefined;
}

/** Aligns rows below their head. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}
