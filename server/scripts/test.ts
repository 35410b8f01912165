import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from './build';
import { findBrowser } from './find-browser';

// not below test-results, which Playwright empties
const vitestReport = '.generated/vitest-report.json';
const playwrightReport = '.generated/playwright-report.json';

let failedSteps = 0;
function step(name: string, command: string, ...args: string[]): void {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' });
  if (status !== 0) {
    failedSteps += 1;
    console.log(`✗ ${name} failed`);
  }
}

const readReport = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

// Everything the project holds itself to, in one command. It goes on after a failure, so that one run shows all.
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });
await build();
step('types', 'tsc');
step('lint', 'biome', 'check', '--error-on-warnings');
step(
  'unit and API tests',
  'vitest',
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
);
findBrowser();
step('browser tests', 'playwright', 'test');

type Suite = {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[];
};
type VitestFile = {
  name: string;
  status: string;
  assertionResults: { fullName: string; status: string }[];
};

/** A file can also fail outside its tests, in what it imports or sets up. */
function failuresOf({ name, status, assertionResults }: VitestFile): string[] {
  const file = relative('.', name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  return tests.length || status !== 'failed' ? tests.map(({ fullName }) => `${file} ${fullName}`) : [file];
}

/** The browser tests that ended so, by name: Playwright nests them as their files do. */
function browserTests(suite: Suite, status: string): string[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName }) => `${file} [${projectName}] ${title}`),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => browserTests(inner, status))];
}

const vitest = readReport(vitestReport);
const playwright = readReport(playwrightReport);
if (!vitest || !playwright) failedSteps += 1;
const failures = [
  ...(vitest?.testResults ?? []).flatMap(failuresOf),
  ...browserTests(playwright ?? {}, 'unexpected'),
];
const counts = playwright?.stats ?? {};
const passed = (vitest?.numPassedTests ?? 0) + (counts.expected ?? 0) + (counts.flaky ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (counts.unexpected ?? 0);
const skipped = (vitest?.numPendingTests ?? 0) + (counts.skipped ?? 0);
for (const name of browserTests(playwright ?? {}, 'flaky'))
  console.log(`passed at the second try only: ${name}`);
for (const name of failures) console.log(`failed: ${name}`);
if (failedSteps) console.log(`\n${failedSteps} of the steps above failed`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failedSteps ? 1 : 0);
