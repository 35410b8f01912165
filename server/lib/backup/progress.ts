import { countOf } from '@shared/figures';

const EVERY_MS = 5_000;

export type Say = (text: string) => void;

/**
 * Says every five seconds how much of something was done, so that no one takes a long run for a hanging one.
 * @param work is handed what is told the bytes of each part
 */
export async function withProgress<T>(
  say: Say,
  name: string,
  work: (tell: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  let done = 0;
  const timer = setInterval(
    () => say(`${name}: ${countOf(Math.round(done / 1e6), 'megabyte')} so far`),
    EVERY_MS,
  );
  try {
    return await work((bytes) => {
      done += bytes;
    });
  } finally {
    clearInterval(timer);
  }
}
