import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

// the shell is Chromium without its windows: it does the same with a third less work
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Finds these programs on the PATH; an earlier name comes before an earlier folder. */
function onPath(programs: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)));
}

const firstExisting = (paths: string[]) => paths.find((path) => path && existsSync(path));

/** The path of an installed Firefox, or of the one that FIREFOX_PATH names; undefined without one. */
export const findFirefox = () =>
  firstExisting([process.env.FIREFOX_PATH ?? '', ...onPath(['firefox-esr', 'firefox'])]);

/** The ways to install a browser, tried in order: Playwright's own download, then Debian's package. */
const installers = [
  () => execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }),
  () => {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update'], quiet);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], quiet);
  },
];

const found = () => firstExisting([...onPath(names), MAC_APPLICATION, chromium.executablePath()]);

/** Finds or installs a Chromium to test with; CHROME_PATH names one. @throws Error that says how to install one by hand */
export function findBrowser(): string {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH && !existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH names no file: ${CHROME_PATH}`);
  let browser = CHROME_PATH || found();
  for (const install of installers) {
    if (browser) break;
    try {
      console.log('No Chromium found; installing one …');
      install();
    } catch {
      // the next way may work
    }
    browser = found();
  }
  if (!browser) throw new Error('The browser tests need Chromium. Install it, or name it in CHROME_PATH.');
  return browser;
}

/** A browser's path and version: '/usr/bin/chromium (Chromium 156.0.8078.79)'. */
export const describeBrowser = (path: string) =>
  `${path} (${execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()})`;

/** How Playwright starts it: also as root, and without requests to its vendor. */
export const browserOptions = () => ({
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
