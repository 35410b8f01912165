import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../../..');

/** The tests without a database: they find changes of what stryker.config.json names. */
export default defineConfig({
  resolve: { alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') } },
  test: { root, include: ['{shared,client/src}/**/*.test.ts'], setupFiles: ['server/test/properties.ts'] },
});
