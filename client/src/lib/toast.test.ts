import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  currentToasts,
  dismissToast,
  leaveToasts,
  removeToasts,
  toast,
  toastError,
  toastOutcome,
  withUndo,
} from './toast';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('shows one toast at a time, the latest', () => {
  toast({ description: 'Trip logged successfully!' });
  toast({ description: 'Trip deleted successfully' });
  expect(currentToasts()).toMatchObject([{ description: 'Trip deleted successfully', open: true }]);
});

it('keeps a dismissed toast for 1,000,000 ms, then removes it', () => {
  const { id } = toast({ description: 'Driver created successfully' });
  dismissToast(id);
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toMatchObject([{ id, open: false }]);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});

it('titles a failure "Error"', () => {
  toastError(new Error('socket hang up'), 'Failed to delete trip');
  expect(currentToasts()).toMatchObject([
    { title: 'Error', description: 'Failed to delete trip', variant: 'destructive' },
  ]);
});

it('shows how an action ended, and answers whether it succeeded', async () => {
  expect(await toastOutcome(Promise.resolve(2), (count) => ({ title: `${count} restored` }), 'Failed')).toBe(
    true,
  );
  expect(currentToasts()).toMatchObject([{ title: '2 restored' }]);
  expect(await toastOutcome(Promise.reject(new Error('x')), 'Restored', 'Failed to restore')).toBe(false);
  expect(currentToasts()).toMatchObject([{ title: 'Error', description: 'Failed to restore' }]);
});

it('leaves the toast of a failure to who handles it', async () => {
  toast({ title: 'Before' });
  const handle = vi.fn();
  expect(await toastOutcome(Promise.reject(new Error('x')), 'Saved', handle)).toBe(false);
  expect(handle).toHaveBeenCalledWith(new Error('x'));
  expect(currentToasts()).toMatchObject([{ title: 'Before' }]);
});

it('undoes once, however often the button is pressed', () => {
  const undo = vi.fn();
  const { action } = withUndo('Driver updated successfully', undo);
  action?.onClick();
  action?.onClick();
  expect(undo).toHaveBeenCalledTimes(1);
});

it('shows nothing of a session that has ended, such as how an action ended that was under way', async () => {
  toast({ title: 'Trip deleted' });
  const saved = toastOutcome(Promise.resolve(), 'Saved', 'Failed');
  const failed = toastOutcome(Promise.reject(new Error('x')), 'Saved', 'Failed');
  removeToasts();
  expect([await saved, await failed]).toEqual([true, false]);
  expect(currentToasts()).toEqual([]);
  toast({ title: 'Trip logged' });
  expect(currentToasts()).toMatchObject([{ title: 'Trip logged' }]);
});

it('dismisses the toasts of a screen that is left, but for Undo and what the same act shows', () => {
  const isOpen = () => currentToasts()[0]?.open;
  toast({ title: 'Driver created successfully' });
  leaveToasts();
  expect(isOpen()).toBe(true);
  vi.advanceTimersByTime(1001);
  leaveToasts();
  expect(isOpen()).toBe(false);

  toast(withUndo('Trip deleted successfully', () => {}));
  vi.advanceTimersByTime(1001);
  leaveToasts();
  expect(isOpen()).toBe(true);
});
