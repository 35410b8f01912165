import { afterEach, expect, test, vi } from 'vitest';
import { describeBrowser, findBrowser } from './find-browser';

afterEach(() => void vi.unstubAllEnvs());

test('the browser that CHROME_PATH names is used, whatever is installed', () => {
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(findBrowser()).toBe(process.execPath);
});

test('a CHROME_PATH that names no file is refused, in place of testing in another browser', () => {
  vi.stubEnv('CHROME_PATH', '/no/such/browser');
  expect(findBrowser).toThrow('CHROME_PATH names no file: /no/such/browser');
});

test('a browser is described by its path and its version', () => {
  expect(describeBrowser(process.execPath)).toBe(`${process.execPath} (${process.version})`);
});
