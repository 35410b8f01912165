import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 ** 2;

/** Its own disk, in memory, which a test can fill without harm to any other program. */
export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** Mounts a disk of so many megabytes. @throws Error where this account may not */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'trip-log-small-disk-'));
  const mount = (...options: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder], { stdio: 'pipe' });
  try {
    mount(`size=${megabytes}m`);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const filler = join(folder, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    /** Leaves so many megabytes free. */
    fill(left = 0) {
      const file = openSync(filler, 'a');
      try {
        while (free() > left * MB) writeSync(file, Buffer.alloc(Math.min(MB, free() - left * MB)));
      } finally {
        closeSync(file);
      }
    },
    /** Takes what filled it away. */
    empty: () => rmSync(filler, { force: true }),
    resize: (to: number) => mount('remount', `size=${to}m`),
    unmount() {
      // what still uses it goes on until it ends
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** Why tests of a full disk cannot run here; undefined where they can. */
export const smallDiskMissing: string | undefined = (() => {
  try {
    mountSmallDisk(1).unmount();
    return undefined;
  } catch {
    return 'NOT TESTED: a full disk. Run the tests as an account that may mount a tmpfs.';
  }
})();
