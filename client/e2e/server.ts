import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer as startProgram } from '../../server/test/processes';

/**
 * Starts the built server on a free port, with its own data folder.
 * @param env variables that this server gets besides; without DATABASE_URL it has its own database
 */
export async function startServer(
  env: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-e2e-'));
  const server = await startProgram(['--enable-source-maps', 'dist/server/index.js'], {
    DATA_DIR: dataDir,
    CHECK_ANSWERS: 'on',
    ...env,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
