import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
// the extension is what Vite asks for
import { LEFT_OUT } from './server/test/postgres/test-database.ts';

const root = import.meta.dirname;

/** What the page starts with, and what both the signed-in app and the login screen need besides. */
const SIGNED_IN_OR_NOT =
  /app\/main\.tsx$|ui\/form\/(field|text-input)\.tsx$|brand-logo\.tsx$|lib\/clock\.ts$|passkeys-are-possible\.ts$|pictures\/pictures\.ts$|icons\/check\.mjs$/;

/** All but what a passkey is used with: the login screen fetches that without the rest. */
const WITHOUT_PASSKEYS = /^(?!.*(features\/passkeys|simplewebauthn|key-round))/;

type ModuleGraph = { getModuleInfo(id: string): { dynamicImporters: string[] } | null };

/** A group of what several screens need, without the parts that are fetched when they are first shown. */
const sharedGroup = (debugName: string) => ({
  debugName,
  name: (id: string, graph: ModuleGraph) =>
    graph.getModuleInfo(id)?.dynamicImporters.length ? null : debugName,
  test: WITHOUT_PASSKEYS,
});

/**
 * Writes the stylesheet into index.html, without comments and indents, and lets the code wait for it: the first screen is drawn as
 * soon as the page is there (docs/product/app.md#late-code).
 */
function drawnFirst(): Plugin {
  return {
    name: 'drawn-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        for (const output of Object.values(bundle))
          if (output.type === 'chunk') output.viteMetadata?.importedCss.clear();
        return html
          .replace(/<!--.*?-->/gs, '')
          .replace(/\n\s+/g, '\n')
          .replace(/<link rel="stylesheet"[^>]* href="\/(.*?)">/g, (link, file) => {
            const styles = bundle[file];
            if (styles?.type !== 'asset') return link;
            delete bundle[file];
            return `<style>${styles.source}</style>`;
          })
          .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
      },
    },
  };
}

/** In the built client: wouter reads the location by a copy of what React has had since 18. The tests' server would load a second React for it. */
const reactOwnStore: Plugin = {
  name: 'react-own-store',
  apply: 'build',
  config: () => ({ resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } } }),
};

const faultTests = 'server/**/*.fault.test.ts';
/** They measure how long someone waits, so they run after all others and one file at a time. */
const attackTests = 'server/test/attacks/*.fault.test.ts';
/** Tests without a database. */
const pureTests = ['{shared,client/src,server/lib,server/scripts,server/test}/**/*.test.ts'];
const databaseTests = 'server/lib/database/*.test.ts';
const appTests = ['server/{*,jobs/*,features/**/*}.test.ts', databaseTests];
const globalSetup = ['server/test/global-setup.ts'];
const setupOfFaults = [...globalSetup, 'server/test/provide-programs.ts'];

/** Each name can be given to `vitest --project`. */
const project = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, exclude: [faultTests], ...test },
});

export default defineConfig({
  root: resolve(root, 'client'),
  plugins: [react(), tailwindcss(), drawnFirst(), reactOwnStore],
  resolve: {
    alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') },
  },
  build: {
    outDir: resolve(root, 'dist/client'),
    // server/scripts/build/build.ts keeps the files of former builds in it
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    // a list of each part's files is 2 kB of the first screen, and to ask for them all at once keeps a phone busy for 100 ms: the page's
    // `Link` header names those of a tab that is opened first
    modulePreload: false,
    rolldownOptions: {
      output: {
        // without the list of those that share it: the page's header names it
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // what a screen needs from the start in one file each: on one bar of reception a round trip costs more than bytes
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|lib\/react-root\.ts$/,
              priority: 4,
            },
            { name: 'main', test: SIGNED_IN_OR_NOT, priority: 3 },
            // of the login screen and of parts that come late
            { name: 'alert', test: /ui\/(alert|form\/checkbox)\.tsx$/, priority: 1 },
            { name: 'signed-in-app', test: /app\/signed-in-app\.tsx$/, priority: 2 },
            { name: 'signed-out-app', test: /app\/signed-out-app\.tsx$|features\/auth\// },
            // what several screens need, in a few files: from 45 of them Reports came 0.8 s later on Lighthouse's phone
            { ...sharedGroup('common'), minShareCount: 4 },
            {
              ...sharedGroup('shared'),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6000,
            },
          ],
        },
      },
    },
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
    // room for short-lived objects, most of what tests make: less of the time goes to collecting them
    execArgv: ['--max-semi-space-size=64'],
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
      project('pure', { include: pureTests, exclude: [faultTests, databaseTests] }),
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
