/** @module-tag long */
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrips } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { press } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const tooltip = page.getByRole('tooltip', { includeHidden: true });
const edit = page.getByRole('button', { name: /^Edit trip: / });

async function openHistory() {
  const amy = buildDriver();
  await openApp('/?tab=history', { answers: storeTrips([amy], buildTrips(amy, 3)) });
  await expect(edit.first()).toBeVisible();
  // they are loaded late
  await expect
    .poll(async () => {
      await userEvent.unhover(edit.first());
      edit
        .first()
        .element()
        .focus({ focusVisible: true } as FocusOptions);
      return tooltip.elements().length;
    })
    .toBe(1);
  await press('Escape');
  await expect(tooltip).toHaveCount(0);
  // so long after it the next one has to wait
  await new Promise((resolve) => setTimeout(resolve, 350));
}

test('a button that is only an icon is named where the mouse rests, until it is clicked', async () => {
  await openHistory();
  const start = performance.now();
  await edit.nth(1).hover();
  await expect(tooltip).toHaveTextContent('Edit trip: ');
  expect(performance.now() - start).toBeGreaterThanOrEqual(690);
  await expectNoViolations();
  await tooltip.hover();
  await expect(tooltip).toBeVisible();

  await page
    .getByRole('button', { name: /^Delete trip: / })
    .nth(1)
    .hover();
  await expect(tooltip).toHaveTextContent('Delete trip: ');
  await edit.nth(1).click();
  await expect(page.getByRole('dialog', { name: 'Edit Trip' })).toBeVisible();
  await expect(tooltip).toHaveCount(0);
  await page.getByRole('button', { name: 'Close', exact: true }).hover();
  await expect(tooltip).toHaveTextContent('Close');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
});

test('the keyboard sees the name of an icon at once, and Escape closes it', async () => {
  await openHistory();
  page
    .getByRole('button', { name: /^Delete trip: / })
    .nth(1)
    .element()
    .focus({ focusVisible: true } as FocusOptions);
  await expect(tooltip).toHaveTextContent('Delete trip: ');
  await press('Tab');
  await expect(tooltip).toHaveTextContent('Edit trip: ');
  await press('Escape');
  await expect(tooltip).toHaveCount(0);
});
