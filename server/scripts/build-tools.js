// Loads what runs TypeScript, before a program that needs the build tools: `node --import ./server/scripts/build-tools.js <program>`.
// Plain JavaScript, to report tools that are not installed (npm ci --omit=dev).
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/tsx')) {
  console.error('This command needs the build tools, which are not installed here. Run "npm ci" first.');
  process.exit(1);
}
await import('tsx');
