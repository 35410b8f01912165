import { execFileSync, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { build } from '../build/build';

/** The specs of client/e2e that show a feature of the client or the server. */
export const SPECS: Record<string, string[]> = {
  activity: ['settings'],
  'app-shell': ['pwa'],
  auth: ['login', 'sign-in-codes', 'whole-door', 'first-load'],
  checks: ['reports', 'log-trip'],
  codes: ['sign-in-codes', 'profile'],
  deliveries: ['deliveries', 'settings'],
  devices: ['devices', 'whole-door'],
  drivers: ['drivers', 'main-way'],
  holders: ['login', 'profile'],
  imports: ['import-export'],
  lodgements: ['reports', 'log-trip'],
  operator: ['login'],
  passkeys: ['passkeys', 'whole-door'],
  pictures: ['profile'],
  profile: ['profile'],
  records: ['reports', 'import-export', 'settings'],
  reports: ['reports', 'f5320', 'main-way'],
  statistics: ['reports'],
  trips: ['log-trip', 'quick-log', 'late-code', 'trip-history', 'delete-trips', 'main-way'],
};

/** Names the specs that can notice a change of these files; undefined where any of them can. */
export function specsOf(paths: string[]): string[] | undefined {
  const specs = new Set<string>();
  for (const path of paths) {
    if (!/^(client|server|shared)\//.test(path)) continue;
    if (/\.test\.tsx?$|^client\/test\/|^server\/(bench|scripts|test)\//.test(path)) continue;
    const [, spec] = /^client\/e2e\/(.+)\.spec\.ts$/.exec(path) ?? [];
    const [, feature = ''] = /^(?:client\/src|server)\/features\/([^/]+)\//.exec(path) ?? [];
    const noticed = spec ? [spec] : SPECS[feature];
    if (!noticed) return undefined;
    if (path.startsWith('client/src/')) specs.add('accessibility');
    for (const name of noticed) specs.add(name);
  }
  return [...specs];
}

/** Runs the browser tests of what changed since a commit, committed or not. */
async function testChangedScreens(since: string): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [
    ...git('diff', '--name-only', '--merge-base', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const specs = specsOf(changed);
  if (specs?.length === 0) return console.log(`No screen has changed since ${since}.`);
  await build();
  const files = (specs ?? []).map((name) => `/${name}\\.spec`);
  const args = ['test', '--grep-invert=@faults', ...files];
  process.exitCode = spawnSync('node_modules/.bin/playwright', args, { stdio: 'inherit' }).status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await testChangedScreens(process.argv[2] ?? 'main');
