/** `npm test`: every check and test but those of faults (`npm run test:faults`). Both go on after a failure. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { build } from '../build/build';
import { findBrowser } from './find-browser';
import {
  clearReports,
  type Outcome,
  playwrightOutcome,
  printOutcomes,
  takeVitestOutcome,
  VITEST_REPORT,
} from './test-report';

/** More browser tests than these may not need a second try. */
const SECOND_TRIES = 2;

const failedSteps: string[] = [];

type Step = { name: string; command: string; args?: string[]; env?: Record<string, string> };

function end({ name }: Step, code: number | null): void {
  if (code === 0) return;
  failedSteps.push(name);
  console.log(`✗ ${name} failed`);
}

/** Runs one program and shows what it says as it says it. */
async function run(step: Step): Promise<void> {
  console.log(`\n— ${step.name}`);
  const env = { ...process.env, ...step.env };
  const child = spawn(`node_modules/.bin/${step.command}`, step.args ?? [], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  end(step, code);
}

/** Runs programs side by side and shows what each said when it has ended. */
async function runTogether(steps: Step[]): Promise<void> {
  const runs = steps.map(async (step) => {
    const child = spawn(`node_modules/.bin/${step.command}`, step.args ?? [], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    console.log(`\n— ${step.name}\n${output}${errors}`.trimEnd());
    end(step, code);
  });
  await Promise.all(runs);
}

/** What the steps of Vitest found, each when it has ended. */
const vitestOutcomes: (Outcome | undefined)[] = [];

async function runVitest(name: string, projects: string[], env?: Step['env']): Promise<void> {
  const reports = ['--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  const args = ['run', ...projects.map((project) => `--project=${project}`), ...reports];
  await run({ name, command: 'vitest', args, ...(env && { env }) });
  vitestOutcomes.push(takeVitestOutcome());
}

clearReports();
await build();
if (process.argv[2] === 'faults') {
  await runVitest('tests of faults', ['faults', 'attacks']);
  await runVitest('API tests, holders’ tables partitioned by holder', ['app'], {
    TEST_DATABASE: 'partitions',
  });
  if (process.env.CITUS_URL)
    await runVitest('API tests on the cluster', ['app'], { TEST_DATABASE: 'cluster' });
  else
    console.log(
      '\nLEFT OUT: the API tests on a Citus cluster. CITUS_URL names its coordinator (docs/scaling.md).',
    );
  findBrowser();
  await run({ name: 'browser tests of faults', command: 'playwright', args: ['test', '--grep=@faults'] });
} else {
  await runTogether([
    { name: 'types', command: 'tsc' },
    { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
    { name: 'unused exports', command: 'knip', args: ['--no-progress'] },
  ]);
  await runVitest('unit and API tests', ['pure', 'app']);
  findBrowser();
  await run({ name: 'browser tests', command: 'playwright', args: ['test', '--grep-invert=@faults'] });
}

const found = [...vitestOutcomes, playwrightOutcome()];
const outcomes = found.filter((outcome) => outcome !== undefined);
if (outcomes.length < found.length) failedSteps.push('reports');
const secondTries = outcomes.flatMap(({ troubles }) => troubles).filter(({ failed }) => !failed);
if (secondTries.length > SECOND_TRIES) failedSteps.push('second tries');
printOutcomes(outcomes, failedSteps);
process.exit(failedSteps.length > 0 ? 1 : 0);
