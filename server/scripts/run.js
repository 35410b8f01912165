// Runs a program of the built server: `node server/scripts/run.js <program> [<argument> …]`. Where the build tools are
// installed it is built first, unless it was built from the same sources. In plain JavaScript, because a server without
// them (npm ci --omit=dev) runs no TypeScript.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = resolve('dist/server', `${process.argv[2]}.js`);
// looks as if Node had been asked for the program itself: its cluster starts that again for each worker
process.argv.splice(1, 2, file);

if (existsSync('node_modules/tsx')) {
  const { isBuilt } = await import('./build/built-from.js');
  if (!isBuilt()) await buildFirst();
} else if (!existsSync(file)) {
  console.error(
    'Trip Log is not built. Run "npm ci && npm run build" here, or bring dist and .generated along.',
  );
  process.exit(1);
}
await import(pathToFileURL(file).href);

/** Builds in a process of its own: a server that ran the build tools would keep the gigabyte that they take. */
async function buildFirst() {
  const build = ['--import', './server/scripts/build-tools.js', 'server/scripts/build/build.ts'];
  const child = spawn(process.execPath, build, { stdio: 'inherit' });
  let isStopped = false;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    isStopped = true;
    child.kill(signal);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGTERM', stop).off('SIGINT', stop);
  if (isStopped && signal) process.kill(process.pid, signal);
  if (signal)
    console.error(
      `The build was ended (${signal}), as systems do when memory runs out: it needs about 1.4 GB. Run "npm run build" elsewhere and bring dist and .generated along.`,
    );
  if (code !== 0) process.exit(code ?? 1);
}
