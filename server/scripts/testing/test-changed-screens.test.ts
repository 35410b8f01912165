import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SPECS, specsOf } from './test-changed-screens';

describe('the specs of a change', () => {
  test('every feature names specs, and each of them exists', () => {
    const features = [...readdirSync('client/src/features'), ...readdirSync('server/features')];
    expect(Object.keys(SPECS).sort()).toEqual([...new Set(features)].sort());
    const missing = Object.values(SPECS)
      .flat()
      .filter((name) => !existsSync(`client/e2e/${name}.spec.ts`));
    expect(missing).toEqual([]);
  });

  test('a screen that changed has its own specs and the accessibility walk', () => {
    expect(specsOf(['client/src/features/deliveries/history-card.tsx'])).toEqual([
      'accessibility',
      'deliveries',
      'settings',
    ]);
    expect(specsOf(['server/features/records/records.routes.ts', 'README.md'])).toEqual([
      'reports',
      'import-export',
      'settings',
    ]);
    expect(specsOf(['client/e2e/login.spec.ts'])).toEqual(['login']);
  });

  test('what belongs to no feature can show anywhere', () => {
    for (const path of [
      'shared/periods.ts',
      'client/src/app/app.tsx',
      'server/lib/clock.ts',
      'client/e2e/fixtures.ts',
    ])
      expect(specsOf([path]), path).toBeUndefined();
  });

  test('tests of other kinds and documents show nowhere', () => {
    for (const path of [
      'docs/product/README.md',
      'server/test/builders.ts',
      'shared/periods.test.ts',
      'client/test/open-app.tsx',
      'client/src/features/drivers/drivers.component.test.tsx',
    ])
      expect(specsOf([path]), path).toEqual([]);
  });
});
