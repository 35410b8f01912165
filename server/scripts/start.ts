import { pathToFileURL } from 'node:url';
import { build } from './build';

await build();
await import(pathToFileURL('dist/server/index.js').href);
