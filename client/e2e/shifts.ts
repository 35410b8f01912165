import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Counts from the next page load on what moves by itself. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        for (const { node, previousRect: from, currentRect: to } of hadRecentInput ? [] : sources)
          shifts.push(
            `${value.toFixed(4)}: ${node?.textContent?.trim().slice(0, 100)} from ${from.x},${from.y} to ${to.x},${to.y}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) =>
          requestAnimationFrame(() =>
            setTimeout(() => resolve((window as unknown as { shifts: string[] }).shifts)),
          ),
        ),
    );
}

/** Answers every request to the API late, each by another time, as a slow line does. Register it after other routes. */
export async function answerLate(page: Page): Promise<void> {
  let count = 0;
  await page.route('**/api/**', async (route) => {
    // 100 to 400 ms, in an order that is not the requests' own
    const delay = 100 + ((count++ * 170) % 310);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.fallback();
  });
}
