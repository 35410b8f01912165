import type { Page } from '@playwright/test';

/** Waits until the app is on the device. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
