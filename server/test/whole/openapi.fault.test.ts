import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readApiDescription } from '../../scripts/build/read-api-description';

/** Express takes the first route that fits, so `/api/imports/layouts/{id}` beside `/api/imports/{id}/undo` is no question. */
const RULES = 'extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n';

test("Redocly's linter finds nothing in the description of the API", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-openapi-'));
  try {
    await writeFile(join(folder, 'redocly.yaml'), RULES);
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(readApiDescription()));
    // the linter brings 150 packages, so it is no dependency
    const args = ['--yes', '@redocly/cli@2.77.0', 'lint', 'openapi.json', '--format', 'json'];
    const { stdout } = await promisify(execFile)('npx', args, { cwd: folder, maxBuffer: 64 << 20 }).catch(
      (failed) => failed,
    );
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);
