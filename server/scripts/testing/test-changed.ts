/** `npm run test:changed`: the tests that can notice what changed since `main`, or since a commit that is named. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from '../build/build';
import { TYPESCRIPT } from './typescript';

const SPECS = 'client/e2e';
/** The feature of specs that belong to no single feature. */
const APP = 'app';

const isFeature = (name: string) =>
  ['client/src', 'server'].some((side) => existsSync(`${side}/features/${name}`));

/** The features that a spec shows, as its first line says. */
export function featuresOfSpec(spec: string): string[] {
  const [first = ''] = readFileSync(`${SPECS}/${spec}`, 'utf8').split('\n', 1);
  return /^\/\*\* @feature (.+) \*\/$/.exec(first)?.[1]?.split(', ') ?? [];
}

/** The feature that a source belongs to, on either side or in `shared`. */
function featureOf(path: string): string {
  const [, name = ''] = /^(?:(?:client\/src|server)\/features|shared)\/([\w-]+)/.exec(path) ?? [];
  return name && isFeature(name) ? name : APP;
}

const isTest = (path: string) => /\.test\.tsx?$|\.spec\.ts$/.test(path);
const isSource = (path: string) =>
  /^(client\/src|server|shared|migrations)\//.test(path) && !/^server\/(bench|scripts|test)\//.test(path);

/**
 * @param paths what changed
 * @returns the features whose sources changed, and the specs that show one of them or changed themselves
 */
export function affectedBy(paths: readonly string[]): { features: string[]; specs: string[] } {
  const sources = paths.filter((path) => isSource(path) && !isTest(path));
  const features = [...new Set(sources.map(featureOf))].toSorted();
  const specs = readdirSync(SPECS).filter(
    (name) =>
      name.endsWith('.spec.ts') &&
      (paths.includes(`${SPECS}/${name}`) ||
        featuresOfSpec(name).some((feature) => features.includes(feature))),
  );
  return { features, specs };
}

async function testChanged(since: string): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [
    ...git('diff', '--name-only', '--merge-base', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const { features, specs } = affectedBy(changed);
  console.log(`Changed since ${since}: ${features.join(', ') || 'no source'}`);
  const run = (command: string, ...args: string[]) => {
    const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  };
  run(TYPESCRIPT);
  run(TYPESCRIPT, '-p', 'client/test');
  run('vitest', 'run', '--project=pure', `--changed=${since}`);
  // nearly every API test imports the whole app: what is no feature's own is left to `npm test`
  const apiTests = [
    ...features.filter((name) => name !== APP).map((name) => `server/features/${name}/`),
    ...changed.filter((path) => /^server\/.*\.test\.ts$/.test(path)),
  ];
  if (apiTests.length > 0) run('vitest', 'run', '--project=app', '--passWithNoTests', ...apiTests);
  if (changed.some((path) => /^(client|shared)\//.test(path)))
    run('vitest', 'run', '--config=client/test/vitest.config.ts', '--tags-filter=!long');
  if (specs.length === 0) return;
  await build();
  const files = specs.map((name) => `/${name.replaceAll('.', '\\.')}`);
  run('playwright', 'test', '--project=desktop', '--project=phone', '--grep-invert=@long', ...files);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await testChanged(process.argv[2] ?? 'main');
