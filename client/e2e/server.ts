import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the built server on a free port, with a data folder of its own.
 * @param env variables that this server gets besides; without DATABASE_URL it has a database of its own
 */
export async function startServer(
  env: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-e2e-'));
  const server: ChildProcess = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', CHECK_ANSWERS: 'on', ...env },
  });
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    lines.on('line', (line) => {
      const { url } = JSON.parse(line);
      if (url) resolve(url);
    });
  });
  return {
    url,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
