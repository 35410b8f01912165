import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../../..');

/** The tests without a database: they find changes of what stryker.config.json names. */
export default defineConfig({
  resolve: { alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') } },
  test: {
    root,
    include: ['shared/**/*.test.ts', 'client/src/features/imports/typed/*.test.ts'],
    // thousands of lookups, which take minutes where each step is counted
    testNamePattern: /^(?!.*every Queensland locality)/,
    setupFiles: ['server/test/properties.ts'],
  },
});
