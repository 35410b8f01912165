import { expect as base } from 'vitest';
import type { Locator } from 'vitest/browser';

type Element = ReturnType<typeof base.element>;

const isLocator = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'getByRole' in actual;

const isVisible = (element: globalThis.Element) => element.checkVisibility({ visibilityProperty: true });

/** What is asked of all elements that a locator finds, rather than of the one. */
const ofAll = (locator: Locator, message?: string) => ({
  /** None of them is there, or none is visible. */
  toBeHidden: () => base.poll(() => locator.elements().filter(isVisible).length, { message }).toBe(0),
  toHaveCount: (count: number) => base.poll(() => locator.elements().length, { message }).toBe(count),
});

type ExpectLocator = (locator: Locator, message?: string) => Element & ReturnType<typeof ofAll>;
type Expect = ExpectLocator & typeof base;

/** Vitest's `expect`, which waits where it is given a locator: `await expect(field).toHaveValue('5')`. */
export const expect = Object.assign(
  (actual: unknown, message?: string) =>
    isLocator(actual)
      ? new Proxy(ofAll(actual, message), {
          get: (all, name) => Reflect.get(all, name) ?? Reflect.get(base.element(actual, { message }), name),
        })
      : base(actual, message),
  base,
) as Expect;
