import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Row } from './figures';
import type { Profile, Share } from './profile';

const JSON_FILE = '.generated/bench.json';
const PAGE = 'docs/performance.md';

const busyBefore = loadavg()[0] ?? 0;

/**
 * Writes what was measured as JSON, and as the page of the documentation, which no one edits.
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
${BY_HAND}${profile ? profileOf(profile) : ''}`;
}

/** Targets that the bench does not measure. */
const BY_HAND = `
## Measured by hand

On such a machine with nothing next to it, on 2026-11-22:

| what | measured | target | met |
|---|---|---|---|
| Lighthouse 13.5, mobile: login | 100, 100, 100, CLS 0, in 7 runs of 7 | ≥ 98, 100, 100, CLS 0 | yes |
| Lighthouse 13.5, mobile: dashboard with a logo, 12 trips and 2,000 | 100, 100, 100, CLS 0, in 7 runs of 7 | ≥ 98, 100, 100, CLS 0 | yes |
| \`npm run test:unit\` | 172 s | ≤ 90 s | **no** |
| \`npm test\` | 10 min | ≤ 6 min | **no** |
| \`.ci/run\` | 22 min | ≤ 10 min | **no** |

- **Tests**: on two processors 2,400 tests of code and API take three minutes, with a database for each file, and 290 tests in Chromium and
  Firefox take six and a half. The tests of faults wait for restarts, limits of time and lines that hang, and run the API tests once more on
  partitioned tables.
`;

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
