import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this machine has qpdf and poppler's tools, which read PDFs by other code than ours. */
export const hasPdfTools = ['qpdf', 'pdftotext', 'pdffonts'].every((tool) => existsSync(`/usr/bin/${tool}`));

type Tool = 'qpdf' | 'pdftotext' | 'pdffonts';

/** Runs a tool on a PDF and returns its output. @throws when it finds a fault */
export async function askPdfTool(tool: Tool, file: Uint8Array, ...options: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    await writeFile(path, file);
    const output = tool === 'pdffonts' || options.includes('--check') ? [] : ['-'];
    const { stdout } = await run(tool, [...options, path, ...output], { encoding: 'buffer' });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
