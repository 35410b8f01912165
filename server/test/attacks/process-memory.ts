import { readdirSync, readFileSync } from 'node:fs';

/** A process and all it started, but PostgreSQL: their ids. Linux only; nothing elsewhere. */
export function processTree(root: string): string[] {
  try {
    if (readFileSync(`/proc/${root}/comm`, 'utf8').startsWith('postgres')) return [];
    const children = readdirSync(`/proc/${root}/task`).flatMap((thread) =>
      readFileSync(`/proc/${root}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return [root, ...children.flatMap(processTree)];
  } catch {
    // it ended meanwhile
    return [];
  }
}

function residentMb(process: string): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** The memory of a process and of each that it started, but PostgreSQL, in MB. Linux only; nothing elsewhere. */
export const memoryOfTree = (root: string | number | undefined): number[] =>
  processTree(String(root)).map(residentMb);

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
