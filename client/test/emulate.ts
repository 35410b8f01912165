import { cdp, page } from 'vitest/browser';

/** The windows that tests are about. */
export const WINDOWS = {
  desk: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
  smallPhone: { width: 320, height: 568 },
} as const;

export type Surroundings = {
  /** A phone is touched, too. */
  on?: keyof typeof WINDOWS | { width: number; height: number };
  theme?: 'light' | 'dark';
  forcedColours?: boolean;
  touch?: boolean;
  /** The browser's language, which changes nothing that the app shows. */
  locale?: string;
  /** Where the device says it is; everything is shown as in Brisbane. */
  zone?: string;
};

/** Sets the theme as the system does; motion is always reduced. */
export const setTheme = (theme: 'light' | 'dark', forcedColours = false): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: theme },
      { name: 'forced-colors', value: forcedColours ? 'active' : 'none' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });

/**
 * Sets what is around the page: the window, the theme, and whether fingers press it. Where none do, the headless browser reports no
 * pointer at all (`pointer: none`): what depends on a fine one, such as the focus in a dialog that opens, is for a browser test.
 */
export async function emulate({
  on = 'desk',
  theme = 'light',
  forcedColours = false,
  locale = 'en-US',
  zone = 'America/Los_Angeles',
  touch = on === 'phone' || on === 'smallPhone',
}: Surroundings): Promise<void> {
  const { width, height } = typeof on === 'string' ? WINDOWS[on] : on;
  await page.viewport(width, height);
  await setTheme(theme, forcedColours);
  await cdp().send('Emulation.setLocaleOverride', { locale });
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: zone });
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: touch });
}
