import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
// the extension is what Vite asks for
import { LEFT_OUT } from './server/test/postgres/test-database.ts';

const root = import.meta.dirname;

const faultTests = 'server/**/*.fault.test.ts';
/** They measure how long someone waits, so they run after all others and one file at a time. */
const attackTests = 'server/test/attacks/*.fault.test.ts';
/** Tests without a database. */
const pureTests = ['{shared,client/src,server/lib,server/scripts,server/test}/**/*.test.ts'];
const databaseTests = [
  'server/test/{stories,whole}/*.test.ts',
  'server/lib/{throttle,database/*,http/{session-attacks,work-queue}}.test.ts',
  'server/scripts/{holders,mails,doctor/*}.test.ts',
];
const appTests = ['server/{*,jobs/*,features/**/*}.test.ts', ...databaseTests];
const globalSetup = ['server/test/global-setup.ts'];
const setupOfFaults = [...globalSetup, 'server/test/provide-programs.ts'];

/** Each name can be given to `vitest --project`. */
const project = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  // React in production has no other
  oxc: { jsx: { development: false } },
  test: { name, exclude: [faultTests], ...test },
});

export default defineConfig({
  root: resolve(root, 'client'),
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') },
  },
  build: {
    outDir: resolve(root, 'dist/client'),
    // server/scripts/build/build.ts has emptied it
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
  },
  test: {
    root,
    setupFiles: ['server/test/properties.ts'],
    // as in production: Express, for one, hides errors where NODE_ENV is "test"
    env: { NODE_ENV: 'production' },
    // the files of a project share their modules, which are loaded once a worker
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // `npm test` and `npm run test:faults` leave it out; who names its file runs it, as does `npm run test:faults -- --long`
    tags: [
      { name: 'long', description: 'takes longer than what it adds to the other tests is worth each time' },
      {
        name: 'partitions',
        description: 'is repeated on partitions, where PostgreSQL plans these queries differently',
      },
    ],
    // Vitest leaves one core to itself, which on a machine with two halves the speed
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // what was transformed once is read by the next runs
    experimental: { fsModuleCache: true },
    // concurrent tests are those that start several processes each
    maxConcurrency: 2,
    // `npm run coverage`: what decides which figures a report has
    coverage: {
      include: ['shared/**/*.ts', 'server/features/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reportsDirectory: '.generated/coverage',
      reporter: [['text', { skipFull: true, maxCols: 110 }], 'text-summary'],
      thresholds: { branches: 95 },
    },
    projects: [
      project('pure', { include: pureTests, exclude: [faultTests, ...databaseTests] }),
      project('app', {
        include: appTests,
        exclude: [faultTests, ...Object.keys(LEFT_OUT)],
        globalSetup,
      }),
      // most of their time they wait, for a process to start or for a time limit
      project('faults', {
        include: [faultTests],
        exclude: [attackTests],
        globalSetup: setupOfFaults,
        maxWorkers: 3,
        // three of them start whole servers side by side, on two processors
        testTimeout: 180_000,
        sequence: { groupOrder: 1 },
      }),
      project('attacks', {
        include: [attackTests],
        exclude: [],
        globalSetup: [...setupOfFaults, 'server/test/attacks/start-attacked-server.ts'],
        maxWorkers: 1,
        testTimeout: 300_000,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
