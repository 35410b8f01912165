import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Row } from './figures';
import type { Profile, Share } from './profile';

const JSON_FILE = '.generated/bench.json';
const PAGE = 'docs/performance.md';

const busyBefore = loadavg()[0] ?? 0;

/**
 * Writes what was measured as JSON, and as the page of the documentation, which nobody edits.
 * @param profile undefined where it could not be made
 */
export function writeResults(rows: readonly Row[], profile: Profile | undefined): void {
  const machine = {
    processors: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    loadBefore: busyBefore,
  };
  const date = new Date().toISOString().slice(0, 10);
  mkdirSync('.generated', { recursive: true });
  writeFileSync(JSON_FILE, JSON.stringify({ date, machine, rows, profile }, null, 2));
  writeFileSync(PAGE, pageOf(rows, profile, { date, ...machine }));
}

type Machine = { date: string; processors: string; memoryGb: number; node: string; loadBefore: number };

function pageOf(rows: readonly Row[], profile: Profile | undefined, machine: Machine): string {
  const missed = rows.filter(({ met }) => !met);
  return `# Performance

Written by \`npm run bench\`; changes by hand are lost. Measured on ${machine.date}: ${machine.processors}, ${machine.memoryGb} GB, Node
${machine.node.slice(1)}, the embedded PostgreSQL, the load and the browser all on that machine, which had a load average of ${machine.loadBefore.toFixed(1)} before.
Ratios compare with another program in the same run, in turns, so they hold on other machines too; milliseconds are this machine's.

## Targets

| what | measured | target | met |
|---|---|---|---|
${rows.map(({ what, figure, target, met }) => `| ${what} | ${inCell(figure)} | ${target} | ${met ? 'yes' : '**no**'} |`).join('\n')}

## What misses its target

${missed.length ? missed.map(({ what, limit }) => `- **${what}**: ${limit}`).join('\n') : 'Nothing.'}
${profile ? profileOf(profile) : ''}`;
}

const profileOf = ({ functions, layers }: Profile) => `
## Where the list's time goes

The server's own process while 50 connections ask for the first page of trips, in shares of the time in which it is busy. What a layer
costs is its share, and its part of the garbage.

| layer | share |
|---|---|
${shares(layers)}

The first ten functions, without what they call:

| function | share |
|---|---|
${shares(functions)}
`;

const inCell = (text: string) => text.replaceAll('|', '\\|');

const shares = (list: readonly Share[]) =>
  list.map(({ name, share }) => `| ${inCell(name)} | ${(share * 100).toFixed(1)} % |`).join('\n');
