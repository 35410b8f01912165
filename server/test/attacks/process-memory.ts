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

/** A process's own memory: pages of program files exist once, however many processes run them. */
function ownMb(process: string): number {
  try {
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    const kilobytes = [...status.matchAll(/Rss(?:Anon|Shmem):\s+(\d+)/g)].map(([, figure]) => Number(figure));
    return sum(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** The memory of a process and of each that it started, but PostgreSQL, in MB. Linux only; nothing elsewhere. */
export const memoryOfTree = (root: string | number | undefined): number[] =>
  processTree(String(root)).map(ownMb);

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
