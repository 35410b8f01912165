import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const LINES = 5;
const SLOWEST = 10;

/** A test that failed, or passed at its second try. */
type Trouble = { name: string; failed: boolean; messages: string[] };
/** A runner's results; `seconds` by test file. */
export type TestOutcome = {
  passed: number;
  failed: number;
  skipped: number;
  troubles: Trouble[];
  seconds: Map<string, number>;
};

type VitestTest = { fullName: string; status: string; tags: string[]; failureMessages: string[] };
/** Whether a test was to run: Vitest calls all others skipped. */
export type TestFilter = (test: Pick<VitestTest, 'fullName' | 'tags'>) => boolean;
type VitestFile = {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: VitestTest[];
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

type Spec = { title: string; file: string; tests: BrowserTest[] };
type Suite = { suites?: Suite[]; specs?: Spec[] };
type BrowserTest = {
  projectName: string;
  status: string;
  /** After a timeout, the second error is the action that was waited for. */
  results: { duration: number; errors: { message?: string }[] }[];
};

/** Playwright nests its tests as their files do. */
const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const troublesOfSpec = ({ title, file, tests }: Spec): Trouble[] =>
  tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ projectName, status, results }) => ({
      name: `${file} [${projectName}] ${title}`,
      failed: status === 'unexpected',
      messages: results.flatMap(({ errors }) => errors.flatMap(({ message }) => message ?? [])),
    }));

/** @returns undefined where the runner did not get as far as a report */
export function readOutcome(file: string, isAsked: TestFilter = () => true): TestOutcome | undefined {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const seconds = new Map<string, number>();
  const add = (name: string, ms: number) => seconds.set(name, (seconds.get(name) ?? 0) + ms / 1000);
  if (report.testResults) {
    const files: VitestFile[] = report.testResults;
    for (const { name, startTime, endTime } of files) add(relative('.', name), endTime - startTime);
    const { numPassedTests: passed, numFailedTests: failed } = report;
    const skipped = files
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((test) => test.status === 'skipped' && isAsked(test)).length;
    return { passed, failed, skipped, troubles: files.flatMap(troublesOfFile), seconds };
  }
  const specs = specsOf(report);
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results)) add(`client/e2e/${file}`, duration);
  const { expected, flaky, unexpected, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    troubles: specs.flatMap(troublesOfSpec),
    seconds,
  };
}

const excerpt = (message: string) => message.split('\n').slice(0, LINES).join('\n').replace(/^/gm, '    ');

/** Names every test in trouble, the failed ones last, and the slowest files, and ends with the number of tests. */
export function printOutcomes(outcomes: TestOutcome[], failedSteps: string[]): void {
  const troubles = outcomes.flatMap(({ troubles }) => troubles);
  for (const { name, failed, messages } of troubles.toSorted((a, b) => Number(a.failed) - Number(b.failed))) {
    console.log(`${failed ? 'failed' : 'passed at the second try only'}: ${name}`);
    for (const message of messages) console.log(excerpt(message));
  }
  const slowest = outcomes.flatMap(({ seconds }) => [...seconds]).toSorted(([, a], [, b]) => b - a);
  console.log('\nThe slowest files, in seconds:');
  for (const [file, time] of slowest.slice(0, SLOWEST)) console.log(`${time.toFixed(1).padStart(7)} ${file}`);
  if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.join(', ')}`);
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[count], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}
