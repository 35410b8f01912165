import type { Logged } from './outbox';

/** A toast's note on where something logged is; empty once the server has it, or will at once. */
export function savedNote({ isWaiting, isSaved }: Pick<Logged, 'isWaiting' | 'isSaved'>): string {
  if (!isSaved) return '. Not saved on this device: keep this page open until it is sent';
  return isWaiting ? '. Saved here, sends when online' : '';
}
