/** `npm test`: every check and test but those of `npm run test:faults`. Both go on after a failure. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { PARTITION_SAMPLE } from '../../test/postgres/test-database';
import { s3Missing, startRadosgw } from '../../test/s3/radosgw';
import { build } from '../build/build';
import { findBrowser, findFirefox } from './find-browser';
import { printOutcomes, readOutcome } from './test-report';
import { TYPESCRIPT } from './typescript';

/** More browser tests than these may not need a second try. */
const SECOND_TRIES = 2;

type Step = { name: string; command: string; args?: string[]; env?: Record<string, string> };

const failedSteps: string[] = [];
/** Where the runners write what they found; not below test-results, which Playwright empties. */
const reports: string[] = [];

function newReport(): string {
  const report = `.generated/test-report-${reports.length + 1}.json`;
  rmSync(report, { force: true });
  reports.push(report);
  return report;
}

function vitest(name: string, projects: string[], files: string[] = [], env: Step['env'] = {}): Step {
  return vitestWith(name, [...files, ...projects.map((project) => `--project=${project}`)], env);
}

function vitestWith(name: string, args: string[], env: Step['env'] = {}): Step {
  const own = ['--reporter=dot', '--reporter=json', `--outputFile.json=${newReport()}`];
  return { name, command: 'vitest', args: ['run', ...args, ...own], env };
}

const playwright = (name: string, ...args: string[]): Step => ({
  name,
  command: 'playwright',
  args: ['test', ...args],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: newReport() },
});

/** Runs a program: alone it prints its output as it comes, together with others when it has ended. */
async function run({ name, command, args = [], env }: Step, isAlone: boolean): Promise<void> {
  if (isAlone) console.log(`\n— ${name}`);
  const child = spawn(`node_modules/.bin/${command}`, args, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // a log of a machine has no colours, which take ten characters a dot
    env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1', FORCE_COLOR: undefined }), ...env },
  });
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [code] = await once(child, 'exit');
  if (!isAlone) console.log(`\n— ${name}\n${(await Promise.all(said)).join('')}`.trimEnd());
  if (code === 0) return;
  failedSteps.push(name);
  console.log(`✗ ${name} failed`);
}

const runAlone = (step: Step) => run(step, true);
const runTogether = (...steps: Step[]) => Promise.all(steps.map((step) => run(step, false)));

await build();
findBrowser();
if (process.argv[2] === 'faults') {
  const sample = process.argv.includes('--partitions') ? [] : PARTITION_SAMPLE;
  const onPartitions = { TEST_DATABASE: 'partitions' };
  // one S3 server for all, each of whose tests has its own bucket
  const s3 = s3Missing ? undefined : await startRadosgw();
  if (s3) process.env.TEST_S3_ENDPOINT = s3.endpoint;
  await runAlone(vitest('API tests, holders’ tables partitioned by holder', ['app'], sample, onPartitions));
  await runAlone(vitest('tests of faults', ['faults']));
  await runAlone(playwright('browser tests of faults', '--grep=@faults'));
  await s3?.stop();
  if (findFirefox())
    await runAlone(playwright('second browser', '--project=firefox', '--grep-invert=@faults'));
  await runAlone(vitest('attacks', ['attacks']));
  if (process.env.CITUS_URL)
    await runAlone(vitest('API tests on the cluster', ['app'], [], { TEST_DATABASE: 'cluster' }));
  else
    console.log(
      '\nLEFT OUT: the API tests on a Citus cluster. CITUS_URL names its coordinator (docs/scaling.md).',
    );
} else {
  await runTogether(
    { name: 'types', command: TYPESCRIPT },
    { name: 'types of component tests', command: TYPESCRIPT, args: ['-p', 'client/test'] },
    { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
    { name: 'unused exports', command: 'knip', args: ['--no-progress'] },
  );
  await runAlone(vitest('unit and API tests', ['pure', 'app']));
  await runAlone(vitestWith('component tests', ['--config=client/test/vitest.config.ts']));
  await runAlone(
    playwright('browser tests', '--project=desktop', '--project=phone', '--grep-invert=@faults'),
  );
}

const found = reports.map(readOutcome);
const outcomes = found.filter((outcome) => outcome !== undefined);
if (outcomes.length < found.length) failedSteps.push('reports');
const secondTries = outcomes.flatMap(({ troubles }) => troubles).filter(({ failed }) => !failed);
if (secondTries.length > SECOND_TRIES) failedSteps.push('second tries');
printOutcomes(outcomes, failedSteps);
process.exit(failedSteps.length > 0 ? 1 : 0);
