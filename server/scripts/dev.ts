import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer as createViteServer, type Plugin } from 'vite';
import { endInWords, loadConfig } from '../config';
import { openDatabase } from '../lib/database/open-database';
import { freePort } from '../lib/embedded-postgres/cluster';
import { apiPageHtml } from './build/build-api-page';
import { writeLocalities } from './build/build-localities';
import { SERVER_PATHS } from './build/build-service-worker';

// The app as `npm start` serves it, with hot reload of both sides: Vite in front, the API restarted behind it.
process.once('uncaughtException', (error) => endInWords(error));
const config = loadConfig();
await writeLocalities();
// held here too, so that a restart of the API does not restart the database
const database = await openDatabase(config);
const apiPort = await freePort(0);
const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const api = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/index.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    // Vite, which speaks http, is the only one who asks the API
    PUBLIC_URL: `http://localhost:${config.port}`,
    TRUST_PROXY: '0',
    CHECK_ANSWERS: 'on',
  },
});
const target = `http://127.0.0.1:${apiPort}`;
/** Vite hands its own script in, which loads the page again when the styles change. */
const servesApiPage: Plugin = {
  name: 'api-page',
  configureServer: ({ middlewares, transformIndexHtml }) => {
    middlewares.use(async (req, res, next) => {
      if (!/^\/api\/?(\?|$)/.test(req.url ?? '')) return next();
      const page = apiPageHtml(
        '<link rel="stylesheet" href="/src/styles.css" />',
        `http://${req.headers.host}`,
      );
      res.setHeader('Content-Type', 'text/html');
      res.end(await transformIndexHtml('/api', page));
    });
  },
};
const vite = await createViteServer({
  plugins: [servesApiPage],
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, target])),
  },
});
await vite.listen();
vite.printUrls();

async function stop() {
  api.kill('SIGTERM');
  await Promise.all([vite.close(), api.exitCode === null && once(api, 'exit')]);
  await database.release();
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
