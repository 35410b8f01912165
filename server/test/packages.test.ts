import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean };

test('every package is of one version, comes from the registry, and is checked against a hash', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const wanted: [string, string][] = Object.entries({ ...dependencies, ...devDependencies });
  expect(
    wanted.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([]);

  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const { '': _, ...locked } = packages;
  const isChecked = ({ resolved = 'https://registry.npmjs.org/', integrity = '', link }: Locked) =>
    resolved.startsWith('https://registry.npmjs.org/') && integrity.startsWith('sha512-') && !link;
  const unchecked = Object.entries(locked).filter(([, entry]) => !isChecked(entry));
  expect(unchecked.map(([path]) => path)).toEqual([]);
  expect(Object.keys(locked).length).toBeGreaterThan(wanted.length);
});

test('what a workflow uses of others is named by its commit, which no one can move', () => {
  const folder = '.github/workflows/';
  const used = readdirSync(folder).flatMap((name) =>
    [...readFileSync(folder + name, 'utf8').matchAll(/uses: (.+)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d/.test(action ?? ''))).toEqual([]);
});
