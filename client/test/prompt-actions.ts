import { type Locator, page } from 'vitest/browser';

type Acting = Locator & { triggerCommand: (...command: unknown[]) => Promise<unknown> };

/** What every action on a locator goes through: of Vitest's class, which that of the driver extends. */
const actions: Acting = Object.getPrototypeOf(Object.getPrototypeOf(page.getByText('')));
const { triggerCommand } = actions;

/** What is not there by then is for the driver to say. */
const PATIENCE_MS = 15_000;

/** An action looks for its element in every frame, as `expect` does: the driver looks again only after up to half a second. */
actions.triggerCommand = async function (this: Acting, ...command) {
  const end = performance.now() + PATIENCE_MS;
  while (this.elements().length === 0 && performance.now() < end) await new Promise(requestAnimationFrame);
  return triggerCommand.apply(this, command);
};
