import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Row } from './figures';
import type { Profile, Share } from './measures/requests';

const PAGE = 'docs/performance.md';

const loadBefore = loadavg()[0] ?? 0;

/** Writes the results as JSON, and into their sections of the documentation's page. @param profile undefined where it could not be made */
export function writeResults(rows: readonly Row[], profile: Profile | undefined): void {
  const date = new Date().toISOString().slice(0, 10);
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const memoryGb = Math.round(totalmem() / 1e9);
  const machine = { processors, memoryGb, node: process.version, loadBefore };
  mkdirSync('.generated', { recursive: true });
  writeFileSync('.generated/bench.json', JSON.stringify({ date, machine, rows, profile }, null, 2));

  const targets = rows.map(({ what, figure, target, met }) => [what, figure, target, met ? 'yes' : '**no**']);
  const missed = rows.filter(({ met }) => !met).map(({ what, limit }) => `- **${what}**: ${limit}`);
  const sections = {
    Machine: `${processors}, ${memoryGb} GB, Node ${process.version.slice(1)}, on ${date}, with a load average of ${loadBefore.toFixed(1)} before.`,
    Targets: table(['what', 'measured', 'target', 'met'], targets),
    'What misses its target': missed.join('\n') || 'Nothing.',
    'Layers of the list': shares('layer', profile?.layers),
    'Functions of the list': shares('function', profile?.functions),
  };
  let page = readFileSync(PAGE, 'utf8');
  for (const [heading, text] of Object.entries(sections))
    page = page.replace(new RegExp(`(?<=^#+ ${heading}\n\n)[^]*?(?=\n#|$(?![^]))`, 'm'), () => `${text}\n`);
  writeFileSync(PAGE, page);
}

function table(head: string[], body: string[][]): string {
  const cells = [head, head.map(() => '---'), ...body];
  return cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function shares(what: string, list: readonly Share[] = []): string {
  const rows = list.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]);
  return table([what, 'share'], rows);
}
