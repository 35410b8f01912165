// Runs a program of the built server: `node server/scripts/run.js <program> [<argument> …]`. Where the build tools are
// installed it is built first, unless it was built from the same sources. In plain JavaScript, because a server without
// them (npm ci --omit=dev) runs no TypeScript.
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

async function buildFirst() {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const { build } = await import('./build/build.ts');
  await build().catch((error) => {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    console.error(
      `Trip Log must be built first, and this account may not: ${error.message}. Run "npm run build" as the owner of this folder.`,
    );
    process.exit(1);
  });
  await unregister();
}
