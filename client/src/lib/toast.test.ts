import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast, toast, toastError } from './toast';

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
