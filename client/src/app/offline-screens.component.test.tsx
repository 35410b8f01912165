import { expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import { openApp, reload } from '@test/open-app';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const PAGE = "You're offline. This page needs the internet.";

const SCREENS = [
  ['/?tab=reports', PAGE, 'No location data available'],
  ['/?tab=settings', "You're offline. Changes need the internet.", 'Send quarterly reports automatically'],
  ['/?tab=profile', "You're offline. Changes need the internet.", 'Account Information'],
  ['/import-trips', "You're offline. Importing needs the internet.", 'Nothing imported yet'],
  ['/drivers/import', "You're offline. Importing needs the internet.", 'Choose a file'],
  ['/tmr-form', PAGE, 'There are no trips for'],
  ['/areas', PAGE, 'No places yet'],
  ['/portal', PAGE, 'Nothing to copy'],
] as const;

/** Screens that read nothing to say so of; the one line is all. */
const READ_NOTHING: readonly string[] = ['/?tab=reports', '/drivers/import'];

for (const [path, words, contents] of SCREENS)
  test(`${path} says calmly what needs the network, and reads it when it is back`, async () => {
    const server = await openApp('/', { on: 'phone' });
    const reconnect = server.cutOff();
    history.replaceState(null, '', path);
    await reload();
    await expect(page.getByText(words)).toBeVisible();
    if (!READ_NOTHING.includes(path))
      await expect(page.getByText('without the network').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectNoViolations();
    reconnect();
    await expect(page.getByText(contents).first()).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await expect(page.getByText('without the network')).toHaveCount(0);
  });
