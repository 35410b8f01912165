/**
 * `npm test`: every check and test but those of faults. `npm run test:faults`: those. Both go on after a failure, so that
 * one run shows all.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { build } from './build';
import { findBrowser } from './find-browser';
import { clearReports, playwrightOutcome, printOutcomes, VITEST_REPORT, vitestOutcome } from './test-report';

/** More browser tests than these may not need a second try. */
const SECOND_TRIES = 2;

const failedSteps: string[] = [];

type Step = { name: string; command: string; args?: string[] };

function end({ name }: Step, code: number | null): void {
  if (code === 0) return;
  failedSteps.push(name);
  console.log(`✗ ${name} failed`);
}

/** Runs one program and shows what it says as it says it. */
async function run(step: Step): Promise<void> {
  console.log(`\n— ${step.name}`);
  const child = spawn(`node_modules/.bin/${step.command}`, step.args ?? [], { stdio: 'inherit' });
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

const vitest = (name: string, ...projects: string[]): Step => ({
  name,
  command: 'vitest',
  args: [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ],
});

clearReports();
await build();
if (process.argv[2] === 'faults') {
  await run(vitest('tests of faults', 'faults', 'attacks'));
  findBrowser();
  await run({ name: 'browser tests of faults', command: 'playwright', args: ['test', '--grep=@faults'] });
} else {
  await runTogether([
    { name: 'types', command: 'tsc' },
    { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
    { name: 'unused exports', command: 'knip', args: ['--no-progress'] },
  ]);
  await run(vitest('unit and API tests', 'pure', 'app'));
  findBrowser();
  await run({ name: 'browser tests', command: 'playwright', args: ['test', '--grep-invert=@faults'] });
}

const found = [vitestOutcome(), playwrightOutcome()];
const outcomes = found.filter((outcome) => outcome !== undefined);
if (outcomes.length < found.length) failedSteps.push('reports');
const secondTries = outcomes.flatMap(({ troubles }) => troubles).filter(({ failed }) => !failed);
if (secondTries.length > SECOND_TRIES) failedSteps.push('second tries');
printOutcomes(outcomes, failedSteps);
process.exit(failedSteps.length > 0 ? 1 : 0);
