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

/** A test that failed at its first try at least. */
type Trouble = { name: string; failed: boolean; messages: string[] };

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

/** A file can also fail outside its tests, in what it imports or sets up. */
function troublesOfFile({ name: path, status, message, assertionResults }: VitestFile): Trouble[] {
  const file = relative('.', path);
  const troubles = assertionResults
    .filter(({ failureMessages }) => failureMessages.length > 0)
    .map(({ fullName, status, failureMessages }) => ({
      name: `${file} ${fullName}`,
      failed: status === 'failed',
      messages: failureMessages,
    }));
  const isExplained = status !== 'failed' || troubles.some(({ failed }) => failed);
  return isExplained ? troubles : [...troubles, { name: file, failed: true, messages: [message] }];
}

type Suite = { suites?: Suite[]; specs?: { title: string; file: string; tests: BrowserTest[] }[] };
type BrowserTest = { projectName: string; status: string; results: { error?: { message?: string } }[] };

/** Playwright nests its tests as their files do. */
function troublesOfSuite({ suites = [], specs = [] }: Suite): Trouble[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        name: `${file} [${projectName}] ${title}`,
        failed: status === 'unexpected',
        messages: results.flatMap(({ error }) => error?.message ?? []),
      })),
  );
  return [...own, ...suites.flatMap(troublesOfSuite)];
}

const LINES = 5;
const excerpt = (message: string) => message.split('\n').slice(0, LINES).join('\n').replace(/^/gm, '    ');

const vitest = readReport(vitestReport);
const playwright = readReport(playwrightReport);
if (!vitest || !playwright) failedSteps += 1;
const troubles = [
  ...(vitest?.testResults ?? []).flatMap(troublesOfFile),
  ...troublesOfSuite(playwright ?? {}),
];
const counts = playwright?.stats ?? {};
const passed = (vitest?.numPassedTests ?? 0) + (counts.expected ?? 0) + (counts.flaky ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (counts.unexpected ?? 0);
const skipped = (vitest?.numPendingTests ?? 0) + (counts.skipped ?? 0);
for (const { name, failed, messages } of troubles.sort((a, b) => Number(a.failed) - Number(b.failed))) {
  console.log(`${failed ? 'failed' : 'passed at the second try only'}: ${name}`);
  for (const message of messages) console.log(excerpt(message));
}
if (failedSteps) console.log(`\n${failedSteps} of the steps above failed`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failedSteps ? 1 : 0);
