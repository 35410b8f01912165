import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);

/** CONTRIBUTING.md names both. */
const MOST_LINES = 400;
const MOST_FILES = 20;

type Summary = { totalCruised: number; violations: { rule: { name: string } }[] };
type Module = { source: string; dependencies: { resolved: string }[] };

/** Runs the layout rules over a folder. @returns the names of the broken rules */
async function brokenRules(cwd: string): Promise<string[]> {
  const root = process.cwd();
  const depcruise = join(root, 'node_modules/.bin/depcruise');
  const args = [
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    'client/src',
    'server',
    'shared',
  ];
  const { stdout } = await run(depcruise, args, { cwd, maxBuffer: 64 << 20 }).catch((failed) => failed);
  const { summary, modules }: { summary: Summary; modules: Module[] } = JSON.parse(stdout);
  expect(summary.totalCruised, 'a check of no files proves nothing').toBeGreaterThan(3);
  return [
    ...summary.violations.map(({ rule }) => rule.name),
    ...inCircles(modules, /^server\/features\/[^/]+\/[^/]+/).map(() => 'rooms-make-no-circle'),
    ...inCircles(modules, /^server\/features\/[^/]+/).map(() => 'features-make-no-circle'),
  ];
}

/**
 * The folders of `pattern` that import themselves by way of others next to them, which no rule about files can see: features of one
 * layer, and rooms of a feature. A file next to the rooms is one by itself: a feature's repository may be under them and its service
 * above.
 */
function inCircles(modules: Module[], pattern: RegExp): string[] {
  const folderOf = (path: string) => pattern.exec(path)?.[0];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const folder = folderOf(source);
    if (!folder || /\.test\.ts$|describe-/.test(source)) continue;
    const imported = imports.get(folder) ?? new Set();
    for (const { resolved } of dependencies) {
      const other = folderOf(resolved);
      if (other && other !== folder && dirname(other) === dirname(folder)) imported.add(other);
    }
    imports.set(folder, imported);
  }
  const reached = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const other of imports.get(folder) ?? []) if (!seen.has(other)) reached(other, seen.add(other));
    return seen;
  };
  return [...imports.keys()].filter((folder) => reached(folder).has(folder));
}

/** Lists the source files with too many lines, and the folders with too many source files. Tests are not counted. */
async function oversized(cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const root of ['client/src', 'server', 'shared']) {
    const files = new Map<string, number>();
    for (const name of await readdir(join(cwd, root), { recursive: true })) {
      const path = join(root, name);
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|describe-/.test(name)) continue;
      const lines = (await readFile(join(cwd, path), 'utf8')).split('\n').length - 1;
      if (lines > MOST_LINES) found.push(path);
      files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
    }
    for (const [folder, count] of files) if (count > MOST_FILES) found.push(folder);
  }
  return found.sort();
}

describe('a planted violation is caught', () => {
  let folder: string;
  const files: Record<string, string> = {
    'tsconfig.json': '{"compilerOptions":{"module":"ESNext","moduleResolution":"bundler"}}',
    'shared/tables/trips.ts': 'export const tables = 1;',
    'shared/a.ts': "import { b } from './b'; export const a = () => b;",
    'shared/b.ts': "import { a } from './a'; export const b = () => a;",
    'server/app.ts': 'export const app = 1;',
    'shared/trips/trips.ts': 'export const tripSchema = 1;',
    'server/lib/mail/mailer.ts':
      "import { tripSchema } from '../../../shared/trips/trips'; export const m = tripSchema;",
    'server/lib/database/db.ts':
      "import { tables } from '../../../shared/tables/trips'; export const db = tables;",
    'server/lib/errors.ts':
      "import { listTrips } from '../features/trips/trips.repository'; export const e = listTrips;",
    'server/features/trips/trips.repository.ts':
      "import { logTrip } from './trips.service'; export const listTrips = () => logTrip;",
    'server/features/trips/trips.service.ts':
      "import type { Response } from 'express'; export const logTrip = (res: Response) => res;",
    'server/features/trips/trips.routes.ts': 'export const tripsRoutes = 1;',
    'server/features/drivers/drivers.service.ts':
      "import { tripsRoutes } from '../trips/trips.routes'; export const d = tripsRoutes;",
    'server/lib/http/session.ts': 'export const signedIn = 1;',
    'server/lib/work/turns.ts': "import { signedIn } from '../http/session'; export const turns = signedIn;",
    'server/lib/http/lost.ts': "import { lost } from './gone'; export const l = lost;",
    'server/lib/http/session-secret.ts': 'export const readSessionSecrets = 1;',
    'server/features/trips/who.ts':
      "import { signedIn } from '../../lib/http/session'; export const who = signedIn;",
    'server/scripts/demo.ts':
      "import { readSessionSecrets } from '../lib/http/session-secret'; export const s = readSessionSecrets;",
    'server/features/trips/trips.view-model.ts': 'export type Row = { id: string };',
    'server/features/trips/deleted/deleted.repository.ts':
      "import type { Row } from '../trips.view-model'; export type Deleted = Row;",
    'server/features/reports/annual/annual.view-model.ts':
      "import { form } from '../f5320/form'; export const annual = form;",
    'server/features/reports/f5320/form.ts': 'export const form = 1;',
    'server/features/reports/f5320/f5320.view-model.ts':
      "import { annual } from '../annual/annual.view-model'; export const f5320 = annual;",
    'server/features/holders/find.ts': "import { c } from '../statistics/count'; export const find = c;",
    'server/features/statistics/count.ts': "import { check } from '../checks/check'; export const c = check;",
    'server/features/checks/check.ts':
      "import { mail } from '../deliveries/mail'; export const check = mail;",
    'server/features/deliveries/mail.ts': "import { code } from '../codes/code'; export const mail = code;",
    'server/features/codes/code.ts':
      "import { forget } from '../operator/forget'; export const code = forget;",
    'server/features/operator/forget.ts': 'export const forget = 1;',
    'server/features/records/zip.ts': "import { own } from '../profile/own'; export const zip = own;",
    'server/features/profile/own.ts': 'export const own = 1;',
    'server/features/profile/take.ts': "import { zip } from '../records/zip'; export const take = zip;",
    'server/features/vouchers/print.ts': "import { own } from '../profile/own'; export const print = own;",
    'shared/long.ts': '// a line\n'.repeat(MOST_LINES + 1),
    ...Object.fromEntries(
      Array.from({ length: MOST_FILES + 1 }, (_, n) => [`server/lib/full/file-${n}.ts`, 'export {};\n']),
    ),
    'client/src/lib/api.ts':
      "import { tables } from '../../../shared/tables/trips'; export const api = tables;",
    'client/src/features/trips/api.ts':
      "import type { app } from '../../../../server/app'; export type App = typeof app;",
    'client/src/components/picture-card.tsx':
      "import '../features/trips/api'; import { a } from '../../../shared/a'; export const Card = a;",
    'client/src/features/drivers/drivers-tab.tsx':
      "import '../trips/api'; export const DriversTab = () => <p>drivers</p>;",
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(process.cwd(), '.layout-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('of every rule that has one planted', async () => {
    expect(new Set(await brokenRules(folder))).toEqual(
      new Set([
        'no-cycles',
        'holders-and-its-layer-import-nothing-above',
        'reports-and-its-layer-import-nothing-above',
        'lodgements-and-its-layer-import-nothing-above',
        'deliveries-and-its-layer-import-nothing-above',
        'records-and-its-layer-import-nothing-above',
        'every-feature-has-a-layer',
        'features-make-no-circle',
        'lib-knows-no-feature',
        'work-knows-no-http',
        'no-unresolvable',
        'lib-knows-no-subject',
        'lib-knows-its-own-tables',
        'express-is-met-in-routes',
        'installations-are-wired-once',
        'sessions-are-read-by-lib-and-auth',
        'repositories-are-the-floor',
        'repositories-own-their-rows',
        'rooms-make-no-circle',
        'routes-are-called-by-the-app-only',
        'tables-stay-on-the-server',
        'client-knows-no-server',
        'client-features-meet-in-app',
        'client-lib-and-ui-know-no-feature',
        'client-lib-and-ui-know-no-subject',
      ]),
    );
  });

  test('of the sizes of files and folders', async () => {
    expect(await oversized(folder)).toEqual(['server/lib/full', 'shared/long.ts']);
  });
});

test('the house keeps its own rules', async () => {
  expect(await brokenRules(process.cwd())).toEqual([]);
});

test('no file and no folder is too large', async () => {
  expect(await oversized(process.cwd())).toEqual([]);
});
