import { messageOf, needsRecentSignIn } from './api-client';
import { createStore } from './create-store';

/** Toasts shown at once (docs/product/app.md#toasts). */
const LIMIT = 1;
/** How long a dismissed toast is kept; this and the next two are in milliseconds. */
const REMOVE_DELAY = 1_000_000;
export const TOAST_DURATION = 5000;
const UNDO_TOAST_DURATION = 10_000;
/** A screen that opens this soon after a toast was opened by what the toast is about. */
const SAME_ACT_MS = 1000;

export type ToastOptions = {
  title?: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
  /** Milliseconds. */
  duration?: number;
};

export type Toast = ToastOptions & { id: string; open: boolean; shownAt: number };

const toasts = createStore<readonly Toast[]>([]);
let count = 0;

export const { get: currentToasts, use: useToasts } = toasts;

export function dismissToast(id: string): void {
  if (!toasts.get().some((other) => other.id === id && other.open)) return;
  toasts.set(toasts.get().map((other) => (other.id === id ? { ...other, open: false } : other)));
  setTimeout(() => toasts.set(toasts.get().filter((other) => other.id !== id)), REMOVE_DELAY);
}

/** Dismisses the toasts of the screen that was left. One with an action stays: Undo must be in reach for its whole time. */
export function leaveToasts(): void {
  for (const { id, action, shownAt } of toasts.get())
    if (!action && performance.now() - shownAt > SAME_ACT_MS) dismissToast(id);
}

/** How often all toasts were removed: what began before that is of a session that is over. */
let removals = 0;

/** Removes every toast, and those of actions that have not ended. Call it when a session ends. */
export function removeToasts(): void {
  removals += 1;
  toasts.set([]);
}

export function toast(options: ToastOptions): { id: string; dismiss: () => void } {
  count += 1;
  const id = `toast-${count}`;
  toasts.set([{ ...options, id, open: true, shownAt: performance.now() }, ...toasts.get()].slice(0, LIMIT));
  return { id, dismiss: () => dismissToast(id) };
}

/** Shows a failure in a toast titled "Error" (docs/product/rules.md#errors). A sign-in that has to be repeated is asked for by a dialog. */
export function toastError(error: unknown, fallback: string): void {
  if (needsRecentSignIn(error)) return;
  toast({ title: 'Error', description: messageOf(error, fallback), variant: 'destructive' });
}

/** Offers Undo, once: a second click would be refused because of the first. */
export function withUndo(title: string, undo: () => unknown): ToastOptions {
  let isUndone = false;
  function onClick() {
    if (!isUndone) void undo();
    isUndone = true;
  }
  return { title, action: { label: 'Undo', onClick }, duration: UNDO_TOAST_DURATION };
}

/**
 * Waits for an action, shows how it ended, and returns whether it succeeded; without `done` only failures.
 * @param failed what a failure's toast says where the server says nothing, or what to do with the error instead
 */
export async function toastOutcome<Result>(
  action: Promise<Result>,
  done: string | ((result: Result) => ToastOptions) | undefined,
  failed: string | ((error: unknown) => void),
): Promise<boolean> {
  const begun = removals;
  try {
    const result = await action;
    if (done && begun === removals) toast(typeof done === 'string' ? { title: done } : done(result));
    return true;
  } catch (error) {
    if (typeof failed !== 'string') failed(error);
    else if (begun === removals) toastError(error, failed);
    return false;
  }
}
