import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
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

const vitest = readReport(vitestReport);
const playwright = readReport(playwrightReport)?.stats;
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.expected ?? 0) + (playwright?.flaky ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (playwright?.unexpected ?? 0);
const skipped = (vitest?.numPendingTests ?? 0) + (playwright?.skipped ?? 0);
if (!vitest || !playwright) failedSteps += 1;
if (failedSteps) console.log(`\n${failedSteps} of the steps above failed`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failedSteps ? 1 : 0);
