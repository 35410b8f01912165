import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

export default defineConfig({
  root: resolve(root, 'client'),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@shared': resolve(root, 'shared'), '@': resolve(root, 'client/src') } },
  build: {
    outDir: resolve(root, 'dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    // where a browser does not know modulepreload, modules still load
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // what a screen needs from the start in one file each: on one bar of reception a round trip costs more than bytes
        codeSplitting: {
          groups: [
            { name: 'main', test: /app\/main\.tsx$/, priority: 2 },
            { name: 'signed-in-app', test: /app\/signed-in-app\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    root,
    include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'client/src/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/properties.ts'],
    // as where it counts: Express, for one, keeps faults to itself where NODE_ENV says it is a test
    env: { NODE_ENV: 'production' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // as the browser tests: a test that needs it is named, with why, at the end of npm test
    retry: 1,
  },
});
