import { readFile, writeFile } from 'node:fs/promises';
import type { Running } from '../test/processes';

/** The memory of a server process in MB: at present, and at most since it was last asked to forget its peak. Linux only. */
async function readMemory({ child }: Running) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { present: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** What work makes a server's memory grow by at most, in MB, and what the work answers. */
export async function withPeakMemory<T>(server: Running, work: () => Promise<T>) {
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5');
  const { present } = await readMemory(server);
  const result = await work();
  return { result, growth: (await readMemory(server)).peak - present };
}
