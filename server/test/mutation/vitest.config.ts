import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../../..');

/** The tests without a database that can tell whether what stryker.config.json names was changed. */
export default defineConfig({
  resolve: { alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') } },
  test: { root, include: ['{shared,client/src}/**/*.test.ts'], setupFiles: ['server/test/properties.ts'] },
});
