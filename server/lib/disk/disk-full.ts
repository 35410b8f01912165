/** The code of a DiskFullError, Node's of a full disk and of an account's used-up share of one, and PostgreSQL's. */
const FULL = /^(disk-full|ENOSPC|EDQUOT|53100)$/;
/** PostgreSQL has no code of its own for the share of an account. */
const FULL_IN_WORDS = /No space left on device|Disk quota exceeded/;

/** Whether an error, or what caused it, says that a disk has no room left: of this machine, or of the database's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = ('code' in error && FULL.test(String(error.code))) || FULL_IN_WORDS.test(error.message);
  return isFull || isDiskFull(error.cause);
}
