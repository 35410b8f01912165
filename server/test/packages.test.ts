import { readFileSync } from 'node:fs';
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
