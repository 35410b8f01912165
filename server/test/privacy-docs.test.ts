import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cookiesOf } from '../lib/http/cookies';

const page = readFileSync('docs/privacy.md', 'utf8');

test('docs/privacy.md names every table, and no other', () => {
  const code = readdirSync('shared/tables').map((file) => readFileSync(`shared/tables/${file}`, 'utf8'));
  const tables = [...code.join('\n').matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name);
  expect(tables.length).toBeGreaterThan(35);
  const [, stored = ''] = page.split('\n## ');
  const named = [...stored.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].sort()).toEqual(tables.sort());
});

test('docs/privacy.md names every cookie', () => {
  const { options: _, ...names } = cookiesOf('http://localhost');
  const ofPage = /document\.cookie = `.*?(triplog\.\w+)=/.exec(
    readFileSync('client/src/features/auth/remembered.ts', 'utf8'),
  )?.[1];
  expect([...page.matchAll(/^\| `(triplog\.\w+)`/gm)].map(([, name]) => name).sort()).toEqual(
    [...Object.values(names), ofPage].sort(),
  );
});
