import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { affectedBy, featuresOfSpec } from './test-changed';

const specs = readdirSync('client/e2e').filter((name) => name.endsWith('.spec.ts'));

describe('the features of a spec', () => {
  test.each(specs)('%s names features that there are', (spec) => {
    const features = featuresOfSpec(spec);
    expect(features).not.toEqual([]);
    for (const name of features.filter((one) => one !== 'app'))
      expect(
        ['client/src', 'server'].some((side) => existsSync(`${side}/features/${name}`)),
        name,
      ).toBe(true);
  });

  test('every feature of the client is shown by a spec', () => {
    const shown = specs.flatMap(featuresOfSpec);
    expect(readdirSync('client/src/features').filter((name) => !shown.includes(name))).toEqual([]);
  });
});

describe('a change', () => {
  test('of a feature on either side, or in what both share, concerns the specs that show it', () => {
    for (const path of [
      'client/src/features/deliveries/api.ts',
      'server/features/deliveries/deliveries.routes.ts',
      'shared/deliveries/deliveries.ts',
    ]) {
      const { features, specs } = affectedBy([path]);
      expect(features).toEqual(['deliveries']);
      expect(specs).toContain('deliveries.spec.ts');
      expect(specs).not.toContain('trip-history.spec.ts');
    }
  });

  test('of what belongs to no feature concerns the ways through all of them', () => {
    for (const path of ['shared/periods.ts', 'client/src/app/app.tsx', 'server/lib/clock.ts'])
      expect(affectedBy([path])).toMatchObject({
        features: ['app'],
        specs: expect.arrayContaining(['main-way.spec.ts']),
      });
  });

  test('of a spec concerns that spec, and of other tests and documents none', () => {
    expect(affectedBy(['client/e2e/login.spec.ts'])).toEqual({ features: [], specs: ['login.spec.ts'] });
    expect(
      affectedBy(['docs/product/README.md', 'server/test/builders.ts', 'shared/periods.test.ts']),
    ).toEqual({
      features: [],
      specs: [],
    });
  });
});
