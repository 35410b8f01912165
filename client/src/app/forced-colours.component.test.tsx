import { buildDriver, buildTrips } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { openTab, press } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** The colours of an element as they are drawn. */
function drawn(one: Locator | Element | null) {
  if (!one) throw new Error('There is no such element');
  const element = one instanceof Element ? one : one.element();
  const { backgroundColor, color, borderBottomColor, fill, outlineStyle } = getComputedStyle(element);
  return { backgroundColor, color, borderBottomColor, fill, outlineStyle };
}

/** What the system chooses for what is chosen. */
function systemHighlight() {
  const probe = document.body.appendChild(document.createElement('p'));
  probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
  const { backgroundColor, color } = getComputedStyle(probe);
  probe.remove();
  return { backgroundColor, color };
}

const amy = buildDriver();

test('where the system forces its colours, what is chosen and ticked is recognised', async () => {
  await openApp('/', { forcedColours: true, answers: storeTrips([amy], buildTrips(amy, 3)) });
  const highlight = systemHighlight();
  const background = { backgroundColor: highlight.backgroundColor };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await expect(button('Log Trip')).toBeVisible();
  expect(drawn(button('Log Trip'))).toMatchObject(highlight);
  const recent = page.getByRole('group', { name: 'Recent suburbs' });
  const [first, second] = ['Toowong', 'Ascot'].map((name) => recent.getByRole('button', { name }));
  if (!first || !second) throw new Error('No recent suburbs');
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  expect(drawn(first)).toMatchObject(highlight);
  expect(drawn(second)).not.toMatchObject(background);
  await button('10 minutes').click();
  expect(drawn(button('10 minutes'))).toMatchObject(highlight);
  expect(drawn(button('0 minutes'))).not.toMatchObject(background);

  await openTab('Trip History');
  const trips = page.getByRole('checkbox', { name: /^Select trip:/ });
  await trips.first().click();
  await expect(trips.first()).toBeChecked();
  expect(drawn(trips.first())).toMatchObject(background);
  expect(drawn(trips.nth(1))).not.toMatchObject(background);
  const tab = (name: string) => drawn(page.getByRole('tab', { name }));
  expect(tab('Trip History').borderBottomColor).toBe(highlight.backgroundColor);
  expect(tab('Drivers').borderBottomColor).toBe('rgba(0, 0, 0, 0)');
  await press('Tab');
  expect(drawn(document.activeElement).outlineStyle).toBe('solid');
});
