/**
 * `npm test`: the checks, and the tests that find most faults in a few minutes. `npm run test:faults`: those that take longer; with
 * `--long` the longest, too (docs/testing.md#rounds). Both go on after a failure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { s3Missing, startRadosgw } from '../../test/s3/radosgw';
import { build } from '../build/build';
import { findBrowser } from './find-browser';
import { printOutcomes, readOutcome, type TestFilter } from './test-report';
import { TYPESCRIPT } from './typescript';

/** More browser tests than these may not need a second try. */
const SECOND_TRIES = 2;

const UNIT_AND_API = ['--project=pure', '--project=app'];
const COMPONENT_TESTS = '--config=client/test/vitest.config.ts';
/** A component test that shows the same on a desk and on a phone runs on the desk with the long tests. */
const ON_A_DESK = /, on a desk$/;
const NOT_ON_A_DESK = /^(?!.*, on a desk$)/;

const ROOTS = ['client/src', 'server', 'shared'];

/** The test files, of those whose names end so, that have a tag: others need not be loaded for it. */
const filesOf = (tags: string[], ending: string) =>
  ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`),
  )
    .filter((path) => path.endsWith(ending) && !path.endsWith('.fault.test.ts'))
    .filter((path) =>
      new RegExp(`(tags: .*'|@module-tag )(${tags.join('|')})\\b`).test(readFileSync(path, 'utf8')),
    );

type Step = { name: string; command: string; args?: string[]; env?: Record<string, string> };
/** A test needs one of `tags`. Without them all but the long tests run; 'all' runs every test. */
type Choice = { env?: Record<string, string>; names?: RegExp; tags?: string[] | 'all' };

const failedSteps: string[] = [];
/** The files that runners write their results to; Playwright empties test-results, so they are elsewhere. */
const reports: { file: string; asked: TestFilter | undefined }[] = [];

function newReport(asked?: TestFilter): string {
  const file = `.generated/test-report-${reports.length + 1}.json`;
  rmSync(file, { force: true });
  reports.push({ file, asked });
  return file;
}

function vitest(name: string, args: string[], { env = {}, names, tags }: Choice = {}): Step {
  const isTagged = (given: string[]) =>
    tags === 'all' || (tags ? tags.some((tag) => given.includes(tag)) : !given.includes('long'));
  const report = newReport((test) => (names?.test(test.fullName) ?? true) && isTagged(test.tags));
  const chosen = [
    ...(names ? ['--testNamePattern', names.source] : []),
    ...(tags === 'all' ? [] : [`--tags-filter=${tags?.join(' || ') ?? '!long'}`]),
  ];
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: 'vitest', args: ['run', ...args, ...chosen, ...reporters], env };
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

findBrowser();
if (process.argv[2] === 'faults') {
  await build();
  const isLong = process.argv.includes('--long');
  const isWhole = process.argv.includes('--partitions');
  const sample = ['long', 'partitions'];
  const all: Choice = isLong ? { tags: 'all' } : {};
  const [started] = await Promise.allSettled([
    // one S3 server for all, each of whose tests has its own bucket
    s3Missing ? undefined : startRadosgw(),
    runAlone(
      vitest(
        'API tests, holders’ tables partitioned by holder',
        [...UNIT_AND_API, ...(isWhole ? [] : filesOf(sample, '.test.ts'))],
        { env: { TEST_DATABASE: 'partitions' }, tags: isWhole ? 'all' : sample },
      ),
    ),
  ]);
  if (started.status === 'rejected') {
    failedSteps.push('S3 server');
    console.log(`✗ S3 server failed: ${started.reason}`);
  }
  const s3 = started.status === 'fulfilled' ? started.value : undefined;
  if (s3) process.env.TEST_S3_ENDPOINT = s3.endpoint;
  await runAlone(vitest('tests of faults', ['--project=faults'], all));
  await runAlone(
    vitest('long component tests', [COMPONENT_TESTS, ...filesOf(['long'], '.component.test.tsx')], {
      tags: ['long'],
    }),
  );
  if (isLong) await runAlone(vitest('component tests on a desk', [COMPONENT_TESTS], { names: ON_A_DESK }));
  await runAlone(
    playwright(
      'browser tests of faults, and in a second browser',
      // a test's project comes before its name
      '--grep=@faults|^firefox ',
      ...(isLong ? [] : ['--grep-invert=@long|^firefox .*@firefox-long']),
    ),
  );
  await s3?.stop();
  await runAlone(vitest('attacks', ['--project=attacks'], all));
  if (!isLong)
    console.log(
      '\nLEFT OUT: the long tests, and the component tests on a desk. npm run test:faults -- --long runs them, too.',
    );
  if (process.env.CITUS_URL)
    await runAlone(
      vitest('API tests on the cluster', ['--project=app'], {
        env: { TEST_DATABASE: 'cluster' },
        tags: 'all',
      }),
    );
  else
    console.log(
      '\nLEFT OUT: the API tests on a Citus cluster. CITUS_URL names its coordinator (docs/scaling.md).',
    );
} else {
  const checks = runTogether(
    { name: 'types', command: TYPESCRIPT },
    { name: 'types of component tests', command: TYPESCRIPT, args: ['-p', 'client/test'] },
    { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
    { name: 'unused exports', command: 'knip', args: ['--no-progress'] },
  );
  const [built] = await Promise.allSettled([build(), checks]);
  if (built.status === 'rejected') throw built.reason;
  await runAlone(vitest('unit and API tests', UNIT_AND_API));
  await runAlone(vitest('component tests', [COMPONENT_TESTS], { names: NOT_ON_A_DESK }));
  await runAlone(
    playwright('browser tests', '--project=desktop', '--project=phone', '--grep-invert=@faults'),
  );
}

const found = reports.map(({ file, asked }) => readOutcome(file, asked));
const outcomes = found.filter((outcome) => outcome !== undefined);
if (outcomes.length < found.length) failedSteps.push('reports');
if (outcomes.some(({ passed }) => passed === 0)) failedSteps.push('a choice of tests that chose none');
const secondTries = outcomes.flatMap(({ troubles }) => troubles).filter(({ failed }) => !failed);
if (secondTries.length > SECOND_TRIES) failedSteps.push('second tries');
printOutcomes(outcomes, failedSteps);
process.exit(failedSteps.length > 0 ? 1 : 0);
