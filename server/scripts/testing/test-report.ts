import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** Where the runners write what they found; not below test-results, which Playwright empties. */
export const VITEST_REPORT = '.generated/vitest-report.json';
const PLAYWRIGHT_REPORT = '.generated/playwright-report.json';
const LINES = 5;

/** A test that failed, or passed at its second try. */
type Trouble = { name: string; failed: boolean; messages: string[] };
/** What a runner found. */
export type Outcome = { passed: number; failed: number; skipped: number; troubles: Trouble[] };

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
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: messages }) => ({
      name: `${file} ${fullName}`,
      failed: true,
      messages,
    }));
  const isExplained = status !== 'failed' || troubles.length > 0;
  return isExplained ? troubles : [{ name: file, failed: true, messages: [message] }];
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

const readReport = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Removes the reports of an earlier run. */
export function clearReports(): void {
  for (const report of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(report, { force: true });
}

/** Of the run that has just ended, whose report it removes. @returns undefined where Vitest did not get as far as a report */
export function takeVitestOutcome(): Outcome | undefined {
  const report = readReport(VITEST_REPORT);
  rmSync(VITEST_REPORT, { force: true });
  if (!report) return undefined;
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, testResults } = report;
  return { passed, failed, skipped, troubles: testResults.flatMap(troublesOfFile) };
}

/** @returns undefined where Playwright did not get as far as a report */
export function playwrightOutcome(): Outcome | undefined {
  const report = readReport(PLAYWRIGHT_REPORT);
  if (!report) return undefined;
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, troubles: troublesOfSuite(report) };
}

const excerpt = (message: string) => message.split('\n').slice(0, LINES).join('\n').replace(/^/gm, '    ');

/** Names every test in trouble, the failed ones last, and ends with the number of tests. */
export function printOutcomes(outcomes: Outcome[], failedSteps: string[]): void {
  const troubles = outcomes.flatMap(({ troubles }) => troubles);
  for (const { name, failed, messages } of troubles.toSorted((a, b) => Number(a.failed) - Number(b.failed))) {
    console.log(`${failed ? 'failed' : 'passed at the second try only'}: ${name}`);
    for (const message of messages) console.log(excerpt(message));
  }
  if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.join(', ')}`);
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[count], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}
