import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a module that has the clock of every process which preloads it begin at an instant.
 * @returns the option for Node
 */
export async function clockFrom(instant: string, folder: string): Promise<string> {
  const preload = join(folder, 'clock.mjs');
  const clock = `const RealDate = Date;
    const from = RealDate.parse('${instant}');
    globalThis.Date = class extends RealDate {
      constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])); }
      static now() { return Math.round(from + performance.now()); }
    };`;
  await writeFile(preload, clock);
  return `--import=${preload}`;
}
